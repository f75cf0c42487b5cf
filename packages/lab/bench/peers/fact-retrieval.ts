/**
 * Questions over several passages, answered from the published facts of MuSiQue without a language model and with the same vectors: the
 * backends of Gloss against HippoRAG 2 and LightRAG, whose model calls are scripted (their peer scripts say how).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BackendName } from '../../../../app/index.ts'
import { lexicalKeywords } from '../../../../retrieval/lightrag/keywords.ts'
import type { OurSide, PeerSide, Task } from './compare.ts'
import type { JudgedCorpus } from './judged-corpus.ts'
import { timedItems } from './our-times.ts'
import { HITS, meanMetric, pythonPeer, type TaskGround } from './task-ground.ts'

export const FACTS_SET = 'musique-train'
export const FACTS_FILE = 'openie.gpt-3.5-turbo-1106.jsonl'

const BACKENDS: readonly BackendName[] = ['hipporag:unfiltered', 'lightrag', 'walk']

interface GivenFacts {
  readonly _id: string
  readonly entities: readonly string[]
  readonly triples: readonly (readonly string[])[]
}

/** Compares each peer with the backend that implements its method, and with `walk`, which uses no facts. */
export async function factRetrieval(ground: TaskGround, corpus: JudgedCorpus): Promise<Task> {
  await writeJob(ground, corpus)
  const { set } = corpus
  const peer = (name: string, script: string, follower: BackendName): PeerSide => ({
    ...pythonPeer(ground, name, script),
    against: [follower, 'walk'],
    build: { folder: ground.folder, dims: ground.embedder.dims },
    round: { k: HITS },
  })
  return {
    name: `facts: ${set.documents.length} passages of ${FACTS_SET}, ${set.questions.length} questions`,
    per: 'question',
    quality: 'recall@5',
    worth: (found) => meanMetric(set, found, 'recall@5'),
    ours: BACKENDS.map((backend) => ourSide(backend, corpus)),
    peers: [
      peer('HippoRAG 2', 'hipporag', 'hipporag:unfiltered'),
      peer('LightRAG mix', 'lightrag', 'lightrag'),
    ],
  }
}

function ourSide(backend: BackendName, { session, set, rowOf, built }: JudgedCorpus): OurSide {
  return {
    name: backend,
    build: () => built,
    async round() {
      const retriever = session.backend(backend)
      let embedMs = 0
      const round = await timedItems(set.questions, async ({ text }) => {
        const { hits, stages } = await retriever.retrieve({ text, k: HITS })
        embedMs += stages['embed'] ?? 0
        return hits.map(({ paper }) => rowOf.get(paper))
      })
      // One thread embeds, so its wall time equals its CPU time.
      return { ...round, cpuMs: (round.cpuMs ?? 0) - embedMs, embedMs }
    },
  }
}

async function writeJob({ data, folder }: TaskGround, { session, set }: JudgedCorpus): Promise<void> {
  const given = new Map<string, GivenFacts>()
  for (const line of readFileSync(join(data, FACTS_SET, FACTS_FILE), 'utf8').split('\n')) {
    if (line === '') continue
    const facts = JSON.parse(line) as GivenFacts
    given.set(String(facts._id), facts)
  }
  const documents = set.documents.map(({ id, title, text }) => ({
    text: `${title}\n${text}`,
    entities: given.get(id)?.entities ?? [],
    triples: (given.get(id)?.triples ?? []).filter((triple) => triple.length === 3),
  }))
  const names = await session.names()
  const keywords = await names.whenCurrent(({ graph }) =>
    set.questions.map(({ text }) => ({ text, ...lexicalKeywords(text, graph.link(text)) })),
  )
  writeFileSync(join(folder, 'facts.json'), JSON.stringify(documents))
  writeFileSync(join(folder, 'queries.json'), JSON.stringify(set.questions.map(({ text }) => text)))
  writeFileSync(join(folder, 'keywords.json'), JSON.stringify(keywords))
}
