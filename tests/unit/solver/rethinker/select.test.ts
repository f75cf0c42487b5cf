/** The selector's arithmetic: order, perplexity, history, gate and fallbacks (specs/rethinker.md 5.2, 9 and 12). */
import { describe, expect, test } from 'vitest'
import { confidenceOf, createConfidenceTap, perplexity } from '../../../../solver/confidence.ts'
import {
  commonest,
  distinctPicks,
  gateStops,
  historyText,
  mostPicked,
} from '../../../../solver/rethinker/history.ts'
import { latinRow, latinSquare } from '../../../../solver/rethinker/latin-square.ts'
import { RethinkerSettings } from '../../../../solver/rethinker/settings.ts'
import { continuingChat } from '../../../fakes/continuing-chat.ts'
import { NEVER } from '../../../fakes/fake-thinking.ts'

const upTo = (n: number) => Array.from({ length: n }, (_, at) => at + 1)
const ofRound = (pick: number | null, ppl: number | null, round = 0) => ({ round, pick, ppl })

test('E1 the square of five, and of one', () => {
  expect(latinSquare(5).map((row) => row.join(''))).toEqual(['12345', '23451', '34512', '45123', '51234'])
  expect(latinSquare(1)).toEqual([[1]])
  expect(() => latinSquare(0)).toThrow(RangeError)
})

test.each(upTo(12))('R16 latin(%i): every row and column is a permutation, the first row is natural', (n) => {
  const square = latinSquare(n)
  expect(square[0]).toEqual(upTo(n))
  for (const at of square.keys()) {
    expect(square[at]?.toSorted((a, b) => a - b)).toEqual(upTo(n))
    expect(square.map((row) => row[at] ?? 0).toSorted((a, b) => a - b)).toEqual(upTo(n))
  }
})

test('R17 over n rounds each candidate is once in each place', () => {
  for (const n of upTo(12))
    for (const id of upTo(n)) {
      const places = upTo(n).map((round) => latinRow(n, round - 1).indexOf(id))
      expect(new Set(places).size).toBe(n)
    }
})

describe('perplexity', () => {
  test.each([
    [[-0.1, -0.2, -0.3], '1.2214'],
    [[-0.05], '1.0513'],
    [[-0.7], '2.0138'],
    [[0, 0], '1.0000'],
  ])('E2 of %j is %s', (logprobs, shown) => {
    expect(perplexity(confidenceOf(logprobs))?.toFixed(4)).toBe(shown)
  })

  test('E2 of nothing, and of a token without a number, is not known', () => {
    expect(perplexity(confidenceOf([]))).toBeNull()
    expect(perplexity(confidenceOf([-0.1, Number.NEGATIVE_INFINITY]))).toBeNull()
    expect(perplexity(undefined)).toBeNull()
  })

  test('R19 only what was written last counts, and only as far as it is shown', async () => {
    const parts = [
      [
        { type: 'logprobs', tokens: [token('early', -5)] },
        { type: 'text', text: 'early' },
      ],
      [
        { type: 'logprobs', tokens: [token('hm', -9)] },
        { type: 'reasoning', text: 'hm' },
        { type: 'logprobs', tokens: [token('last', -0.2), token(' cut', -7)] },
        { type: 'text', text: 'last cut' },
      ],
    ] as const
    let call = 0
    const tap = createConfidenceTap()
    const chat = tap.hearing({
      ...continuingChat(() => ''),
      async *stream() {
        yield* parts[call++] ?? []
      },
    })
    for (const _ of parts)
      for await (const event of chat.stream({ messages: [] }, { text: '', reasoning: '' }, NEVER)) void event
    const segments = [
      { channel: 'text', by: 'model', text: 'early' },
      { channel: 'text', by: 'code', text: '<execution_results>{}</execution_results>' },
      { channel: 'text', by: 'model', text: 'last' },
    ] as const
    expect(tap.of(segments)).toEqual({ tokens: 1, meanLogprob: -0.2 })
    expect(tap.of(segments.slice(0, 2))).toBeNull()
  })
})

function token(text: string, logprob: number) {
  return { token: text, logprob, alternatives: [] }
}

describe('the history', () => {
  const rounds = [ofRound(3, 1.2214, 0), ofRound(null, 1.5, 1), ofRound(2, null, 2)]

  test('R21 has one line for each earlier round, in order', () => {
    expect(historyText(rounds, true)).toBe(
      'Round 0: Response 3 (entropy: 1.2214)\nRound 1: no selection\nRound 2: Response 2',
    )
  })

  test('R20 R43 without log probabilities, or where they are not shown, there is no bracket', () => {
    expect(historyText([ofRound(3, null)], true)).toBe('Round 0: Response 3')
    expect(historyText([ofRound(3, 1.2)], false)).toBe('Round 0: Response 3')
  })
})

describe('the gate', () => {
  const gate = { gatePerplexity: 1.2, gateAgreement: 2 }
  const picks = [ofRound(4, 1.3), ofRound(4, 1.1), ofRound(4, 1.15)]

  test('E6 R27 stops after the third round', () => {
    expect(picks.map((_, at) => gateStops(picks.slice(0, at + 1), gate))).toEqual([false, false, true])
  })

  test('R27 by default it never stops, however sure the selector is', () => {
    const never = RethinkerSettings.parse({})
    expect(
      gateStops(
        Array.from({ length: 9 }, () => ofRound(1, 1)),
        never,
      ),
    ).toBe(false)
  })

  test('R20 without log probabilities it never stops', () => {
    expect(gateStops([ofRound(4, null), ofRound(4, null)], gate)).toBe(false)
  })

  test('other picks, and no picks, do not agree', () => {
    expect(gateStops([ofRound(3, 1), ofRound(4, 1)], gate)).toBe(false)
    expect(gateStops([ofRound(null, 1), ofRound(null, 1)], gate)).toBe(false)
  })
})

describe('R24 the fallback of the adjudication', () => {
  test('takes most picks, then the lowest mean perplexity, then the lowest number', () => {
    expect(mostPicked([ofRound(3, 9), ofRound(3, 9), ofRound(5, 1)], [3, 5])).toBe(3)
    expect(mostPicked([ofRound(3, 2), ofRound(5, 1)], [3, 5])).toBe(5)
    expect(mostPicked([ofRound(5, null), ofRound(3, null)], [3, 5])).toBe(3)
    expect(mostPicked([ofRound(3, null), ofRound(5, 8)], [3, 5])).toBe(5)
  })
})

test('R25 without any pick the commonest answer is taken, the lowest number among equals', () => {
  expect(distinctPicks([ofRound(null, 1), ofRound(2, 1), ofRound(1, 1), ofRound(2, 1)])).toEqual([1, 2])
  expect(commonest(['7', '8', ' 8. ', '9'])).toBe(2)
  expect(commonest(['7', '8'])).toBe(1)
})
