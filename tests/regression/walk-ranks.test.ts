/**
 * Exact ranks of the backends that walk, on a corpus small enough to follow by hand, so that every change of a weight, of the names
 * or of the push is noticed.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgresCorpora, type PostgresCorpora } from '../../corpus/adapters/postgres-corpora.ts'
import type { CorpusStore } from '../../corpus/index.ts'
import { openPostgresNames } from '../../graph/adapters/postgres-names.ts'
import { createWinkTagger } from '../../graph/adapters/wink-tagger.ts'
import { FACT_GRAPHS, openCorpusFacts } from '../../graph/facts/index.ts'
import { nameUnits, openCorpusNames } from '../../graph/index.ts'
import { openUsearch } from '../../index/adapters/usearch-neighbours.ts'
import { openCorpusIndex } from '../../index/index.ts'
import { type FactGround, hippoRagBackend } from '../../retrieval/hipporag/index.ts'
import { autoBackend, walkBackend } from '../../retrieval/index.ts'
import { lightRagBackend } from '../../retrieval/lightrag/index.ts'
import { bagOfWordsEmbedder } from '../fakes/fake-embedder.ts'
import { createNamer } from '../fakes/own-thread-namer.ts'
import { openPgliteServer } from '../fakes/pglite-server.ts'
import { casesIn } from '../fixtures/case-lines.ts'
import { emptyCorpus } from '../fixtures/empty-corpus.ts'
import { putMadeFacts } from '../fixtures/made-facts.ts'
import { sharedFolder } from '../fixtures/temporary-folder.ts'
import { textRecord } from '../fixtures/text-records.ts'

const DOCUMENTS = [
  {
    name: 'river',
    title: 'The Quiet River (film)',
    text: 'The Quiet River is a 1950 film directed by Ada Holm. It stars Max Bell and Ida Stern.',
  },
  { name: 'holm', title: 'Ada Holm', text: 'Ada Holm was a film director born in Port Elin.' },
  { name: 'bell', title: 'Max Bell', text: 'Max Bell was an actor who lived in Norrby.' },
  { name: 'stern', title: 'Ida Stern', text: 'Ida Stern was a singer and actor from Norrby.' },
  { name: 'elin', title: 'Port Elin', text: 'Port Elin is a town at the mouth of the river Sava.' },
  { name: 'norrby', title: 'Norrby', text: 'Norrby is a village in the north.' },
  { name: 'storm', title: 'The Loud Storm (film)', text: 'The Loud Storm is a 1951 film with Max Bell.' },
  { name: 'kemp', title: 'Joan Kemp', text: 'Joan Kemp was a film director born in London.' },
  { name: 'untitled', title: '', text: 'Sava Bridge (1890) is a bridge near Port Elin.' },
] as const

const folder = sharedFolder()
const embedder = bagOfWordsEmbedder()
/** Grounds by the store of the names. */
const grounds = new Map<'SQLite' | 'PostgreSQL', FactGround>()
const stores: CorpusStore[] = []
const nameOf = new Map<string, string>()

async function openGround(store: CorpusStore): Promise<FactGround> {
  stores.push(store)
  const kept = { reader: store, folder: `${folder}/${stores.length}` }
  const index = await openCorpusIndex({ ...kept, embedder, openNeighbours: openUsearch() })
  const { database } = store
  const names = database === undefined ? openCorpusNames(kept) : openPostgresNames(database, store)
  const graphs = {
    published: openCorpusFacts({ ...kept, embedder, settings: FACT_GRAPHS.published }),
    ours: openCorpusFacts({ ...kept, embedder, settings: FACT_GRAPHS.ours }),
  }
  await using writer = await store.write('walk ranks')
  for (const { name, title, text } of DOCUMENTS) {
    const record = await textRecord({ name, title, units: [{ text, kind: 'passage' }] }, embedder)
    nameOf.set(record.paper.id, name)
    await writer.put([record])
  }
  await nameUnits(writer, () => createNamer(createWinkTagger()))
  await putMadeFacts(writer, await graphs.ours, embedder)
  return { index, embedder, names: async () => names, facts: (graph) => graphs[graph] }
}

