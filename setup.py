"""The list of packages, which pyproject.toml cannot both search for and rename."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["euchre_sim", "euchre_sim.*"]), "euchre_cli", "euchre_data"],
    package_dir={"euchre_cli": "cli", "euchre_data": "data"},
)
