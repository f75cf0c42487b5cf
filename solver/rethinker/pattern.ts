/**
 * Runs ReThinker: independent paths of a solver, a guided summary and a critic; a selector that reads the candidates in changing order and
 * with its earlier picks; an adjudication if these differ. Source: Algorithms 2 and 3, as described in specs/rethinker.md 5.1 and 5.2.
 */
import { GlossError } from '../../core/index.ts'
import type { ItemOutcome } from '../parallel.ts'
import type { Runner } from '../runner.ts'
import type { Pattern } from '../solve.ts'
import { createAgents } from './agents.ts'
import { commonest, type Selection } from './history.ts'
import { extractAnswer } from './read-answer.ts'
import { type Decision, selectCandidate } from './select.ts'
import type { RethinkerSettings } from './settings.ts'
import { boxed, type PathTeam, type SolvedPath, solvePath } from './solve-path.ts'

/** A path without a candidate. */
export interface DroppedPath {
  readonly path: number
  /** `no_answer`, or the code of its failure. */
  readonly reason: string
  readonly message: string
}

/** Details of a run, as plain data. */
export interface RethinkerDetails {
  /** Candidates in the order of their numbers, which begin at 1. */
  readonly candidates: readonly SolvedPath[]
  readonly dropped: readonly DroppedPath[]
  readonly history: readonly Selection[]
  /** Number of the chosen candidate. */
  readonly candidate: number
  readonly decided: Decision
  /** False if no round of the selector had log probabilities; null if it was not asked. */
  readonly hasPerplexity: boolean | null
}

export const rethinker: Pattern<RethinkerSettings> = async ({ text: query }, settings, runner) => {
  const agents = createAgents(runner, query, settings)
  const team = { runner, agents, query, settings }
  const { candidates, dropped } = await solvePaths(team)
  offer(candidates, runner)
  const { id, decided, history } = await selectCandidate(candidates, team)
  const chosen = candidates[id - 1]
  if (chosen === undefined) throw new GlossError('INTERNAL', `There is no candidate ${id}.`)
  const hasPerplexity = history.length === 0 ? null : history.some(({ ppl }) => ppl !== null)
  runner.report(chosen.textPath, 'selection', {
    candidate: id,
    path: chosen.path,
    decided,
    hasPerplexity,
    dropped,
  })
  const details: RethinkerDetails = { candidates, dropped, history, candidate: id, decided, hasPerplexity }
  return { answer: finalText(chosen), answerPath: chosen.textPath, details }
}

/** Runs all paths. Throws `NO_SOLUTION` if none has an answer. */
async function solvePaths(team: PathTeam) {
  const { runner, settings } = team
  runner.stage('paths')
  const places = Array.from({ length: settings.paths }, (_, place) => place)
  const ended: SolvedPath[] = []
  const outcomes = await runner.parallel('paths', places, async (place) => {
    const solved = await solvePath(place, team)
    ended[place] = solved
    // In the order of their indices, not of finishing.
    offer(Object.values(ended), runner)
    return solved
  })
  const candidates = outcomes.flatMap((outcome) => (outcome.isDone ? [outcome.value] : []))
  const dropped = outcomes.flatMap(droppedPath)
  const [first] = dropped
  if (candidates.length > 0) return { candidates, dropped }
  throw new GlossError('NO_SOLUTION', `No path reached an answer: ${first?.message ?? 'there was none.'}`, {
    paths: settings.paths,
    reasons: dropped.map(({ reason }) => reason).join(', '),
  })
}

function droppedPath(outcome: ItemOutcome<SolvedPath>, path: number): DroppedPath[] {
  if (outcome.isDone) return []
  const { code, message } = outcome.failure
  return [{ path, reason: code === 'NO_SOLUTION' ? 'no_answer' : code, message }]
}

/** Reports the answer that is the result if the run is ended now. */
function offer(candidates: readonly SolvedPath[], runner: Runner): void {
  const best = candidates[commonest(candidates.map(({ answer }) => answer)) - 1]
  if (best !== undefined) runner.offer(finalText(best), best.textPath)
}

/** Returns the agent's text if it contains the answer, else the answer in tags. */
function finalText({ text, answer }: SolvedPath): string {
  return extractAnswer(text) === answer ? text : boxed(answer)
}
