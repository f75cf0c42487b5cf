"""How a peer talks to the benchmark: a command is one line of JSON on standard input, its answer one line on standard output.

In:   {"do": NAME, ...arguments}
Out:  {"ready": VERSION} or {"missing": PACKAGE} once, then {"answer": VALUE} or {"error": TEXT} for each command;
      {"embed": [TEXT, ...]} in between asks the benchmark for vectors, which are by the same embedder as ours.
"""

import base64
import importlib
import importlib.metadata
import json
import os
import sys
import time
import traceback

# Libraries that print would disturb the conversation: what they write goes to standard error.
_channel = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

_MS = 1000


def need(module, package):
    """The module, or an end with the name of the package that must be installed for it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        miss(package, str(error))


def miss(package, reason):
    """Ends with the name of what must be installed."""
    _say({"missing": package, "reason": reason})
    sys.exit(0)


def serve(commands, package=None, version=None):
    """Answers commands, each by the function of its name, until standard input ends."""
    _say({"ready": version or importlib.metadata.version(package)})
    for line in sys.stdin:
        command = json.loads(line)
        work = commands[command.pop("do")]
        try:
            _say({"answer": work(**command)})
        except Exception as error:
            traceback.print_exc()
            _say({"error": f"{type(error).__name__}: {error}"})


def embed(texts):
    """Vectors of unit length, one row a text."""
    import numpy

    _say({"embed": list(texts)})
    answer = json.loads(sys.stdin.readline())
    return numpy.frombuffer(base64.b64decode(answer["vectors"]), dtype=numpy.float32).reshape(-1, answer["dims"])


def built(work):
    """Runs it; wall seconds and CPU seconds of this process."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return {"wallSeconds": time.perf_counter() - wall, "cpuSeconds": time.process_time() - cpu}


def timed(items, work, cpu_seconds=time.process_time):
    """Each item by itself: wall time of each, CPU time of all, in ms, and what came of them."""
    wall_ms, found = [], []
    cpu = cpu_seconds()
    for item in items:
        started = time.perf_counter()
        found.append(work(item))
        wall_ms.append((time.perf_counter() - started) * _MS)
    return {"wallMs": wall_ms, "cpuMs": (cpu_seconds() - cpu) * _MS, "found": found}


def bytes_in(path):
    """Of a file, or of all files in a folder."""
    if os.path.isfile(path):
        return os.path.getsize(path)
    return sum(os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(path) for name in names)


def read_json(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return json.load(file)


def _say(message):
    _channel.write(json.dumps(message) + "\n")
    _channel.flush()
