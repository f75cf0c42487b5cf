"""Personalised PageRank of igraph (prpack) on small undirected graphs, for tests/unit/graph/rank/igraph.test.ts.

usage: python3 -m venv igraph && igraph/bin/pip install igraph numpy
       igraph/bin/python packages/lab/research/pagerank-fixtures.py
Writes tests/fixtures/pagerank/NAME.json; seeded, the same files each time with the same versions.
"""

import json
import pathlib
import platform

import igraph
import numpy

FOLDER = pathlib.Path(__file__).parent.parent / "tests" / "fixtures" / "pagerank"
DAMPING = 0.5
BEST = 10
# Ranks that differ by less are equal but for rounding, and ordered by node.
TIE_DECIMALS = 9
random = numpy.random.default_rng(2026)


def distinct(ends, count):
    """So many different unordered pairs out of a generator of pairs."""
    pairs = set()
    while len(pairs) < count:
        a, b = (int(node) for node in ends())
        if a != b:
            pairs.add((min(a, b), max(a, b)))
    return sorted(pairs)


def spread(nodes, count):
    """A reset on so many nodes; all others 0."""
    reset = numpy.zeros(nodes)
    reset[random.choice(nodes, count, replace=False)] = random.uniform(0.1, 1, count)
    return reset


def reset_of(nodes, **weights):
    reset = numpy.zeros(nodes)
    for node, weight in weights.items():
        reset[int(node[1:])] = weight
    return reset


def save(name, nodes, pairs, weights, reset):
    # Our weights are Float32: igraph is given the same numbers.
    weights = numpy.asarray(weights, dtype=numpy.float32).astype(float)
    graph = igraph.Graph(n=nodes, edges=pairs, directed=False)
    graph.es["weight"] = weights.tolist()
    ranks = graph.personalized_pagerank(
        directed=False, damping=DAMPING, weights="weight", reset=reset.tolist(), implementation="prpack"
    )
    best = sorted(range(nodes), key=lambda node: (-round(ranks[node], TIE_DECIMALS), node))[:BEST]
    fixture = {
        "made": f"igraph {igraph.__version__}, numpy {numpy.__version__}, python {platform.python_version()}",
        "nodes": nodes,
        "damping": DAMPING,
        "edges": [[a, b, weight] for (a, b), weight in zip(pairs, weights.tolist())],
        "reset": [[int(node), float(reset[node])] for node in numpy.flatnonzero(reset)],
        "ranks": ranks,
        "best": best,
    }
    (FOLDER / f"{name}.json").write_text(json.dumps(fixture) + "\n")
    print(name, fixture["made"], "best", best)


FOLDER.mkdir(parents=True, exist_ok=True)

pairs = distinct(lambda: random.integers(0, 60, 2), 150)
save("random", 60, pairs, numpy.ones(len(pairs)), spread(60, 5))

pairs = distinct(lambda: random.integers(0, 80, 2), 240)
save("weighted", 80, pairs, random.uniform(0.05, 3, len(pairs)), spread(80, 8))

# Nodes 40 to 59 have no edges; some of them are in the reset.
pairs = distinct(lambda: random.integers(0, 40, 2), 70)
save("dangling", 60, pairs, random.uniform(0.5, 2, len(pairs)), spread(60, 20))

pairs = [(0, node) for node in range(1, 120)] + distinct(lambda: random.integers(1, 120, 2), 60)
save("hub", 120, pairs, random.integers(1, 5, len(pairs)), spread(120, 6))

# Passages 0 to 39, names 40 to 99; each passage is in the reset a little, as a prior.
pairs = distinct(lambda: (random.integers(0, 40), random.integers(40, 100)), 200)
reset = spread(100, 3)
reset[:40] += 0.05 * random.uniform(0, 1, 40)
save("bipartite", 100, pairs, random.integers(1, 9, len(pairs)), reset)

pairs = [(node, node + 1) for node in range(11)]
save("path", 12, pairs, numpy.ones(11), reset_of(12, n3=1))

save("two-parts", 14, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 6), (6, 7), (8, 9)], numpy.arange(1, 9), reset_of(14, n0=2, n4=1, n12=0.5))
