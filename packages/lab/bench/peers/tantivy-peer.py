"""tantivy with an English stemmer and its English stop words, on disk, one thread."""

import os

from peer import built, bytes_in, need, read_json, serve, timed

tantivy = need("tantivy", "tantivy")
# What a writer holds in memory before it writes a segment.
HEAP_BYTES = 256 * 1024 * 1024
state = {}


def build(folder):
    texts = read_json(folder, "texts.json")
    state["queries"] = read_json(folder, "queries.json")
    saved = os.path.join(folder, "tantivy")
    os.makedirs(saved)
    schema = state["schema"] = (
        tantivy.SchemaBuilder()
        .add_unsigned_field("row", stored=True)
        .add_text_field("text", stored=False, tokenizer_name="english", index_option="freq")
        .build()
    )
    english = state["english"] = (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        .filter(tantivy.Filter.lowercase())
        .filter(tantivy.Filter.stopword("english"))
        .filter(tantivy.Filter.stemmer("english"))
        .build()
    )
    index = state["index"] = tantivy.Index(schema, path=saved)
    index.register_tokenizer("english", english)

    def work():
        writer = index.writer(heap_size=HEAP_BYTES, num_threads=1)
        for row, text in enumerate(texts):
            writer.add_document(tantivy.Document(row=row, text=text))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()

    times = built(work)
    state["searcher"] = index.searcher()
    return {**times, "bytes": bytes_in(saved)}


def ask(text, k):
    # The language of queries would read signs as operators, and words with signs in them as phrases.
    terms = [
        (tantivy.Occur.Should, tantivy.Query.term_query(state["schema"], "text", term, "freq"))
        for term in state["english"].analyze(text)
    ]
    searcher = state["searcher"]
    hits = searcher.search(tantivy.Query.boolean_query(terms), k).hits
    return [searcher.doc(address)["row"][0] for _, address in hits]


serve({"build": build, "round": lambda k: timed(state["queries"], lambda text: ask(text, k))}, package="tantivy")
