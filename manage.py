#!/usr/bin/env python
"""Django's command line for Glass Table; `manage.py serve` is the site itself."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # bots' arrays are small: threads only wait
    execute_from_command_line(sys.argv)
