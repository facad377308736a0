"""The command ``marengo`` as ``python -m marengo.cli``."""

import sys

from marengo.cli import main

sys.exit(main())
