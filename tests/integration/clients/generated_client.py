"""A client that openapi-python-client made of /openapi.json: ingests a paper, retrieves, asks, and reads a failure."""
import json
import pathlib
import sys
import time

from gloss_client import Client
from gloss_client.api.jobs import get_job
from gloss_client.api.papers import get_paper, upload_papers
from gloss_client.api.retrieval import ask, retrieve, retrieve_many
from gloss_client.api.v1 import list_models
from gloss_client.models import AskRequest, Problem, RetrieveManyRequest, UploadPapersRequest, UploadPapersTopic
from gloss_client.types import File

url, path, question = sys.argv[1:]
client = Client(base_url=url, timeout=60.0)
paper = pathlib.Path(path)

with paper.open("rb") as payload:
    form = UploadPapersRequest(file=[File(payload=payload, file_name=paper.name, mime_type="application/pdf")])
    job = upload_papers.sync(client=client, body=form, corpus="generated", topic=UploadPapersTopic.NONE)
while job.ended is None:
    time.sleep(0.1)
    job = get_job.sync(job.id, client=client)

found = retrieve.sync(client=client, q=question, corpus="generated", k=3)
batch = retrieve_many.sync(client=client, body=RetrieveManyRequest(queries=[question, question], corpus="generated", k=1))
answered = ask.sync(client=client, body=AskRequest(question=question, corpus="generated", uses_model=False))
missing = get_paper.sync("no-such-paper", client=client, corpus="generated")
hit = found.hits[0]
print(json.dumps({
    "state": job.state.value,
    "kept": job.result.kept,
    "hits": len(found.hits),
    "title": hit.title,
    "span": hit.span,
    "batch": [answer.hits[0].unit == hit.unit for answer in batch.answers],
    "quote": answered.citations[0].quote,
    "boxed": len(answered.citations[0].boxes) > 0,
    "models": [model.id for model in list_models.sync(client=client).data],
    "problem": [type(missing) is Problem, missing.status, missing.code],
}))
