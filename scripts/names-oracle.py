"""Names of 300 passages of each set by the measured recipe (../shared/yardsticks/extract.py), to compare ours with.

usage: pip install regex numpy scipy && python3 scripts/names-oracle.py > oracle.json && node scripts/names-figures.ts oracle.json
"""
import json
import pathlib
import sys

SHARED = pathlib.Path(__file__).resolve().parents[2] / "shared"
sys.path.insert(0, str(SHARED / "yardsticks"))
from extract import base_title, cap_spans, sentences  # noqa: E402

PASSAGES = 300


def passages(name):
    rows = [json.loads(line) for line in open(SHARED / "data" / name / "corpus.jsonl")]
    for row in rows[:: max(1, len(rows) // PASSAGES)][:PASSAGES]:
        names = {n for sentence in sentences(row["text"]) for n in cap_spans(sentence)}
        yield {"id": row["_id"], "title": base_title(row["title"]), "names": sorted(names)}


json.dump({name: list(passages(name)) for name in ("musique-train", "hotpotqa-train", "scifact")}, sys.stdout)
