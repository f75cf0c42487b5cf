"""A backend over HTTP: python3 http_backend.py 8900, then gloss retrieve "lupeol" --backend http://127.0.0.1:8900"""
import json, re, sys
from http.server import BaseHTTPRequestHandler, HTTPServer

units, state = {}, None
words = lambda text: set(re.findall(r"\w+", text.lower()))

class Backend(BaseHTTPRequestHandler):
    def do_POST(self):
        global state
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        status, answer, key = 200, {}, [asked["corpus"], asked["seq"]]
        if self.path == "/units":
            if asked["isFirst"]: units.clear()
            units.update({unit["id"]: words(unit["text"]) for unit in asked["units"]})
            if asked["isLast"]: state = key
        elif state != key: status = 409
        else:
            scored = [{"unit": unit, "score": len(words(asked["query"]) & has)} for unit, has in units.items()]
            answer = {"hits": sorted(scored, key=lambda hit: -hit["score"])[: asked["k"]]}
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

server = HTTPServer(("127.0.0.1", int(sys.argv[1])), Backend)
print(server.server_port, flush=True)
server.serve_forever()
