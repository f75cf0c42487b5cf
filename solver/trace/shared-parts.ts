/** What tells two fillings of one prompt apart. */

/** Under this share, two texts are of different prompts. Chosen, not measured. */
const LEAST_SHARE = 0.3

/** The part of `text` between the lines that it begins and ends with as `first` does; null where that is most of it. */
export function sharedParts(first: string, text: string): string | null {
  const [one, other] = [first.split('\n'), text.split('\n')]
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start++
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const differing = other.slice(start, other.length - end).join('\n')
  return differing.length > text.length * (1 - LEAST_SHARE) ? null : differing
}
