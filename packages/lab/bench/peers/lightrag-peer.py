"""LightRAG's own package over given facts, with our embedder and without a language model.

Scripted: the model's answers at indexing are the given facts of the passage in LightRAG's own form; the keywords of a question, which a
model would choose, are those that our backend takes. Tokens are counted as four characters each, as its tokeniser is a download.
"""

import asyncio
import os
import re
import time

from peer import built, bytes_in, embed, need, read_json, serve, timed

# Read when the package is imported. Descriptions are never so long that a model would shorten them.
os.environ.update(FORCE_LLM_SUMMARY_ON_MERGE="100000", SUMMARY_MAX_TOKENS="1000000")
os.environ.update(SUMMARY_CONTEXT_SIZE="10000000", MAX_ASYNC="16")
need("numpy", "numpy")
lightrag = need("lightrag", "lightrag-hku")
utils = need("lightrag.utils", "lightrag-hku")
utils.logger.setLevel("CRITICAL")
FIELD, END = "<|#|>", "<|COMPLETE|>"
PASSAGE_BREAK = "\n<<<next passage>>>\n"
PASSAGE_TOKENS = 8000
INPUT_TEXT = re.compile(r"---Input Text---\s*```\n(.*?)\n```", re.DOTALL)
MODE = "mix"
loop = asyncio.new_event_loop()
state = {"embedMs": 0.0}


class FourCharacters:
    """A token is four characters."""

    def encode(self, content):
        return [content[start : start + 4] for start in range(0, len(content), 4)]

    def decode(self, tokens):
        return "".join(tokens)


async def our_vectors(texts, **_):
    started = time.perf_counter()
    vectors = embed(texts)
    state["embedMs"] += (time.perf_counter() - started) * 1000
    return vectors


def squeezed(text):
    return re.sub(r"\s+", " ", text).strip()


def extraction_of(document):
    triples = [[squeezed(part) for part in triple] for triple in document["triples"] if len(triple) == 3]
    triples = [triple for triple in triples if all(triple) and triple[0] != triple[2]]
    names = dict.fromkeys(name for subject, _, other in triples for name in (subject, other))
    rows = [FIELD.join(["entity", name, "concept", name]) for name in names]
    rows += [
        FIELD.join(["relation", subject, other, predicate, f"{subject} {predicate} {other}"])
        for subject, predicate, other in triples
    ]
    return "\n".join([*rows, END])


async def scripted_model(prompt, system_prompt=None, history_messages=(), **_):
    found = INPUT_TEXT.search(prompt)
    return state["extractions"].get(squeezed(found.group(1)), END) if found else END


def build(folder, dims):
    documents = read_json(folder, "facts.json")
    state["queries"] = read_json(folder, "keywords.json")
    state["rowOf"] = {squeezed(document["text"]): row for row, document in reversed(list(enumerate(documents)))}
    state["extractions"] = {squeezed(document["text"]): extraction_of(document) for document in documents}
    saved = os.path.join(folder, "lightrag")
    os.makedirs(saved)
    state["embedMs"] = 0.0
    times = built(lambda: loop.run_until_complete(index(saved, documents, dims)))
    times["wallSeconds"] -= state["embedMs"] / 1000
    return {**times, "bytes": bytes_in(saved)}


async def index(saved, documents, dims):
    rag = state["rag"] = lightrag.LightRAG(
        working_dir=saved,
        llm_model_func=scripted_model,
        llm_model_name="scripted",
        embedding_func=utils.EmbeddingFunc(embedding_dim=dims, max_token_size=PASSAGE_TOKENS, func=our_vectors),
        tokenizer=utils.Tokenizer("four characters", FourCharacters()),
        chunk_token_size=PASSAGE_TOKENS,
        entity_extract_max_gleaning=0,
        enable_llm_cache=False,
        enable_llm_cache_for_entity_extract=False,
    )
    await rag.initialize_storages()
    # As one document, so that its files are written once and not after each passage.
    whole = PASSAGE_BREAK.join(document["text"] for document in documents)
    await rag.ainsert(whole, split_by_character=PASSAGE_BREAK, split_by_character_only=True)
    status = await rag.doc_status.get_status_counts()
    if status.get("processed", 0) != 1:
        raise RuntimeError(f"LightRAG did not take in the passages: {status}")


def ask(query, k):
    param = lightrag.QueryParam(
        mode=MODE, hl_keywords=query["high"], ll_keywords=query["low"], enable_rerank=False, chunk_top_k=max(20, k)
    )
    answer = loop.run_until_complete(state["rag"].aquery_data(query["text"], param))
    chunks = answer.get("data", {}).get("chunks", [])
    rows = [state["rowOf"].get(squeezed(chunk["content"])) for chunk in chunks]
    return [row for row in rows if row is not None][:k]


def measure(k):
    state["embedMs"] = 0.0
    return {**timed(state["queries"], lambda query: ask(query, k)), "embedMs": state["embedMs"]}


serve({"build": build, "round": measure}, package="lightrag-hku")
