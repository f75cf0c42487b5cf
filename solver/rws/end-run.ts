/** How PACE, PHASE and SCHEMA come to an answer: it is drafted, checked, at most once drafted again, and put into form by a last role. */
import { GlossError, lastFinalLine } from '../../core/index.ts'
import type { Runner } from '../runner.ts'
import type { SlotWrite } from '../slots.ts'
import type { PatternResult } from '../solve.ts'
import type { RwsNote } from './ask-roles.ts'
import { passesGate, type RwsReport, readRwsReport, UNREADABLE_REPORT } from './read-structure.ts'
import type { Requirement, Requirements } from './requirements.ts'
import { type Draft, type RwsRun, roundPath, type SlotTurn } from './run-roles.ts'

/** The same for the three; a pattern may add to it. */
export interface RwsDetails {
  /** Of the last role. */
  readonly text: string
  /** Null where the answer was made again and not judged again. */
  readonly accepted: boolean | null
  /** Of the last report, as a model wrote it: no measurement (section 7, point 14). */
  readonly confidence: number | null
  /** Answers that were made again. */
  readonly retried: number
  readonly reports: readonly RwsReport[]
  readonly requirements: readonly Requirement[]
  readonly slots: readonly SlotWrite[]
  readonly notes: readonly RwsNote[]
}

/** A role that is asked once a round. */
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
  /** Whether the second draft is checked too: PHASE does, PACE and SCHEMA do not. */
  readonly checksLast: boolean
  readonly requirements: Requirements
  /** Of the role that puts the answer into form. */
  readonly last: SlotTurn
  readonly isCode: boolean
}

/** Throws `NO_SOLUTION` where no answer was written at all, and what the models throw. */
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
 * What the last role made of the message, unless that changed the answer or lost it: then the message as it is, with a note (section 2.2).
 * Wording is compared, not worth: the slightest difference keeps the message.
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

/** `isCode`: all to the end of the text, in place of one line. Empty without a final line. */
export function finalLine(text: string, isCode = false): string {
  const found = lastFinalLine(text)
  if (found === null) return bare(text.split('\n').findLast((line) => line.trim() !== '') ?? '')
  const { rest, after } = found
  if (isCode) return bare(rest + after)
  return bare([rest, ...after.split('\n')].find((line) => bare(line) !== '') ?? '')
}

/** Alike but for labels, fences, delimiters of formulas, blanks and one full stop. Case counts: `mm` and `Mm` are two units. */
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
