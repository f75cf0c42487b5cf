/** Reads which response the ranker selected. */
import { type ParseResult, parsed, parseFailure } from './parse-result.ts'
import { plainNumber } from './scores.ts'

const SELECT = /<select>([^<]*(?:<(?!\/?select>)[^<]*)*)<\/select>/gi
const RESPONSE =
  /(?:\bresponse|\bcandidate|\bsolution|#|^)\s*[#:(]?\s*(\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b(?!\s*\.\s*\d)/gi
/** Matches markup around the words: bold type, a box, a second pair of tags. */
const DRESS = /\\boxed|\\text|<\/?\w+>|[*_`{}[\]]/g

/**
 * Returns the index of the response, from 0, in the last `<select>` with a number: `Response X`, the example of the prompt, is ignored.
 * Failures: `no_select`, `no_number`, `several_numbers`, `out_of_range`.
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

export interface ChoiceCandidate {
  /** Composite score; null if the candidate was never scored. */
  readonly composite: number | null
  /** Final answer, or null. */
  readonly answer: string | null
}

/** Groups indices of candidates with equal answers, in the order of their first; a candidate without an answer is a separate group. */
function answerClusters(answers: readonly (string | null)[]): readonly (readonly number[])[] {
  const clusters: number[][] = []
  for (const [place, answer] of answers.entries()) {
    const cluster = clusters.find(([first = -1]) => {
      const other = answers[first]
      return answer !== null && typeof other === 'string' && sameWords(other, answer)
    })
    if (cluster === undefined) clusters.push([place])
    else cluster.push(place)
  }
  return clusters
}

/** Returns the index of the best candidate, -1 without candidates. */
export function fallbackChoice(candidates: readonly ChoiceCandidate[]): number {
  const answers = candidates.map(({ answer }) => answer)
  const sizes = answerClusters(answers).flatMap((cluster) =>
    cluster.map((place) => [place, answers[place] === null ? 0 : cluster.length] as const),
  )
  const agreeing = new Map(sizes)
  const worth = (place: number) => candidates[place]?.composite ?? -1
  const [best = -1] = [...candidates.keys()].sort(
    (a, b) => worth(b) - worth(a) || (agreeing.get(b) ?? 0) - (agreeing.get(a) ?? 0) || a - b,
  )
  return best
}

/** Returns whether answers are equal except for case, spaces, LaTeX markup and text around the letter of a choice. */
function sameWords(one: string, other: string): boolean {
  return bare(one) === bare(other)
}

function bare(answer: string): string {
  return answer
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\\(?:text|mathrm|mathbf|textbf)\b|\\[,;:! ]|[${}\s]/g, '')
    .replace(/^\(?([a-z])[).:]*$/, '$1')
    .replace(/(?<![.;])[.;]+$/, '')
}
