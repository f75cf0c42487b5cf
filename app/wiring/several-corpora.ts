/** Asks one question of several corpora, named `main,other`, and joins their hits into one list. */
import { isGlossError } from '../../core/index.ts'
import type { CorpusReader } from '../../corpus/index.ts'
import type { CorpusSession } from './corpus-session.ts'
import type { Gloss } from './gloss.ts'
import { type AnswerHit, DEFAULT_K, type RetrieveAnswer } from './retrieve-shapes.ts'

/** What a question needs from one corpus or several. */
export interface SearchedCorpora
  extends Pick<CorpusSession, 'name' | 'retrieve' | 'paperIds' | 'unitTexts' | 'index'> {
  readonly store: Pick<CorpusReader, 'seq' | 'pages' | 'papers' | 'papersOf' | 'listUnits'>
  /** Sessions of the corpora, in the order named. */
  readonly sessions: readonly CorpusSession[]
}

/** Backends whose scores are comparable between corpora of one embedder; hits of other backends are joined by rank. */
const COMPARABLE: readonly string[] = ['hybrid', 'vanilla']

/** Opens the named corpora, or one for a name without a comma. Throws the errors of `session` for each name. */
export async function askedCorpora(
  gloss: Pick<Gloss, 'session' | 'defaultCorpus'>,
  named?: string,
): Promise<SearchedCorpora> {
  const name = named ?? (await gloss.defaultCorpus('read'))
  const names = [...new Set(name.split(',').map((part) => part.trim()))]
  const sessions: CorpusSession[] = []
  for (const one of names) sessions.push(await gloss.session(one))
  return sessions.length === 1 ? { ...sessions[0]!, sessions } : joinedCorpora(names.join(','), sessions)
}

function joinedCorpora(name: string, sessions: readonly CorpusSession[]): SearchedCorpora {
  const first = sessions[0]!
  const stores = sessions.map(({ store }) => store)
  return {
    name,
    sessions,
    // The rarity of words differs little between corpora that are asked together.
    index: first.index,
    store: {
      seq: async () =>
        (await Promise.all(stores.map((store) => store.seq()))).reduce((one, other) => one + other),
      papers: async (query) => (await Promise.all(stores.map((store) => store.papers(query)))).flat(),
      listUnits: async (query) => (await Promise.all(stores.map((store) => store.listUnits(query)))).flat(),
      papersOf: async (ids) => firstKnown(await Promise.all(stores.map((store) => store.papersOf(ids)))),
      async pages(paper) {
        const pages = await Promise.all(stores.map((store) => store.pages(paper)))
        return pages.find((of) => of.length > 0) ?? []
      },
    },
    paperIds: (papers) => idsIn(sessions, papers),
    unitTexts: async (ids) => {
      const texts = await Promise.all(sessions.map((session) => session.unitTexts(ids)))
      return new Map(texts.flatMap((of) => [...of]))
    },
    async retrieve({ backend = 'auto', ...request }, signal, ledger) {
      // `auto` might choose different backends.
      const chosen = backend === 'auto' ? 'hybrid' : backend
      const answers: RetrieveAnswer[] = []
      for (const session of sessions)
        answers.push(await session.retrieve({ ...request, backend: chosen }, signal, ledger))
      const hasOneScale =
        COMPARABLE.includes(chosen) && sessions.every(({ embedder }) => embedder.id === first.embedder.id)
      const hits = joinedHits(answers, hasOneScale).slice(0, request.k ?? DEFAULT_K)
      const most = (of: (answer: RetrieveAnswer) => number) => Math.max(...answers.map(of))
      return {
        ...answers[0]!,
        corpus: name,
        hits: hits.map((hit, at) => ({ ...hit, rank: at + 1 })),
        answerable: answers.some(({ answerable }) => answerable),
        answerability: most(({ answerability }) => answerability),
        topicality: most(({ topicality }) => topicality),
        tookMs: answers.reduce((sum, { tookMs }) => sum + tookMs, 0),
        stages: summed(answers.map(({ stages }) => stages)),
      }
    },
  }
}

/** Sorts hits by score or else by rank, the best first, and keeps one of those that two corpora both have. */
function joinedHits(answers: readonly RetrieveAnswer[], hasOneScale: boolean): AnswerHit[] {
  const hits = answers.flatMap(({ corpus, hits: of }) => of.map((hit) => ({ ...hit, corpus })))
  const order = hits.toSorted((one, other) => (hasOneScale ? other.score - one.score : one.rank - other.rank))
  return [...new Map(order.toReversed().map((hit) => [hit.unit, hit])).values()].toReversed()
}

/** Returns the ids that one of the corpora knows. Throws `PAPER_NOT_FOUND` if none knows any. */
async function idsIn(sessions: readonly CorpusSession[], papers: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const paper of papers) {
    const tries = await Promise.allSettled(sessions.map((session) => session.paperIds([paper])))
    const known = tries.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    const failure = tries.find((one) => one.status === 'rejected')
    if (failure !== undefined && (known.length === 0 || !isGlossError(failure.reason, 'PAPER_NOT_FOUND')))
      throw failure.reason
    found.push(...known)
  }
  return [...new Set(found)]
}

function firstKnown<Value>(lists: readonly (readonly (Value | null)[])[]): (Value | null)[] {
  return (lists[0] ?? []).map((_, at) => lists.map((list) => list[at]).find((value) => value != null) ?? null)
}

function summed(stages: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const of of stages) for (const [stage, ms] of Object.entries(of)) sums[stage] = (sums[stage] ?? 0) + ms
  return sums
}
