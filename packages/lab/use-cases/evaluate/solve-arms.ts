/** Solves a comparison's arms. A cost limit needs blocks of questions, so that a stopped comparison has asked all arms the same ones. */

import type { SetEvent } from '../../../../app/solve/index.ts'
import { askedModels, checkPrices, plannedRuns, projectRuns, runChoice } from '../../../../app/solve/index.ts'
import type { Gloss } from '../../../../app/wiring/index.ts'
import type { BackendFailure } from '../../../../comparison/index.ts'
import type { GoldQuestion } from '../../../../solver/index.ts'
import { type CostLimit, createCostLimit } from './cost-limit.ts'
import { armFolder, type PatternArm } from './pattern-arms.ts'
import { knownAnswers, runKey, solveGridSet } from './solve-grid.ts'

interface ArmsRequest {
  readonly file: string
  readonly runs: number
  readonly out: string
  readonly concurrency?: number | undefined
  readonly costLimit?: number | undefined
  readonly onSet: (arm: string, event: SetEvent) => void
}

export interface OpenedArms {
  readonly arms: readonly PatternArm[]
  readonly questions: readonly GoldQuestion[]
  readonly limit: CostLimit | null
}

// Each block reads again which runs of an arm have ended. Chosen, not measured.
const MAX_BLOCKS = 10

/** Returns the limit, or null if there is none. Counts the cost of earlier calls. Throws `INPUT_INVALID` if a price is unknown. */
export async function costLimitOf(
  gloss: Gloss,
  arms: readonly PatternArm[],
  { costLimit, out }: Pick<ArmsRequest, 'costLimit' | 'out'>,
): Promise<CostLimit | null> {
  if (costLimit === undefined) return null
  const projected = new Map<string, number>()
  for (const { name, request } of arms) {
    const { embedder } = await gloss.session(request.corpus)
    checkPrices(gloss, askedModels(gloss, embedder, runChoice(gloss, request)), { cost: costLimit })
    const { measured, cost } = await projectRuns(gloss, [plannedRuns(gloss, request, 1)])
    projected.set(name, measured?.cost ?? cost ?? 0)
  }
  const limit = createCostLimit(costLimit, projected)
  for (const arm of arms)
    for (const { id, run, ledger } of await knownAnswers(armFolder(arm, out))) {
      const cost = (ledger ?? []).reduce((sum, row) => sum + (row.cost ?? 0), 0)
      limit.settle(arm.name, runKey(id, run), cost)
    }
  return limit
}

/** Solves the arms. Those that cannot begin are returned with what to do; the others continue. */
export async function solveArms(
  gloss: Gloss,
  { arms, questions, limit }: OpenedArms,
  { file, runs, out, concurrency, onSet }: ArmsRequest,
  signal: AbortSignal,
): Promise<Record<string, BackendFailure>> {
  const failures: Record<string, BackendFailure> = {}
  for (const block of blocksOf(questions, limit === null ? 1 : MAX_BLOCKS))
    for (const arm of arms) {
      if (Object.hasOwn(failures, arm.name) || limit?.refusal()) continue
      const mayBegin = ({ id, run }: { readonly id: string; readonly run: number }) =>
        block.has(id) && (limit?.admits(arm.name, runKey(id, run)) ?? true)
      const listener = (event: SetEvent) => {
        if (event.type === 'ended')
          limit?.settle(arm.name, runKey(event.row.id, event.row.run), event.row.cost)
        onSet(arm.name, event)
      }
      const set = { file, runs, out: armFolder(arm, out), request: arm.request, concurrency, mayBegin }
      const ended = await solveGridSet(gloss, async () => set, listener, signal)
      if ('failure' in ended) failures[arm.name] = ended.failure
    }
  return failures
}

function blocksOf(questions: readonly GoldQuestion[], most: number): ReadonlySet<string>[] {
  const size = Math.max(1, Math.ceil(questions.length / most))
  return Array.from(
    { length: Math.ceil(questions.length / size) },
    (_, at) => new Set(questions.slice(at * size, (at + 1) * size).map(({ id }) => id)),
  )
}
