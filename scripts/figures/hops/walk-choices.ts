/** Would the walk do better with other kinds of names, or on other questions? */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CorpusReader, GraphUnit, Mention, MentionKind } from '../../../corpus/index.ts'
import { type LinkedName, openCorpusNames } from '../../../graph/index.ts'
import { walkBackend } from '../../../retrieval/index.ts'
import type { HopQuestion } from './hop-questions.ts'
import { type AskedRow, askPlain, type HopCorpus } from './ranked-texts.ts'

const ALL_NAMES = 'all names'

/** What a walk may do without, one at a time. A place that lacks its name has none, even where another rule would find one there. */
const WITHOUT: Readonly<Record<string, (mention: Mention) => Mention | null>> = {
  [ALL_NAMES]: (mention) => mention,
  'without spans': withoutKinds('span'),
  'without phrases': withoutKinds('phrase', 'term'),
  'without abbreviations': withoutKinds('abbreviation'),
  'without chemicals': withoutKinds('chemical'),
  'without genes': withoutKinds('gene'),
  'without species': withoutKinds('species'),
  'without quantities': withoutKinds('quantity'),
  'without headings': withoutKinds('heading'),
  'without titles': withoutKinds('title'),
  'without quotations': withoutKinds('quote'),
  'chemicals, genes, species, abbreviations, quantities alone': withoutKinds(
    ...(['span', 'phrase', 'term', 'heading', 'title', 'quote'] as const),
  ),
  'no weight for subjects': (mention) => ({
    ...mention,
    isSubject: mention.kind === 'title' && mention.isSubject,
  }),
}

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

/** The walk over each of these graphs, first over that with all names. */
export async function askWalks(
  corpus: HopCorpus,
  questions: readonly HopQuestion[],
): Promise<{
  readonly all: readonly AskedRow[]
  readonly without: Readonly<Record<string, readonly AskedRow[]>>
}> {
  const asked: Record<string, readonly AskedRow[]> = {}
  for (const [name, change] of Object.entries(WITHOUT)) asked[name] = await askWalk(corpus, change, questions)
  const { [ALL_NAMES]: all = [], ...without } = asked
  return { all, without }
}

async function askWalk(
  corpus: HopCorpus,
  change: (mention: Mention) => Mention | null,
  questions: readonly HopQuestion[],
): Promise<AskedRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-names-'))
  try {
    const { store, index, embedder } = corpus.session
    const names = await openCorpusNames({ reader: withMentions(store, change), folder })
    return await askPlain(corpus, walkBackend({ index, embedder, names: async () => names }), questions)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function withMentions(reader: CorpusReader, change: (mention: Mention) => Mention | null): CorpusReader {
  async function* graphSince(seq: number): AsyncIterable<GraphUnit> {
    for await (const unit of reader.graphSince(seq))
      yield { ...unit, mentions: unit.mentions.flatMap((mention) => change(mention) ?? []) }
  }
  return { ...reader, graphSince }
}

function withoutKinds(...kinds: readonly MentionKind[]) {
  return (mention: Mention): Mention | null => (kinds.includes(mention.kind) ? null : mention)
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
