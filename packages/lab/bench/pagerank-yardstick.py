"""igraph's personalised PageRank (prpack, damping .5) for packages/lab/bench/pagerank.bench.ts, one thread.

usage: pagerank-yardstick.py FOLDER NODES   with edges.u32, weights.f32 and resets.json in FOLDER
"""

import json
import sys
import time

import igraph
import numpy

# A query takes some hundred milliseconds: enough of them for a median.
QUERIES = 10

folder, nodes = sys.argv[1], int(sys.argv[2])
edges = numpy.fromfile(f"{folder}/edges.u32", dtype=numpy.uint32).reshape(-1, 2)
graph = igraph.Graph(n=nodes, edges=edges.tolist(), directed=False)
graph.es["weight"] = numpy.fromfile(f"{folder}/weights.f32", dtype=numpy.float32).astype(float).tolist()
with open(f"{folder}/resets.json") as file:
    resets = json.load(file)

times, ranks = [], []
for entry in resets[:QUERIES]:
    reset = numpy.zeros(nodes)
    numpy.add.at(reset, entry["nodes"], entry["weights"])
    reset = reset.tolist()
    started = time.perf_counter()
    found = graph.personalized_pagerank(
        directed=False, damping=0.5, weights="weight", reset=reset, implementation="prpack"
    )
    times.append((time.perf_counter() - started) * 1000)
    ranks.append(found)
print(json.dumps({"version": igraph.__version__, "timesMs": times, "ranks": ranks}))
