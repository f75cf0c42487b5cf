/** Converts numbers in English words to digits: `twenty-one` is 21, `three hundred and five` 305, `two million` 2000000, `a dozen` 12. */

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const VALUES: ReadonlyMap<string, number> = new Map([
  ...SMALL.split(' ').map((word, at) => [word, at] as const),
  ...TENS.split(' ').map((word, at) => [word, 20 + 10 * at] as const),
])
const SIZES: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
])
const WORD = `${[...VALUES.keys(), ...SIZES.keys()].join('|')}`
const RUN = new RegExp(
  String.raw`(?<![\p{L}\p{N}'’-])(?:a\s+(?=dozen|hundred|thousand|million|billion))?(?:${WORD})(?:(?:\s+|-|\s+and\s+)(?:${WORD}))*(?![\p{L}\p{N}'’])`,
  'giu',
)

/**
 * Returns the text with digits for its numbers in words. `one` alone is kept if it may be a pronoun (`one of them`, `the one`), and so are
 * words that do not form a number together (`two three`).
 */
export function withDigits(text: string): string {
  return text.replace(RUN, (run, at: number) => {
    const isPronoun = /^one$/i.test(run) && !/^[\s\p{P}]*$/u.test(text.slice(0, at))
    const value = isPronoun ? undefined : numberIn(run)
    return value === undefined ? run : String(value)
  })
}

interface Count {
  readonly total: number
  /** Value of the current group, undefined before its first word. */
  readonly group: number | undefined
  /** Upper limit of the next word. */
  readonly open: number
}

const START: Count = { total: 0, group: undefined, open: Number.POSITIVE_INFINITY }

/** Returns the number, or undefined if the words are not one. A size alone may follow digits. */
function numberIn(run: string): number | undefined {
  const words = run
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word !== 'and')
  if (words.length === 1 && SIZES.has(words[0]!)) return undefined
  let count: Count | undefined = START
  for (const word of words.filter((one) => one !== 'a')) count = count && withWord(count, word)
  return count && count.total + (count.group ?? 0)
}

function withWord({ total, group, open }: Count, word: string): Count | undefined {
  const value = VALUES.get(word)
  if (value !== undefined)
    return value >= open ? undefined : { total, group: (group ?? 0) + value, open: value >= 20 ? 10 : 0 }
  const size = SIZES.get(word)!
  if (size <= 100) return { total, group: (group ?? 1) * size, open: size }
  return { ...START, total: total + (group ?? 1) * size }
}
