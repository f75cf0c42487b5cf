/** Numbers in words as digits: every number to a million comes back, and words that are no number stay. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withDigits } from '../../../../../evaluation/answers/graders/number-words.ts'

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** As an English speaker writes it, for 1 to 999 999 999. */
function inWords(number: number): string {
  if (number >= 1e6) return `${inWords(Math.floor(number / 1e6))} million${behind(number % 1e6)}`
  if (number >= 1e3) return `${inWords(Math.floor(number / 1e3))} thousand${behind(number % 1e3)}`
  if (number >= 100)
    return `${SMALL[Math.floor(number / 100)]} hundred${number % 100 === 0 ? '' : ` and ${inWords(number % 100)}`}`
  if (number < 20) return SMALL[number]!
  return number % 10 === 0 ? TENS[number / 10]! : `${TENS[Math.floor(number / 10)]}-${SMALL[number % 10]}`
}

function behind(rest: number): string {
  return rest === 0 ? '' : ` ${inWords(rest)}`
}

it('every number in words is its digits', () => {
  for (let number = 0; number <= 120; number++)
    expect(withDigits(`it has ${inWords(number)}`)).toBe(number === 1 ? 'it has one' : `it has ${number}`)
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 999_999_999 }), (number) => {
      expect(withDigits(inWords(number))).toBe(String(number))
    }),
    { numRuns: 300 },
  )
})

describe('a text', () => {
  it.each([
    { text: 'one', digits: '1' },
    { text: '(one', digits: '(1' },
    { text: 'One.', digits: '1.' },
    { text: 'one of them', digits: '1 of them' },
    { text: 'the one', digits: 'the one' },
    { text: 'Twenty One', digits: '21' },
    { text: 'a dozen', digits: '12' },
    { text: 'a hundred', digits: '100' },
    { text: 'a hundred and one', digits: '101' },
    { text: 'two dozen', digits: '24' },
    { text: 'two hundred', digits: '200' },
    { text: 'two hundred thousand', digits: '200000' },
    { text: 'three billion two', digits: '3000000002' },
    { text: 'two and three', digits: 'two and three' },
    { text: 'two three', digits: 'two three' },
    { text: 'twenty thirty', digits: 'twenty thirty' },
    { text: 'twenty eleven', digits: 'twenty eleven' },
    { text: 'twenty ten', digits: 'twenty ten' },
    { text: 'twenty nine', digits: '29' },
    { text: 'ten one', digits: 'ten one' },
    { text: 'zero', digits: '0' },
    { text: 'million', digits: 'million' },
    { text: '1.5 million', digits: '1.5 million' },
    { text: 'dozen', digits: 'dozen' },
    { text: 'someone', digits: 'someone' },
    { text: 'ones', digits: 'ones' },
    { text: 'two-fold', digits: '2-fold' },
    { text: 'non-two', digits: 'non-two' },
    { text: "one's", digits: "one's" },
    { text: 'They have three cats and two dogs', digits: 'They have 3 cats and 2 dogs' },
    { text: 'thousand two', digits: '1002' },
  ])('$text: $digits', ({ text, digits }) => {
    expect(withDigits(text)).toBe(digits)
  })
})
