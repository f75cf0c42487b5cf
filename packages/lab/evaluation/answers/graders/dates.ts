/**
 * Compares dates, if the gold is only a date and the answer contains a single one: right if it has every part of the gold, wrong if a part
 * differs. An answer that omits a part, contains several dates or doubts its own is left to a judge.
 */
import type { GraderVerdict } from './ports.ts'

interface PlainDate {
  readonly year?: number
  /** Number of the month, from 1. */
  readonly month?: number
  readonly day?: number
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = '(1\\d{3}|20\\d{2})'
// Longer forms first, so that each position is read once.
const DATE = new RegExp(
  [
    `\\b${YEAR}-(\\d{2})-(\\d{2})\\b`,
    `\\b${MONTH}\\s+${DAY}(?:\\s*,\\s*|\\s+)${YEAR}\\b`,
    `\\b${DAY}(?:\\s+of)?\\s+${MONTH}(?:\\s*,\\s*|\\s+)${YEAR}\\b`,
    `\\b${MONTH}(?:\\s*,\\s*|\\s+(?:of\\s+)?)${YEAR}\\b`,
    `(?<![\\d.,$€£-])\\b${YEAR}\\b(?!s\\b|[\\d.,]*\\d|\\s*(?:%|km|m|kg|g|people|years?)\\b)`,
  ].join('|'),
  'gi',
)
const ASKS_FOR_TIME = /\b(?:when|(?:what|which) (?:\w+ )?(?:year|date|day)|year (?:did|was|is)|date of)\b/i
const NO_PART = /^(?:\W|\b(?:in|on|at|of|the|year)\b)*$/i
/** Words that deny a date, or make it one end of a range. */
const DOUBTED =
  /\b(?:not|never|before|after|since|until|till|from|to|between|around|about|circa|ca|approximately|early|late|mid|bc|bce|century|or|unknown|unclear|cannot|sorry|probably|possibly|perhaps|maybe|might|may have)\b|n['’]t\b/i

/** Grades the date in `answer`, or returns null if the gold is not a date, or is a year that the question may not ask for. */
export function gradeDate(question: string, gold: string, answer: string): GraderVerdict | null {
  const wanted = datesIn(gold)
  if (wanted.length !== 1 || !NO_PART.test(gold.replace(DATE, ''))) return null
  const isYearAlone = wanted[0]!.month === undefined
  if (isYearAlone && !ASKS_FOR_TIME.test(question)) return null
  const said = datesIn(answer)
  const [date] = said
  if (date === undefined || said.some((other) => !isSameDate(other, date))) return null
  if (DOUBTED.test(answer)) return null
  return compared(wanted[0]!, date)
}

function compared(wanted: PlainDate, said: PlainDate): GraderVerdict | null {
  const parts = (['year', 'month', 'day'] as const).filter((part) => wanted[part] !== undefined)
  const isOther = parts.some((part) => said[part] !== undefined && said[part] !== wanted[part])
  if (isOther) return { isCorrect: false, reason: 'value' }
  return parts.every((part) => said[part] !== undefined) ? { isCorrect: true, reason: 'equal' } : null
}

function datesIn(text: string): PlainDate[] {
  return [...text.matchAll(DATE)].flatMap((match) => {
    const [, isoYear, isoMonth, isoDay, m1, d1, y1, d2, m2, y2, m3, y3, year] = match
    const [month, day] = [m1 ?? m2 ?? m3, d1 ?? d2 ?? isoDay]
    const date = {
      year: Number(isoYear ?? y1 ?? y2 ?? y3 ?? year),
      ...(isoMonth === undefined ? {} : { month: Number(isoMonth) }),
      ...(month === undefined ? {} : { month: MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1 }),
      ...(day === undefined ? {} : { day: Number(day) }),
    }
    return [date]
  })
}

function isSameDate(one: PlainDate, other: PlainDate): boolean {
  return one.year === other.year && one.month === other.month && one.day === other.day
}
