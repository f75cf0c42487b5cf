/** Would the walk do better with other kinds of names, or on other questions? */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CorpusReader, GraphUnit, MentionKind } from '../../../corpus/index.ts'
import { type LinkedName, openCorpusNames } from '../../../graph/index.ts'
import { walkBackend } from '../../../retrieval/index.ts'
import type { HopQuestion } from './hop-questions.ts'
import { type AskedRow, askPlain, type HopCorpus } from './ranked-texts.ts'

/** Left out one at a time; a place that lacks its name then has none, even where another rule would find one there. */
export const LEFT_OUT: readonly (readonly MentionKind[])[] = [
  [],
  ['span'],
  ['phrase', 'term'],
  ['abbreviation'],
  ['chemical'],
  ['gene'],
  ['species'],
  ['quantity'],
  ['heading'],
  ['title'],
  ['quote'],
  ['span', 'phrase', 'term', 'heading', 'quote'],
]

/** When might `auto` walk? What each gate asks of the names in a question. */
const GATES: Readonly<Record<string, (names: readonly LinkedName[]) => boolean>> = {
  'any name': (names) => names.length > 0,
  'a name proper': (names) => proper(names).length > 0,
  'a name proper of at most 30 units': (names) => proper(names, 30).length > 0,
  'a name proper of at most 10 units': (names) => proper(names, 10).length > 0,
  'a name proper of at most 3 units': (names) => proper(names, 3).length > 0,
  'two names': (names) => names.length > 1,
  'three names': (names) => names.length > 2,
  'two names proper': (names) => proper(names).length > 1,
}

/** The walk over a graph without some kinds of names. */
export async function askWalkWithout(
  corpus: HopCorpus,
  kinds: readonly MentionKind[],
  questions: readonly HopQuestion[],
): Promise<AskedRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-kinds-'))
  try {
    const { store, index, embedder } = corpus.session
    const names = await openCorpusNames({ reader: withoutKinds(store, kinds), folder })
    return await askPlain(corpus, walkBackend({ index, embedder, names: async () => names }), questions)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function withoutKinds(reader: CorpusReader, kinds: readonly MentionKind[]): CorpusReader {
  async function* graphSince(seq: number): AsyncIterable<GraphUnit> {
    for await (const unit of reader.graphSince(seq))
      yield { ...unit, mentions: unit.mentions.filter(({ kind }) => !kinds.includes(kind)) }
  }
  return { ...reader, graphSince }
}

/** For each gate, which of the questions it lets walk. */
export async function gateChoices(
  { session }: HopCorpus,
  questions: readonly HopQuestion[],
): Promise<Readonly<Record<string, readonly boolean[]>>> {
  const names = await session.names()
  const linked: (readonly LinkedName[])[] = []
  for (const { text } of questions) linked.push(await names.whenCurrent(({ graph }) => graph.link(text)))
  return Object.fromEntries(Object.entries(GATES).map(([name, walks]) => [name, linked.map(walks)]))
}

function proper(names: readonly LinkedName[], mostUnits = Number.POSITIVE_INFINITY): LinkedName[] {
  return names.filter(({ isPhrase, units }) => !isPhrase && units <= mostUnits)
}
