import { describe, expect, it } from 'vitest'
import { expressionOf } from '../../../../monitor/build-pattern.ts'
import { countedMarks, marksIn } from '../../../../monitor/monitors/doubt-marks.ts'
import { DOUBT_RULES } from '../../../../monitor/monitors/doubt-rules.ts'
import { readWindow } from '../../../../monitor/monitors/doubt-sentences.ts'
import { scoreSentences } from '../../../../monitor/monitors/score-doubt.ts'

/** The doubt model was trained on sums of these: another weight asks for another training (research/lexical-monitor/train.ts). */
const TRAINED_WEIGHTS: Readonly<Record<string, string>> = {
  '-0.5': 'assured',
  '0.25': 'own-question',
  '0.3': 'asked-fact probably to-be-checked',
  '0.35': 'assuming hmm quantity',
  '0.4':
    'actually i-think maybe might-be no-that-is possibility recalling something-like sources-differ symbol wait',
  '0.5': 'asked-number guess i-believe i-recall own-error tag-question unverified',
  '0.6': 'constant contradicts could-it-be either-or i-wonder not-right',
  '0.65': 'formula',
  '0.7': 'as-far-as-i-know bare-alternatives needs-a-fact',
  '0.75': 'was-it',
  '1':
    'against-memory cannot-say check-source do-not-know lacking look-up may-be-wrong memory-serves not-sure out-of-reach vague-memory ' +
    'weak-memory what-again',
}
/** What papers say of others' work in the same words. */
const SPARED_IN_REPORTS =
  'assuming contradicts maybe might-be not-right possibility probably something-like sources-differ'

/** A mark at the very end may be torn, so every example goes on. */
function rulesIn(text: string): readonly string[] {
  return scoreSentences(`${text} `).flatMap(({ marks }) => marks.map(({ rule }) => rule))
}

/** Facts and assurances count beside a doubt alone; their examples are matched without one. */
function isMatched(pattern: string, text: string): boolean {
  return expressionOf(pattern).test(readWindow(text).text)
}

describe('rules of doubt', () => {
  it('weigh what they weighed when the model was trained', () => {
    const byWeight = Object.groupBy(DOUBT_RULES, ({ weight }) => String(weight))
    const ids = Object.entries(byWeight).map(([weight, rules = []]) => [
      weight,
      rules
        .map(({ id }) => id)
        .sort()
        .join(' '),
    ])
    expect(Object.fromEntries(ids)).toEqual(TRAINED_WEIGHTS)
  })

  it.each(DOUBT_RULES.filter(({ kind }) => kind !== 'fact' && kind !== 'assurance'))(
    '$id counts in what others report, or not',
    ({ id, triggers: [text = ''] }) => {
      const marks = marksIn(`${text} `)
      const counted = (isReport: boolean) =>
        countedMarks(`${text} `, { start: 0, end: text.length, isReport }, marks, null).map(
          ({ rule }) => rule,
        )
      expect(counted(false)).toContain(id)
      expect(counted(true).includes(id)).toBe(!SPARED_IN_REPORTS.split(' ').includes(id))
    },
  )

  it('are known by ids of their own', () => {
    expect(new Set(DOUBT_RULES.map(({ id }) => id)).size).toBe(DOUBT_RULES.length)
  })

  it.each(['I have no idea', 'Actually'])(
    'are silent where "%s" ends the text, as it may be torn',
    (doubt) => {
      expect(marksIn(`${doubt} about it.`)).not.toEqual([])
      expect(marksIn(doubt)).toEqual([])
    },
  )

  it.each(DOUBT_RULES.flatMap((rule) => rule.triggers.map((text) => ({ ...rule, text }))))(
    '$id speaks in "$text"',
    ({ id, kind, pattern, text }) => {
      if (kind === 'fact' || kind === 'assurance') expect(isMatched(pattern, text)).toBe(true)
      else expect(rulesIn(text)).toContain(id)
    },
  )

  it.each(DOUBT_RULES.flatMap((rule) => rule.spares.map((text) => ({ ...rule, text }))))(
    '$id is silent in "$text"',
    ({ id, kind, pattern, text }) => {
      if (kind === 'fact' || kind === 'assurance') expect(isMatched(pattern, text)).toBe(false)
      else expect(rulesIn(text)).not.toContain(id)
    },
  )
})