let corpora: PostgresCorpora
beforeAll(async () => {
  corpora = openPostgresCorpora(await openPgliteServer())
  grounds.set('SQLite', await openGround(emptyCorpus()))
  grounds.set('PostgreSQL', await openGround(await corpora.create('ranks')))
})
afterAll(async () => {
  for (const store of stores) await store.close()
  await corpora.close()
})

const FILM = 'Where was the director of The Quiet River born?'
const BRIDGE = 'Which river is at the town near Sava Bridge?'
const NO_NAME = 'who lived in a village'
const TWO_CLAUSES = 'who was an actor from the north, and what was the director of a film?'

it.each(
  casesIn<'backend' | 'question' | 'ranks'>(`
  backend | question | ranks
  walk | ${FILM} | river 0.2460, holm 0.008524, elin 0.005378, norrby 0.003869, bell 0.001008, stern 0.0009494, storm 0.0004276, kemp 0.0002103, untitled 0.000
  walk | ${BRIDGE} | untitled 0.2492, elin 0.09481, river 0.00008388, storm 0.00001482, norrby 0.00001342, holm 0.000, kemp 0.000, bell 0.000, stern 0.000
  walk | ${NO_NAME} | bell 0.2952, norrby 0.1486, untitled 0.000, elin 0.000, holm 0.000, kemp 0.000, storm 0.000, river 0.000, stern 0.000
  auto | ${FILM} | river 0.2460, holm 0.008524, elin 0.005378, norrby 0.003869, bell 0.001008, stern 0.0009494, storm 0.0004276, kemp 0.0002103, untitled 0.000
  auto | ${NO_NAME} | bell 0.5019, norrby 0.3240, untitled 0.000, elin 0.000, holm 0.000, kemp 0.000, storm 0.000, river 0.000, stern 0.000
  auto | ${TWO_CLAUSES} | stern 0.5859, holm 0.4530, bell 0.2908, norrby 0.2597, kemp 0.2492, storm 0.2464, river 0.2434, elin 0.2250, untitled 0.05303
  hipporag | ${FILM} | river 0.2635, holm 0.02025, elin 0.01601, bell 0.01333, storm 0.01286, kemp 0.01027, stern 0.009734, norrby 0.006921, untitled 0.001323
  hipporag | ${NO_NAME} | norrby 0.1911, bell 0.1082, stern 0.01178, river 0.002483, storm 0.0002044, holm 0.0001351, elin 0.00006963, kemp 0.00004427, untitled 0.000007381
  lightrag | ${FILM} | river 1.000, elin 0.5000, storm 0.3333, kemp 0.2500, holm 0.2000, norrby 0.1667, untitled 0.1429
  lightrag | ${NO_NAME} | bell 1.000, norrby 0.5000, stern 0.3333
`),
)('$backend ranks the units for "$question"', async ({ backend, question, ranks }) => {
  const open = { walk: walkBackend, auto: autoBackend, hipporag: hippoRagBackend, lightrag: lightRagBackend }
  const ask = async (names: 'SQLite' | 'PostgreSQL') => {
    const retriever = open[backend as keyof typeof open](grounds.get(names)!)
    await retriever.prepare?.()
    return (await retriever.retrieve({ text: question, k: 9 })).hits
  }
  const hits = await ask('SQLite')
  const shown = hits.map(({ paper, score }) => `${nameOf.get(paper)} ${score.toPrecision(4)}`)
  expect(shown.join(', ')).toBe(ranks)
  // A walk on a server stops after a number of rounds.
  const looked = await ask('PostgreSQL')
  expect(looked.map(({ unit }) => unit)).toEqual(hits.map(({ unit }) => unit))
  for (const [at, { score }] of looked.entries())
    expect(Math.abs(score - hits[at]!.score)).toBeLessThanOrEqual(0.1 * score)
})
