/** A run with the fields of the published code's dump (specs/eigen1.md 4.4). */
import { isEigen1Details } from './candidate-steps.ts'

/** Null for details of another form. */
export function eigen1Dump(details: unknown): object | null {
  if (!isEigen1Details(details)) return null
  const { proposed, corrected, refined, rounds, pool, choice } = details
  const current = refined.map(({ text }) => text)
  return {
    solutions: texts(proposed),
    corrected: texts(corrected),
    refined: texts(refined),
    rounds: rounds.map(({ evaluations, failed, replaced, replacements }) => {
      const before = failed.map((index) => current[index] ?? '')
      replaced.forEach((index, place) => {
        current[index] = replacements[place]?.text ?? ''
      })
      return {
        evaluations: evaluations.map(({ index, scores, composite, suggestion }) => ({
          index,
          quality_scores: scores,
          score: composite,
          suggestion,
        })),
        failed: before,
        replaced: texts(replacements),
      }
    }),
    pool: texts(pool),
    ranker: choice.text,
  }
}

function texts(solutions: readonly { readonly text: string }[]): string[] {
  return solutions.map(({ text }) => text)
}
