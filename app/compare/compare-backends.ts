/** `compare` without judgements: what each backend finds for a question, side by side, and how far they agree. */

import {
  type BackendFailure,
  jaccard,
  mean,
  onEachBackend,
  rankBiasedOverlap,
} from '../../comparison/index.ts'
import { GlossError } from '../../core/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { type OwnVersion, ownVersion } from '../wiring/own-version.ts'
import type { BackendName, FusionName } from '../wiring/retrieval-backends.ts'
import { DEFAULT_K, type RetrieveAnswer } from '../wiring/retrieve-shapes.ts'

export interface CompareRequest {
  readonly queries: readonly string[]
  readonly backends: readonly BackendName[]
  readonly k?: number | undefined
  readonly fusion?: FusionName | undefined
  readonly corpus?: string | undefined
}

/** How far the rankings of two backends agree, by their units. */
export interface Overlap {
  readonly backends: readonly [string, string]
  /** Share of the units of both that both have among their first k. */
  readonly jaccard: number
  /** Rank-biased overlap: early ranks count most. */
  readonly rankBiased: number
}

export interface ComparedQuestion {
  readonly query: string
  readonly answers: Readonly<Record<string, Omit<RetrieveAnswer, 'query' | 'corpus' | 'backend'>>>
  readonly overlaps: readonly Overlap[]
}

export interface CompareResult {
  readonly corpus: string
  /** State of the corpus: raised by its every change. */
  readonly seq: number
  readonly embedder: string
  readonly gloss: OwnVersion
  readonly k: number
  readonly questions: readonly ComparedQuestion[]
  /** Means over the questions. */
  readonly overlaps: readonly Overlap[]
  readonly failures: Readonly<Record<string, BackendFailure>>
}

/** Throws `INPUT_INVALID` for no question or an empty one, and the first backend's error where none can answer. */
export async function compareAnswers(
  gloss: Gloss,
  { queries, backends, k = DEFAULT_K, fusion, corpus }: CompareRequest,
  signal: AbortSignal,
): Promise<CompareResult> {
  if (queries.length === 0 || queries.some((query) => query.trim() === ''))
    throw new GlossError('INPUT_INVALID', 'Give at least one question; no question may be empty.', {
      field: 'queries',
    })
  const session = await gloss.session(corpus)
  // Rankings are compared as the backends make them.
  const options = { k, isPlain: true, ...(fusion === undefined ? {} : { fusion }) }
  const { answers, failures } = await onEachBackend(
    backends,
    async (backend) => {
      const made: RetrieveAnswer[] = []
      for (const query of queries) made.push(await session.retrieve({ query, backend, ...options }, signal))
      return made
    },
    signal,
  )
  const questions = queries.map((query, at) => comparedQuestion(query, at, answers))
  return {
    corpus: session.name,
    seq: await session.seq(),
    embedder: session.embedder.id,
    gloss: await ownVersion(),
    k,
    questions,
    overlaps: meanOverlaps(questions),
    failures,
  }
}

function comparedQuestion(
  query: string,
  at: number,
  byBackend: Readonly<Record<string, readonly RetrieveAnswer[]>>,
): ComparedQuestion {
  const answers = Object.entries(byBackend).map(([name, all]) => {
    const { query: _query, corpus: _corpus, backend: _backend, ...answer } = all[at] as RetrieveAnswer
    return [name, answer] as const
  })
  const rankings = answers.map(([name, { hits }]) => ({ name, units: hits.map(({ unit }) => unit) }))
  const overlaps = rankings.flatMap((first, i) =>
    rankings.slice(i + 1).map((second) => ({
      backends: [first.name, second.name] as const,
      jaccard: jaccard(first.units, second.units),
      rankBiased: rankBiasedOverlap(first.units, second.units),
    })),
  )
  return { query, answers: Object.fromEntries(answers), overlaps }
}

function meanOverlaps(questions: readonly ComparedQuestion[]): Overlap[] {
  return (questions[0]?.overlaps ?? []).map(({ backends }, pair) => {
    const all = questions.map(({ overlaps }) => overlaps[pair] as Overlap)
    return {
      backends,
      jaccard: mean(all.map((overlap) => overlap.jaccard)),
      rankBiased: mean(all.map((overlap) => overlap.rankBiased)),
    }
  })
}
