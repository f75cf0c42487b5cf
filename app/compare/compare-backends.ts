/** `compare` without judgements: what each backend finds for a question, side by side, and how far the backends agree. */
import { z } from 'zod'
import { askEachBackend, jaccard, mean, rankBiasedOverlap } from '../../comparison/index.ts'
import { type DeepReadonly, invalidInput } from '../../core/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { ownVersion } from '../wiring/own-version.ts'
import type { BackendName, FusionName } from '../wiring/retrieval-backends.ts'
import { DEFAULT_K, type RetrieveAnswer, RetrieveAnswerShape } from '../wiring/retrieve-shapes.ts'

export interface CompareRequest {
  readonly queries: readonly string[]
  readonly backends: readonly BackendName[]
  readonly k?: number | undefined
  readonly fusion?: FusionName | undefined
  readonly corpus?: string | undefined
}

const OverlapShape = z
  .object({
    backends: z.tuple([z.string(), z.string()]),
    jaccard: z.number().describe('Jaccard index of the units in both top k.'),
    rankBiased: z
      .number()
      .describe('Extrapolated rank-biased overlap with persistence .9; early ranks count most.'),
  })
  .meta({ title: 'Overlap' })

/** Result of a comparison: the schema that the service documents, and the source of the command line's type. */
export const CompareShape = z
  .object({
    corpus: z.string(),
    seq: z.int().describe('Change counter of the corpus.'),
    embedder: z.string(),
    gloss: z.object({ version: z.string(), commit: z.string().nullable() }),
    k: z.int(),
    questions: z.array(
      z.object({
        query: z.string(),
        answers: z
          .record(z.string(), RetrieveAnswerShape.omit({ query: true, corpus: true, backend: true }))
          .describe('Answers by backend.'),
        overlaps: z.array(OverlapShape),
      }),
    ),
    overlaps: z.array(OverlapShape).describe('Means over the questions.'),
    failures: z
      .record(z.string(), z.object({ code: z.string(), message: z.string(), help: z.string() }))
      .describe('Backends that could not answer, and why.'),
  })
  .meta({ title: 'CompareAnswer' })
export type CompareResult = DeepReadonly<z.output<typeof CompareShape>>
type ComparedQuestion = CompareResult['questions'][number]
type Overlap = CompareResult['overlaps'][number]

/** Compares hits of backends. Throws `INPUT_INVALID` for a missing or empty question, and the first backend's error if none can answer. */
export async function compareAnswers(
  gloss: Gloss,
  { queries, backends, k = DEFAULT_K, fusion, corpus }: CompareRequest,
  signal: AbortSignal,
): Promise<CompareResult> {
  if (queries.length === 0 || queries.some((query) => query.trim() === ''))
    throw invalidInput('queries', 'Give at least one question; no question may be empty.')
  const session = await gloss.session(corpus)
  // Compares rankings as the backends make them.
  const options = { k, isPlain: true, ...(fusion === undefined ? {} : { fusion }) }
  const { answers, failures } = await askEachBackend(
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
