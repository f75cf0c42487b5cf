/** Which candidate is the run's answer? The ranker's choice; where it names none twice, the best by scores, agreement and place (4.4). */
import { repairRequest } from '../../models/index.ts'
import { readAnswer } from '../reading/answer.ts'
import { stripForNextAgent } from '../reading/hand-on.ts'
import { fallbackChoice, readSelection } from '../reading/selection.ts'
import type { Runner } from '../runner.ts'
import type { Agents, Solution } from './agents.ts'
import type { Eigen1Settings } from './settings.ts'

export interface RankedChoice {
  /** Place of the candidate. */
  readonly index: number
  /** `alone`: there was no other. */
  readonly by: 'ranker' | 'repair' | 'fallback' | 'alone'
  /** What the ranker wrote; empty where it was not asked. */
  readonly text: string
  readonly losses: readonly string[]
}

export const REPAIR_TOKENS = 1_024

/** Composites of the pool, null where a solution was never scored. */
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

/** -1 for an empty pool. */
export function fallbackIndex(pool: readonly Solution[], composites: readonly (number | null)[]): number {
  return fallbackChoice(
    pool.map(({ said }, at) => ({ composite: composites[at] ?? null, answer: readAnswer(said).text })),
  )
}

/** What the run ends with, should it be ended now. */
export function reportBest(
  pool: readonly Solution[],
  composites: readonly (number | null)[],
  runner: Runner,
): void {
  const best = pool[fallbackIndex(pool, composites)]
  if (best !== undefined) runner.offer(best.said, best.path)
}
