/** One run out of several: by ranks or by scores. */
import { type Run, type RunHit, rankedByScore } from '../../../comparison/index.ts'

/** What a hit of a run adds to its document. */
type Addend = (hit: RunHit, place: number, hits: readonly RunHit[]) => number

/** 60 is the value of the source: Cormack, Clarke and Büttcher, SIGIR 2009, section 1. */
const RANK_DAMPING = 60

const ADDENDS = {
  /** Reciprocal rank fusion. */
  rrf: (_hit, place) => 1 / (RANK_DAMPING + place + 1),
  /** CombSUM (Fox and Shaw 1994) of scores stretched to 0 .. 1 within the question; 1 for all where they are equal. */
  sum: ({ score }, _place, hits) => {
    const [highest, lowest] = [hits[0]!.score, hits.at(-1)!.score]
    return highest > lowest ? (score - lowest) / (highest - lowest) : 1
  },
} as const satisfies Readonly<Record<string, Addend>>

export type RunFusion = keyof typeof ADDENDS
export const RUN_FUSIONS = Object.keys(ADDENDS) as readonly RunFusion[]

/** `weights`: of each run, 1 where absent. A question that some runs lack is fused from the others. */
export function fuseRuns(runs: readonly Run[], by: RunFusion, weights: readonly number[] = []): Run {
  const questions = [...new Set(runs.flatMap((run) => [...run.questions.keys()]))]
  const fused = questions.map((question) => {
    const scores = new Map<string, number>()
    for (const [at, run] of runs.entries()) {
      const hits = run.questions.get(question) ?? []
      for (const [place, hit] of hits.entries()) {
        const added = (weights[at] ?? 1) * ADDENDS[by](hit, place, hits)
        scores.set(hit.document, (scores.get(hit.document) ?? 0) + added)
      }
    }
    return [question, rankedByScore([...scores].map(([document, score]) => ({ document, score })))] as const
  })
  return { name: `${by}(${runs.map(({ name }) => name).join('+')})`, questions: new Map(fused) }
}
