"""Runs inside every sandbox: takes code from the host, answers with its output, and carries calls of functions to the host.

One JSON object a line in each direction. The host trusts nothing that comes from here: the code can reach all of this.
"""

import inspect
import io
import json
import linecache
import sys
import threading
import traceback

FILE = "<code>"


class Host:
    """The way to the host: `send` takes a line, `receive` gives the next one, or None where the host is gone."""

    def __init__(self, send, receive):
        self._send = send
        self._receive = receive
        self._sending = threading.RLock()
        self._calling = threading.RLock()

    def send(self, message):
        with self._sending:
            self._send(json.dumps(message) + "\n")

    def receive(self):
        line = self._receive()
        return json.loads(line) if line else None

    def call(self, name, arguments):
        with self._calling:
            self.send({"kind": "call", "name": name, "arguments": arguments})
            answer = self.receive()
        if answer is None:
            raise RuntimeError("The host is gone")
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["value"]


class Output(io.TextIOBase):
    """Standard output and error: sends what fits under the cap and counts the rest."""

    encoding = "utf-8"
    errors = "surrogatepass"

    def __init__(self, host):
        self._host = host
        self.begin(0)

    def begin(self, cap):
        self._room = cap
        self.characters = 0

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.characters += len(text)
        sent = text[: self._room]
        if sent:
            self._room -= len(sent)
            self._host.send({"kind": "output", "text": sent})
        return len(text)


def published(host, name, parameters):
    """A function of the host; every argument goes as a string."""
    keyword = inspect.Parameter.POSITIONAL_OR_KEYWORD
    signature = inspect.Signature([inspect.Parameter(parameter, keyword) for parameter in parameters])

    def function(*given, **named):
        bound = signature.bind(*given, **named).arguments
        values = [bound[parameter] for parameter in parameters]
        return host.call(name, [value if isinstance(value, str) else str(value) for value in values])

    function.__name__ = function.__qualname__ = name
    function.__signature__ = signature
    return function


def failure(error):
    """The traceback as Python prints it, without the frames of this file; None for an orderly exit."""
    if isinstance(error, SystemExit) and error.code in (None, 0):
        return None
    frame = error.__traceback__
    while frame is not None and frame.tb_frame.f_code.co_filename != FILE:
        frame = frame.tb_next
    try:
        return "".join(traceback.format_exception(type(error), error, frame))
    except BaseException:
        return f"{type(error).__name__}: the error cannot be shown"


def execute(code, namespace):
    linecache.cache[FILE] = (len(code), None, code.splitlines(True), FILE)
    try:
        exec(compile(code, FILE, "exec"), namespace)
    except BaseException as error:
        return failure(error)
    return None


def serve(send, receive):
    host = Host(send, receive)
    output = Output(host)
    namespace = {}
    host.send({"kind": "ready"})
    while (request := host.receive()) is not None:
        output.begin(request["cap"])
        sys.stdout = sys.stderr = output
        namespace.setdefault("__name__", "__main__")
        for name, parameters in request["functions"].items():
            namespace[name] = published(host, name, parameters)
        error = execute(request["code"], namespace)
        if error is not None:
            error = error[-request["cap"] :]
        host.send({"kind": "end", "error": error, "characters": output.characters})
