"""Figures of trec_eval for judgements and a run made by chance: writes tests/fixtures/trec-eval-reference.json.

Needs pytrec-eval-terrier and ir-measures (from PyPI), not part of Gloss and not run by its tests.
    python packages/lab/research/trec-eval-reference.py
A third of the topics is judged with grades, a third with 0 and 1, a third with negative grades too; scores are tied in places.
"""
import json, os, random
import ir_measures
from ir_measures import parse_measure

MEASURES = [
    "nDCG", "nDCG@1", "nDCG@10", "nDCG@100", "AP", "AP@10", "AP(rel=2)", "AP(rel=2)@20", "RR", "RR(rel=2)",
    "P@1", "P@10", "P@200", "P(rel=2)@5", "R@2", "R@5", "R@100", "R(rel=2)@10", "Success@1", "Success@5", "Success(rel=2)@5",
    "Rprec", "Rprec(rel=2)", "Bpref", "Bpref(rel=2)", "IPrec@0.0", "IPrec@0.3", "IPrec@1.0", "Judged@10", "NumRet", "NumRel", "NumRelRet",
    "SetP", "SetR", "SetF",
]
OUT = os.path.join(os.path.dirname(__file__), "..", "tests", "fixtures", "trec-eval-reference.json")
chance = random.Random(7)
GRADES = [[0, 0, 1, 2, 3], [0, 0, 1], [-2, -1, 0, 1, 2]]
qrels, run = {}, {}
for topic in range(45):
    name, pool = f"q{topic}", [f"d{number}" for number in range(160)]
    judged = chance.sample(pool, chance.choice([4, 20, 60]))
    qrels[name] = {document: chance.choice(GRADES[topic % 3]) for document in judged}
    if not any(grade > 0 for grade in qrels[name].values()):
        qrels[name][judged[0]] = 1
    found = chance.sample(pool, chance.choice([1, 7, 40, 150]))
    decimals = chance.choice([1, 6])
    run[name] = {document: round(chance.random() * 10, decimals) for document in found}
figures = {}
for text in MEASURES:
    measure = parse_measure(text)
    for row in ir_measures.iter_calc([measure], qrels, run):
        figures.setdefault(row.query_id, {})[text] = row.value
with open(OUT, "w") as file:
    json.dump({"measures": MEASURES, "qrels": qrels, "run": run, "figures": figures}, file)
    file.write("\n")
