"""Run the command line with ``python -m euchre_cli``."""

import sys

from euchre_cli.main import main

sys.exit(main())
