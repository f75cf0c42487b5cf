"""hnswlib for packages/lab/bench/neighbours.bench.ts: builds a graph (M 16, efConstruction 200, one thread) and answers `ef` after `ef` from stdin.

usage: hnswlib-yardstick.py FOLDER DIMS   with rows.f32 and queries.f32 in FOLDER
"""

import json
import sys
import time

import hnswlib
import numpy

folder, dims = sys.argv[1], int(sys.argv[2])
rows = numpy.fromfile(f"{folder}/rows.f32", dtype=numpy.float32).reshape(-1, dims)
queries = numpy.fromfile(f"{folder}/queries.f32", dtype=numpy.float32).reshape(-1, dims)

started = time.perf_counter()
graph = hnswlib.Index(space="ip", dim=dims)
graph.init_index(max_elements=len(rows), M=16, ef_construction=200, random_seed=1)
graph.add_items(rows, num_threads=1)
print(json.dumps({"buildSeconds": round(time.perf_counter() - started, 1)}), flush=True)

for line in sys.stdin:
    graph.set_ef(int(line))
    found, times = [], []
    for query in queries:
        started = time.perf_counter()
        labels, _ = graph.knn_query(query, k=10, num_threads=1)
        times.append((time.perf_counter() - started) * 1000)
        found.append([int(label) for label in labels[0]])
    print(json.dumps({"p50Ms": float(numpy.median(times)), "found": found}), flush=True)
