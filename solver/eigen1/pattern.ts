/**
 * Runs Eigen-1: K solutions, each corrected alone, each repaired with the others as references, scored and corrected until they pass, and
 * one of them chosen. Source: Algorithm 1 (A.12), as described in sections 3.2 and 3.3 and in section 4 of the specs.
 */
import { GlossError } from '../../core/index.ts'
import type { ItemOutcome } from '../parallel.ts'
import type { Runner } from '../runner.ts'
import type { Pattern } from '../solve.ts'
import { type Agents, createAgents, type Solution } from './agents.ts'
import { type Evaluated, evaluateAndCorrect, lastComposites, type Round } from './evaluate.ts'
import { chooseSolution, type RankedChoice, reportBest } from './rank.ts'
import { Eigen1Settings } from './settings.ts'

/** Details of a run: the fields of the published dump, and how the answer was chosen. Lists are in the order of the finished proposers. */
export interface Eigen1Details {
  readonly proposed: readonly Solution[]
  readonly corrected: readonly Solution[]
  readonly refined: readonly Solution[]
  readonly rounds: readonly Round[]
  readonly pool: readonly Solution[]
  /** Last composite of each solution; null if it has none. */
  readonly composites: readonly (number | null)[]
  readonly choice: RankedChoice
}

export const eigen1: Pattern<unknown> = async (question, given, runner) => {
  const settings = Eigen1Settings.parse(given)
  const agents = createAgents(runner, question.text, settings)
  const proposed = await propose(settings.proposers, agents, runner)
  const corrected = settings.corrects ? await correct(proposed, agents, runner) : proposed
  reportBest(corrected, [], runner)
  const refined =
    settings.refines && corrected.length > 1 ? await refine(corrected, agents, runner) : corrected
  reportBest(refined, [], runner)
  const { pool, rounds }: Evaluated = settings.evaluates
    ? await evaluateAndCorrect(refined, { runner, agents, query: question.text, settings })
    : { pool: refined, rounds: [] }
  const composites = lastComposites(
    pool.length,
    rounds.flatMap(({ evaluations }) => evaluations),
  )
  reportBest(pool, composites, runner)
  const choice = await chooseSolution(pool, composites, { runner, agents, settings })
  const chosen = pool[choice.index]
  if (chosen === undefined) throw new GlossError('INTERNAL', `There is no candidate ${choice.index}.`)
  runner.report('rank/0', 'selection', choice)
  const details: Eigen1Details = { proposed, corrected, refined, rounds, pool, composites, choice }
  return { answer: chosen.said, answerPath: chosen.path, details }
}

/** Returns the solutions of the proposers that finished. Throws `NO_SOLUTION` with the first failure if none did. */
async function propose(count: number, agents: Agents, runner: Runner): Promise<Solution[]> {
  runner.stage('propose')
  const places = Array.from({ length: count }, (_, index) => index)
  const ended: Solution[] = []
  const outcomes = await runner.parallel('propose', places, async (index, path) => {
    const solution = await agents.propose(path)
    report(runner, index, solution)
    if (solution.text === '') return solution
    ended[index] = solution
    // In the order of their indices, not of finishing.
    reportBest(Object.values(ended), [], runner)
    return solution
  })
  const solutions = outcomes.flatMap((outcome) =>
    outcome.isDone && outcome.value.text !== '' ? [outcome.value] : [],
  )
  if (solutions.length > 0) return solutions
  const [failed] = outcomes.flatMap((outcome) => (outcome.isDone ? [] : [outcome.failure]))
  throw new GlossError(
    'NO_SOLUTION',
    failed === undefined ? 'No proposer wrote anything.' : `No proposer finished: ${failed.message}`,
    { proposers: count, code: failed?.code ?? null },
  )
}

/** Corrects each solution alone: a corrector sees only one. If it fails, the old solution stays. */
async function correct(solutions: readonly Solution[], agents: Agents, runner: Runner): Promise<Solution[]> {
  runner.stage('correct')
  const outcomes = await runner.parallel('correct', solutions, async (solution, path, index) => {
    const corrected = await agents.correct(path, solution)
    report(runner, index, corrected)
    return corrected
  })
  return replaced(solutions, outcomes)
}

/** Repairs each corrected solution as the anchor, with the others as references: no repair reads another repair. */
async function refine(solutions: readonly Solution[], agents: Agents, runner: Runner): Promise<Solution[]> {
  runner.stage('refine')
  const outcomes = await runner.parallel('refine', solutions, async (anchor, path, index) => {
    const refined = await agents.refine(path, anchor, solutions.toSpliced(index, 1))
    report(runner, index, refined)
    return refined
  })
  return replaced(solutions, outcomes)
}

function replaced(old: readonly Solution[], outcomes: readonly ItemOutcome<Solution>[]): Solution[] {
  return old.map((solution, at) => {
    const outcome = outcomes[at]
    return outcome?.isDone && outcome.value.text !== '' ? outcome.value : solution
  })
}

function report(runner: Runner, index: number, solution: Solution): void {
  runner.report(solution.path, 'candidate', { index, ...solution })
}
