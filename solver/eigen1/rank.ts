/** Chooses the run's answer: by the ranker or, if it twice names no candidate, by scores, agreement and position (4.4). */
import { repairRequest } from '../../models/index.ts'
import { readAnswer } from '../reading/answer.ts'
import { stripForNextAgent } from '../reading/hand-on.ts'
import { fallbackChoice, readSelection } from '../reading/selection.ts'
import type { Runner } from '../runner.ts'
import type { Agents, Solution } from './agents.ts'
import type { Eigen1Settings } from './settings.ts'

export interface RankedChoice {
  /** Index of the candidate. */
  readonly index: number
  /** `alone`: there was only one candidate. */
  readonly by: 'ranker' | 'repair' | 'fallback' | 'alone'
  /** Text of the ranker; empty if it was not asked. */
  readonly text: string
  readonly losses: readonly string[]
}

export const REPAIR_TOKENS = 1_024

/** Chooses a solution. `composites` are those of the pool, null for a solution that was never scored. */
export async function chooseSolution(
  pool: readonly Solution[],
  composites: readonly (number | null)[],
  {
    runner,
    agents,
    settings,
  }: { readonly runner: Runner; readonly agents: Agents; readonly settings: Eigen1Settings },
): Promise<RankedChoice> {
  if (pool.length === 1) return { index: 0, by: 'alone', text: '', losses: [] }
  runner.stage('rank')
  const losses: string[] = []
  const [ranked] = await runner.parallel('rank', [pool], (candidates, path) => agents.rank(path, candidates))
  if (!ranked?.isDone) {
    losses.push(ranked?.failure.code ?? 'failed')
    return { index: fallbackIndex(pool, composites), by: 'fallback', text: '', losses }
  }
  const { text, handed, asked } = ranked.value
  const first = readSelection(handed.said, pool.length)
  if (first.ok) return { index: first.value, by: 'ranker', text, losses }
  losses.push(first.reason)
  const complaint = `You did not name the response. Answer with <select>Response n</select> and nothing else, where n is from 1 to ${pool.length}.`
  const maxTokens = Math.min(REPAIR_TOKENS, settings.maxTokens)
  const request = repairRequest(
    {
      messages: asked,
      maxTokens,
      ...(settings.evaluatorTemperature === null ? {} : { temperature: settings.evaluatorTemperature }),
    },
    handed.text,
    complaint,
  )
  const [repaired] = await runner.parallel('rank/repair', [request], (again, path) =>
    runner.ask(path, 'ranker', again),
  )
  const second = repaired?.isDone
    ? readSelection(stripForNextAgent(repaired.value.text, 'select').text, pool.length)
    : null
  if (second?.ok) return { index: second.value, by: 'repair', text, losses }
  losses.push(second === null ? 'repair_failed' : second.reason)
  return { index: fallbackIndex(pool, composites), by: 'fallback', text, losses }
}

/** Returns the index of the choice without a ranker, -1 for an empty pool. */
export function fallbackIndex(pool: readonly Solution[], composites: readonly (number | null)[]): number {
  return fallbackChoice(
    pool.map(({ said }, at) => ({ composite: composites[at] ?? null, answer: readAnswer(said).text })),
  )
}

/** Reports the answer that is the result if the run is ended now. */
export function reportBest(
  pool: readonly Solution[],
  composites: readonly (number | null)[],
  runner: Runner,
): void {
  const best = pool[fallbackIndex(pool, composites)]
  if (best !== undefined) runner.offer(best.said, best.path)
}
