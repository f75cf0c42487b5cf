"""poppler's pdftotext, a process for each paper; `-raw` gives the text in the order that the file has it."""

import re
import resource
import shutil
import subprocess

from peer import miss, serve, timed

PROGRAM = "pdftotext"
if shutil.which(PROGRAM) is None:
    miss("poppler-utils", f"{PROGRAM} is not on the path")
banner = subprocess.run([PROGRAM, "-v"], capture_output=True, text=True, check=True).stderr


def pages(path):
    command = [PROGRAM, "-q", "-raw", "-enc", "UTF-8", path, "-"]
    text = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")
    return text.removesuffix("\f").split("\f")


def children_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


version = re.search(r"version (\S+)", banner).group(1)
serve({"round": lambda paths: timed(paths, pages, children_seconds)}, version=version)
