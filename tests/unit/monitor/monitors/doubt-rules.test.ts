import { describe, expect, it } from 'vitest'
import { expressionOf } from '../../../../monitor/build-pattern.ts'
import { marksIn } from '../../../../monitor/monitors/doubt-marks.ts'
import { DOUBT_RULES } from '../../../../monitor/monitors/doubt-rules.ts'
import { readWindow } from '../../../../monitor/monitors/doubt-sentences.ts'
import { scoreSentences } from '../../../../monitor/monitors/score-doubt.ts'

/** A mark at the very end may be torn, so every example goes on. */
function rulesIn(text: string): readonly string[] {
  return scoreSentences(`${text} `).flatMap(({ marks }) => marks.map(({ rule }) => rule))
}

/** Facts and assurances count beside a doubt alone; their examples are matched without one. */
function isMatched(pattern: string, text: string): boolean {
  return expressionOf(pattern).test(readWindow(text).text)
}

describe('rules of doubt', () => {
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
