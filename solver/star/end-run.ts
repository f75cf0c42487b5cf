/** How PACE, PHASE and SCHEMA end: the last role puts the answer into form, and the details say how it came about. */
import { GlossError } from '../../core/index.ts'
import type { Gated } from '../gate.ts'
import type { SlotWrite } from '../session.ts'
import type { PatternResult } from '../solve.ts'
import type { StarNote } from './ask-roles.ts'
import { finalLine, isSameFinal } from './final-line.ts'
import type { StarReport } from './read-structure.ts'
import type { Requirement, Requirements } from './requirements.ts'
import type { Draft, SlotTurn, StarRun } from './star-run.ts'

/** The same for the three; a pattern may add to it. */
export interface StarDetails {
  /** Of the last role. */
  readonly text: string
  /** Null where the answer was made again and not judged again. */
  readonly accepted: boolean | null
  /** Of the last report, as a model wrote it: no measurement (section 7, point 14). */
  readonly confidence: number | null
  /** Answers that were made again. */
  readonly retried: number
  readonly reports: readonly StarReport[]
  readonly requirements: readonly Requirement[]
  readonly slots: readonly SlotWrite[]
  readonly notes: readonly StarNote[]
}

export interface StarEnding {
  readonly gated: Gated<Draft, StarReport>
  readonly requirements: Requirements
  /** Of the role that puts the answer into form. */
  readonly last: SlotTurn
  readonly isCode: boolean
}

/** Throws `NO_SOLUTION` where no answer was written at all, and what the model throws. */
export async function endStarRun(
  run: StarRun,
  { gated, requirements, last, isCode }: StarEnding,
): Promise<PatternResult> {
  const text = await run.say(last)
  const answer = enclosedAnswer(run, gated.value, { path: last.path, text }, isCode)
  const details: StarDetails = {
    text,
    accepted: gated.accepted,
    confidence: gated.verdicts.at(-1)?.confidence ?? null,
    retried: gated.retried,
    reports: gated.verdicts,
    requirements: requirements.all(),
    slots: run.session.history(),
    notes: run.notes(),
  }
  return { ...answer, details }
}

/**
 * What the last role made of the message, unless that changed the answer or lost it: then the message as it is, with a note (section 2.2).
 * Wording is compared, not worth: the slightest difference keeps the message.
 */
function enclosedAnswer(
  run: Pick<StarRun, 'note'>,
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
