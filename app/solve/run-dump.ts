/** `dump.jsonl`: of each run every candidate at every stage, with the fields of the published code's dump (specs/eigen1.md 4.4). */
import { join } from 'node:path'
import { createLineFile } from '../../core/index.ts'
import type { AnswerRow } from '../../evaluation/index.ts'
import { detailsOf } from '../../evaluation/index.ts'
import type { Eigen1Details } from '../../solver/index.ts'
import type { Gloss } from '../wiring/gloss.ts'

const FILE = 'dump.jsonl'

/** One run in memory at a time. Of runs without a pool only what they are asked and ended with is written. */
export async function writeDump(gloss: Gloss, rows: readonly AnswerRow[], folder: string): Promise<string> {
  const path = join(folder, FILE)
  await using file = await createLineFile(path)
  for (const { id, run, runId, query, answer } of rows) {
    const details = await detailsOf(gloss.runs(), runId)
    await file.add({ id, run, query, ...(details === null ? {} : fieldsOf(details)), final: answer })
  }
  return path
}

function fieldsOf({ proposed, corrected, refined, rounds, pool, choice }: Eigen1Details): object {
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
