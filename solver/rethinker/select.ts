/** Chooses the answer in rounds of a selector over a Latin square, with an adjudication if they disagree (specs/rethinker.md 5.2). */
import { repairRequest } from '../../models/index.ts'
import { visibleText } from '../agent.ts'
import { perplexity } from '../confidence.ts'
import type { Runner } from '../runner.ts'
import type { RethinkerAgents, SelectorRun } from './agents.ts'
import {
  commonest,
  distinctPicks,
  gateStops,
  historyText,
  mostFrequentPick,
  type Selection,
} from './history.ts'
import { finishSentences } from './prompts.ts'
import { readPick } from './read-answer.ts'
import { type RethinkerSettings, selectorRounds } from './settings.ts'
import { writtenBy } from './trajectory.ts'

/** `unanimous`: only one response was picked. `adjudicated`: several were, decided in one more round. `single`: one candidate. */
export type Decision = 'unanimous' | 'adjudicated' | 'fallback' | 'single'

export interface Selected {
  /** Number of the candidate, from 1. */
  readonly id: number
  readonly decided: Decision
  /** Rounds, including the final adjudication. */
  readonly history: readonly Selection[]
}

export interface SelectTeam {
  readonly runner: Runner
  readonly agents: RethinkerAgents
  readonly settings: RethinkerSettings
}

interface Candidate {
  readonly text: string
  readonly answer: string
}

/** Selects a candidate. Candidates are numbered from 1 in order and keep their number. */
export async function selectCandidate(candidates: readonly Candidate[], team: SelectTeam): Promise<Selected> {
  const n = candidates.length
  if (n === 1) return { id: 1, decided: 'single', history: [] }
  const history: Selection[] = []
  const rounds = selectorRounds(team.settings)
  for (let round = 0; round < rounds && !gateStops(history, team.settings); round++) {
    team.runner.stage(`selector.${round}`)
    const order = orderOf(n, round, team.settings)
    history.push(
      reported(await selection(`selector.${round}`, { order, candidates, history }, team), 'round', team),
    )
  }
  const picks = distinctPicks(history)
  const [only] = picks
  if (only === undefined) {
    const id = commonest(candidates.map(({ answer }) => answer))
    return { id, decided: 'fallback', history }
  }
  return picks.length === 1
    ? { id: only, decided: 'unanimous', history }
    : await adjudicated(picks, candidates, history, team)
}

/** Decides among the picked candidates with the whole history; asks once more if none of them is named. */
async function adjudicated(
  picks: readonly number[],
  candidates: readonly Candidate[],
  history: readonly Selection[],
  team: SelectTeam,
): Promise<Selected> {
  team.runner.stage('final')
  const order = orderOf(candidates.length, history.length, team.settings).filter((id) => picks.includes(id))
  const final = await selection('final', { order, candidates, history }, team)
  const all = [...history, reported(final, 'final', team)]
  return final.pick === null
    ? { id: mostFrequentPick(history, picks), decided: 'fallback', history: all }
    : { id: final.pick, decided: 'adjudicated', history: all }
}

interface Showing {
  readonly order: readonly number[]
  readonly candidates: readonly Candidate[]
  readonly history: readonly Selection[]
}

/** Runs a round; one that fails has no pick. */
async function selection(
  stage: string,
  { order, candidates, history }: Showing,
  team: SelectTeam,
): Promise<Selection> {
  const { runner, agents, settings } = team
  const round = history.length
  const shown = {
    count: order.length,
    responses: order.map((id) => `### Response ${id}:\n${candidates[id - 1]?.text ?? ''}`).join('\n'),
    history: round === 0 ? null : historyText(history, settings.showsPerplexity),
  }
  const [outcome] = await runner.parallel(stage, [shown], (given, path) => agents.select(path, given))
  if (!outcome?.isDone) return { round, order, pick: null, ppl: null, tokens: 0, text: '' }
  const run = outcome.value
  const { confidence = null } = run
  const first = readPick(writtenBy(run.segments), order)
  const pick = first === null && stage === 'final' ? await finished(run, order, team) : first
  return {
    round,
    order,
    pick,
    ppl: perplexity(confidence),
    tokens: confidence?.tokens ?? 0,
    text: visibleText(run),
  }
}

// Enough for a tag and for models that think aloud. Chosen, not measured.
const FINISH_TOKENS = 1_024

/** Asks the same model once more to finish. */
async function finished(
  run: SelectorRun,
  order: readonly number[],
  { runner, settings }: SelectTeam,
): Promise<number | null> {
  const [sentence = ''] = finishSentences('select')
  const { temperature, selectorTopP, maxTokens } = settings
  const request = repairRequest(
    {
      messages: run.asked,
      temperature,
      maxTokens: Math.min(FINISH_TOKENS, maxTokens),
      extraBody: { top_p: selectorTopP },
    },
    visibleText(run),
    sentence,
  )
  const [outcome] = await runner.parallel('final/finish', [request], (again, path) =>
    runner.ask(path, 'selector', again),
  )
  return outcome?.isDone ? readPick(outcome.value.text, order) : null
}

function orderOf(n: number, round: number, { order }: RethinkerSettings): number[] {
  return latinRow(n, order === 'latin' ? round : 0)
}

function reported(done: Selection, kind: 'round' | 'final', { runner }: SelectTeam): Selection {
  const { round, order, pick, ppl, tokens } = done
  const path = kind === 'final' ? 'final/0' : `selector.${round}/0`
  const row = {
    // Counted from 1, like the headings of the page and of the trace; the prompts count from 0.
    round: kind === 'final' ? 'final' : String(round + 1),
    order,
    pick: pick ?? 'none',
    perplexity: ppl === null ? 'not given' : ppl.toFixed(4),
    tokens: ppl === null ? null : tokens,
  }
  runner.report(path, 'selector-row', row)
  return done
}

/** Returns a Latin square: row i has the numbers 1 to n, beginning at i + 1. Throws a RangeError for n < 1. */
function latinSquare(n: number): number[][] {
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`A Latin square of ${n} rows does not exist.`)
  return Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => ((i + j) % n) + 1))
}

/** Returns the row of a round; after the last row the first one follows. */
function latinRow(n: number, round: number): number[] {
  return latinSquare(n)[round % n] ?? []
}
