/** Finishes PACE, PHASE and SCHEMA: an answer is drafted, checked, drafted again at most once, and formatted by a last role. */
import { GlossError, lastFinalLine } from '../../core/index.ts'
import type { Runner } from '../runner.ts'
import type { SlotWrite } from '../slots.ts'
import type { PatternResult } from '../solve.ts'
import type { RwsNote } from './ask-roles.ts'
import { passesGate, type RwsReport, readRwsReport, UNREADABLE_REPORT } from './read-structure.ts'
import type { Requirement, Requirements } from './requirements.ts'
import { type Draft, type RwsRun, roundPath, type SlotTurn } from './run-roles.ts'

/** Details common to the three patterns; a pattern may add others. */
export interface RwsDetails {
  /** Text of the last role. */
  readonly text: string
  /** Whether the answer was accepted; null if the last draft was not judged. */
  readonly accepted: boolean | null
  /** Confidence in the last report, as written by a model: not a measurement (section 7, point 14). */
  readonly confidence: number | null
  /** Number of repeated drafts. */
  readonly retried: number
  readonly reports: readonly RwsReport[]
  readonly requirements: readonly Requirement[]
  readonly slots: readonly SlotWrite[]
  readonly notes: readonly RwsNote[]
}

/** A role that is asked once per round. */
export interface RoundTurn {
  readonly stage: string
  readonly role: string
  readonly slot: string
  /** `round` counts from 0. */
  readonly template: (round: number) => string
}

export interface RwsAnswering {
  readonly draft: RoundTurn
  readonly check: RoundTurn
  /** Whether the second draft is checked, too: in PHASE, but not in PACE and SCHEMA. */
  readonly checksLast: boolean
  readonly requirements: Requirements
  /** Turn of the role that formats the answer. */
  readonly last: SlotTurn
  readonly isCode: boolean
}

/** Runs the rounds. Throws `NO_SOLUTION` if no answer was written at all, and what the models throw. */
export async function answerAsRws(
  runner: Runner,
  run: RwsRun,
  { draft, check, checksLast, requirements, last, isCode }: RwsAnswering,
): Promise<PatternResult> {
  async function drafted(round: number): Promise<Draft> {
    const path = roundPath(draft.stage, round)
    const text = await run.say({ path, role: draft.role, slot: draft.slot, template: draft.template(round) })
    if (text !== '') runner.offer(text, path)
    return { path, text }
  }
  async function checked(round: number): Promise<RwsReport> {
    const path = roundPath(check.stage, round)
    const { role, slot } = check
    const template = check.template(round)
    const turn = { path, role, slot, template, read: readRwsReport, fallback: UNREADABLE_REPORT }
    const { value } = await run.structure(turn)
    requirements.judge(path, value, true)
    return value
  }
  let message = await drafted(0)
  const reports = [await checked(0)]
  const isRetried = !passesGate(reports[0]!)
  if (isRetried) {
    if (!checksLast) requirements.judge(roundPath(check.stage, 0), reports[0]!, false)
    message = await drafted(1)
    if (checksLast) reports.push(await checked(1))
  }
  const text = await run.say(last)
  const answer = enclosedAnswer(run, message, { path: last.path, text }, isCode)
  const details: RwsDetails = {
    text,
    accepted: isRetried && !checksLast ? null : passesGate(reports.at(-1)!),
    confidence: reports.at(-1)!.confidence,
    retried: isRetried ? 1 : 0,
    reports,
    requirements: requirements.all(),
    slots: run.slots.history(),
    notes: run.notes(),
  }
  return { ...answer, details }
}

/**
 * Returns the last role's text unless it changed or lost the answer: then the message itself, with a note (section 2.2).
 * The wording is compared, not the value: the slightest difference keeps the message.
 */
function enclosedAnswer(
  run: Pick<RwsRun, 'note'>,
  message: Draft,
  enclosed: Draft,
  isCode: boolean,
): Pick<PatternResult, 'answer' | 'answerPath'> {
  const isKept =
    enclosed.text !== '' && isSameFinal(finalLine(message.text, isCode), finalLine(enclosed.text, isCode))
  const isFirst = message.text === '' && enclosed.text !== ''
  if (isKept || isFirst) return { answer: enclosed.text, answerPath: enclosed.path }
  if (message.text === '')
    throw new GlossError('NO_SOLUTION', 'The model wrote no answer.', { path: message.path })
  if (enclosed.text !== '') run.note(enclosed.path, 'enclose_changed')
  return { answer: message.text, answerPath: message.path }
}

const LABEL = /^(?:latex|json|numeric)\s*:\s*/i

/** Returns the final line or, if `isCode`, all text from there to the end. */
export function finalLine(text: string, isCode = false): string {
  const found = lastFinalLine(text)
  if (found === null) return bare(text.split('\n').findLast((line) => line.trim() !== '') ?? '')
  const { rest, after } = found
  if (isCode) return bare(rest + after)
  return bare([rest, ...after.split('\n')].find((line) => bare(line) !== '') ?? '')
}

/** Returns whether answers are equal except for labels, fences, formula delimiters, blanks and a full stop. `mm` and `Mm` differ. */
export function isSameFinal(one: string, other: string): boolean {
  return compared(one) === compared(other)
}

function bare(line: string): string {
  return line
    .trim()
    .replace(/^```\w*|```$/g, '')
    .trim()
    .replace(LABEL, '')
}

function compared(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\\[()[\]]|\$|[`*]{2,}/g, '')
    .replace(/\s+/g, '')
    .replace(/\.$/, '')
}
