/** From the probabilities of sentences to a verdict, by models of one or a few weights. */
import { describe, expect, it } from 'vitest'
import { lexicalVerdict } from '../../../../monitor/monitors/lexical.ts'
import { lookAt } from '../../../fixtures/monitor-looks.ts'

const model = (weights: Readonly<Record<string, number>>, bias = 0) => ({
  bias,
  weights: new Map(Object.entries(weights)),
})
const chance = (logOdds: number) => 1 / (1 + Math.exp(-logOdds))
describe('a verdict', () => {
  const DOUBT = 'I recall it.'
  const one = model({ RECALL: 1, MAYBE: 0.5 })
  const verdict = (
    window: string,
    { threshold = 0.6, overlapCharacters = 8, offset = window.length, of = one } = {},
  ) => {
    const { answer, reason, doubt, marks } = lexicalVerdict(lookAt(window, { offset }), {
      threshold,
      overlapCharacters,
      model: of,
    })
    return {
      answer,
      reason,
      doubt: doubt && window.slice(doubt.start, doubt.end),
      marks: marks?.map(({ rule, start, end }) => `${rule}: ${window.slice(start, end)}`),
    }
  }

  it('is yes from the threshold on', () => {
    const at = chance(1)
    expect(verdict(`${DOUBT} `, { threshold: at }).answer).toBe('yes')
    expect(verdict(`${DOUBT} `, { threshold: at + 1e-9 })).toMatchObject({ answer: 'no', marks: undefined })
  })

  it('is no without a reason to look where there is no sentence', () => {
    expect(verdict('')).toEqual({ answer: 'no', reason: 'nothing new', doubt: undefined, marks: undefined })
  })

  it('is about the surest sentence, of equals the last, and marks all that doubt', () => {
    const window = `Well, ${DOUBT.toLowerCase()} It falls. Then I recall both. Maybe so. `
    expect(verdict(window, { threshold: 0.7, of: model({ RECALL: 1, MAYBE: -0.1 }) })).toMatchObject({
      answer: 'yes',
      doubt: 'Then I recall both.',
      // From .4 on a sentence is marked where another has triggered.
      marks: ['RECALL: recall', 'RECALL: recall'],
    })
  })

  it('says how sure it is and why, by four pieces of evidence at most', () => {
    expect(verdict(`${DOUBT} `).reason).toBe('0.73 of 0.6: "recall" (RECALL) +1.00')
    expect(verdict('It falls. ').reason).toBe('0.50 of 0.6')
    const many = model({
      RECALL: 1,
      'FIRST RECALL': 0.9,
      '^ FIRST RECALL': 0.8,
      '^ FIRST': 0.7,
      'RECALL it': 0.6,
      'FIRST RECALL it': 0.5,
    })
    const { reason, marks } = verdict(`${DOUBT} `, { of: many })
    expect(marks).toHaveLength(4)
    expect(reason).toMatch(
      /^\d\.\d\d of 0\.6: ("[^"]+" \([^)]+\) \+\d\.\d\d, ){3}"[^"]+" \([^)]+\) \+\d\.\d\d$/,
    )
    expect(verdict('So it falls. ', { of: model({ 'no writer': 1 }) }).reason).toBe(
      '0.73 of 0.6: no writer +1.00',
    )
  })

  it.each([
    { name: 'in a first look', offset: 30, answer: 'yes' },
    { name: 'in a later look', offset: 31, answer: 'no' },
  ])('is about what the look before did not see: a doubt in the overlap $name', ({ offset, answer }) => {
    const window = `${DOUBT} It falls, and it falls. `.slice(0, 30)
    expect(window).toHaveLength(30)
    expect(verdict(window, { overlapCharacters: 14, offset }).answer).toBe(answer)
  })

  it('is about a sentence that ends where the overlap does, and not about one that ends before', () => {
    const window = `${DOUBT} It falls, and it falls. `
    const later = { offset: 99 }
    expect(verdict(window, { ...later, overlapCharacters: DOUBT.length + 1 }).answer).toBe('no')
    expect(verdict(window, { ...later, overlapCharacters: DOUBT.length }).answer).toBe('no')
    // The look before ended within the word, and could not read it.
    expect(verdict(window, { ...later, overlapCharacters: 6 }).answer).toBe('yes')
    expect(verdict(window, { ...later, overlapCharacters: 0 }).answer).toBe('yes')
  })

  it('is about every sentence of a first look, also where each is doubt enough', () => {
    expect(verdict('It falls. ', { threshold: 0.4, of: model({}) })).toMatchObject({
      answer: 'yes',
      doubt: 'It falls.',
    })
  })

  it('is about a sentence that ends with the overlap, as the look before could not know its last word', () => {
    const window = 'So I recall\nIt falls. '
    const later = { threshold: chance(1), overlapCharacters: 'So I recall'.length, offset: 99 }
    expect(verdict(window, later)).toMatchObject({ answer: 'yes', doubt: 'So I recall' })
  })

  it('is about the sentence behind one that was told by the look before', () => {
    const window = 'I recall it as it falls. I recall both. '
    const later = { threshold: chance(1), overlapCharacters: 'I recall it '.length, offset: 99 }
    expect(verdict(window, later)).toMatchObject({ answer: 'yes', doubt: 'I recall both.' })
  })

  it('is about what comes behind the first 128 characters of a later window', () => {
    const recalling = (end: number) => {
      const before = 'I recall'
      const window = `${'x'.repeat(end - before.length - 2)}. ${before} it so. It falls. `
      return lexicalVerdict(lookAt(window, { offset: 9_999 }), { threshold: chance(1), model: one }).answer
    }
    // The look before cannot know whether "recall" is whole where it ends with its window.
    expect([127, 128].map(recalling)).toEqual(['no', 'yes'])
  })

  it('was told by the look before where its part in the overlap reached the threshold, and only then', () => {
    const window = 'I recall it as it falls there. '
    const answer = (threshold: number) =>
      verdict(window, { threshold, overlapCharacters: 'I recall it '.length, offset: 99 }).answer
    expect(answer(chance(1))).toBe('no')
    const later = model({ RECALL: 1, there: 1 })
    expect(
      verdict(window, { threshold: chance(1), overlapCharacters: 4, offset: 99, of: later }).answer,
    ).toBe('yes')
  })
})
