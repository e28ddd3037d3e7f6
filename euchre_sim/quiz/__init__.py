"""Practice: questions out of deals, their answers graded, what decides them, a score kept."""

# Kind of question -> phases of a deal that it is about.
PHASES = {
    "call": ("call",),
    "alone": ("call", "alone", "defend"),
    "discard": ("discard",),
    "card": ("play",),
}
KINDS = tuple(PHASES)

BEST, AS_GOOD = "best", "as good"
# Label of a loss as games are annotated -> what it is called.
LABEL_NAMES = {"?!": "inaccuracy", "?": "mistake", "??": "blunder"}
GRADES = (BEST, AS_GOOD, *LABEL_NAMES.values())
