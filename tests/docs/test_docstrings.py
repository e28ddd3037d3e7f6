"""The examples in docstrings run, and everything public has one or a description."""

import doctest
import inspect
import pkgutil
import re
from importlib import import_module

import pytest

import euchre_sim

MODULES = [
    "euchre_sim",
    *(found.name for found in pkgutil.walk_packages(euchre_sim.__path__, "euchre_sim.")),
]
WITH_EXAMPLES = ["HouseRules", "Strategy", "advise", "compare", "replay", "simulate", "solve"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module_run(name):
    module = import_module(name)
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.testmod(module, optionflags=options).failed == 0


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_main_names_of_the_package_show_an_example(name):
    public = getattr(euchre_sim, name)
    texts = [inspect.getdoc(public), inspect.getdoc(inspect.getmodule(public))]
    assert any(re.search(rf"^ *>>> .*\b{name}\b", text, re.MULTILINE) for text in texts)


@pytest.mark.parametrize("name", euchre_sim.__all__)
def test_public_names_are_described(name):
    if name != "__version__":
        assert inspect.getdoc(getattr(euchre_sim, name))
