"""faiss, one thread: `flat` compares with every row, `hnsw` has a graph with M 16 and efConstruction 200, both float32.

usage: faiss-peer.py flat|hnsw
"""

import os
import sys

from peer import built, bytes_in, need, serve, timed

faiss = need("faiss", "faiss-cpu")
numpy = need("numpy", "numpy")
kind = sys.argv[1]
state = {}


def empty(dims):
    if kind == "flat":
        return faiss.IndexFlatIP(dims)
    index = faiss.IndexHNSWFlat(dims, 16, faiss.METRIC_INNER_PRODUCT)
    index.hnsw.efConstruction = 200
    return index


def build(folder, dims):
    faiss.omp_set_num_threads(1)
    rows = numpy.fromfile(os.path.join(folder, "rows.f32"), dtype=numpy.float32).reshape(-1, dims)
    state["queries"] = numpy.fromfile(os.path.join(folder, "queries.f32"), dtype=numpy.float32).reshape(-1, dims)
    index = state["index"] = empty(dims)
    saved = os.path.join(folder, f"faiss-{kind}.bin")

    def work():
        index.add(rows)
        faiss.write_index(index, saved)

    return {**built(work), "bytes": bytes_in(saved)}


def measure(k, setting=None):
    index = state["index"]
    if setting is not None:
        index.hnsw.efSearch = setting
    return timed(state["queries"], lambda query: index.search(query.reshape(1, -1), k)[1][0].tolist())


serve({"build": build, "round": measure}, package="faiss-cpu")
