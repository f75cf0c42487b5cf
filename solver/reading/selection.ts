/** Which response did the ranker select? */
import { plainNumber } from './numbers.ts'
import { type ParseResult, parsed, parseFailure } from './parse-result.ts'

const SELECT = /<select>([^<]*(?:<(?!\/?select>)[^<]*)*)<\/select>/gi
const RESPONSE =
  /(?:\bresponse|\bcandidate|\bsolution|#|^)\s*[#:(]?\s*(\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b(?!\s*\.\s*\d)/gi
/** Marks around the words: bold type, a box, a second pair of tags. */
const DRESS = /\\boxed|\\text|<\/?\w+>|[*_`{}[\]]/g

/**
 * Place of the response, counted from 0, by the last `<select>` with a number: `Response X`, the form that the prompt shows, is none.
 * Reasons: `no_select`, `no_number`, `several_numbers`, `out_of_range`.
 */
export function readSelection(text: string, candidates: number): ParseResult<number> {
  const selects = [...text.matchAll(SELECT)].map(([, words = '']) => numbersIn(words))
  if (selects.length === 0) return parseFailure('no_select')
  const last = selects.findLast((numbers) => numbers.length > 0)
  if (last === undefined) return parseFailure('no_number')
  const [number = 0, ...others] = new Set(last)
  if (others.length > 0) return parseFailure('several_numbers')
  return number >= 1 && number <= candidates ? parsed(number - 1) : parseFailure('out_of_range')
}

function numbersIn(words: string): number[] {
  const plain = words.replace(DRESS, ' ').trim()
  return [...plain.matchAll(RESPONSE)].flatMap(([, number = '']) => plainNumber(number.toLowerCase()) ?? [])
}
