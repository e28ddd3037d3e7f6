"""A page read back with Python's own parser."""

from html.parser import HTMLParser

VOID = {"meta", "link", "br", "hr", "img", "input"}


class Page(HTMLParser):
    """What stands in a page: tags that do not match, what it would load, ids, tables, texts."""

    def __init__(self, text):
        super().__init__()
        self.open, self.faults, self.ids, self.links, self.loads = [], [], [], [], []
        self.tables, self.section = {}, None
        self.in_style, self.styles = False, ""
        self.feed(text)
        self.close()
        self.faults += self.open

    def handle_starttag(self, tag, attrs):
        facts = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in facts:
            self.ids.append(facts["id"])
        if tag == "section":
            self.section = facts["id"]
        if tag == "a":
            self.links.append(facts["href"])
        elif tag in ("script", "img", "iframe", "object", "embed", "use", "image", "base"):
            self.loads.append(tag)
        elif "href" in facts or "src" in facts:
            self.loads.append(facts.get("href") or facts.get("src"))
        if tag == "tr":
            self.tables.setdefault(self.section, []).append([])
        elif tag in ("th", "td"):
            self.tables[self.section][-1].append("")

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.faults.append(tag)
        else:
            self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] == "style":
            self.styles += data
        if self.open and self.open[-1] in ("th", "td"):
            self.tables[self.section][-1][-1] += data

    def rows(self, section):
        """The lines of a section's table by their heads."""
        heads, *lines = self.tables[section]
        return [dict(zip(heads, line, strict=True)) for line in lines]
