/** Finds the text that is most similar to another, as Python's `difflib.get_close_matches` does without a cut-off. */

/**
 * Returns the index of the most similar of `texts`, at least one and none empty. Ties go to the text that sorts last. Leaves out difflib's
 * heuristic for texts of 200 characters and more.
 */
export function mostSimilarText(wanted: string, texts: readonly string[]): number {
  // Half of difflib's ratio, which sorts the same.
  const ratios = texts.map((text) => matched(text, wanted) / (text.length + wanted.length))
  let best = 0
  for (const [i, ratio] of ratios.entries()) {
    const isLiker = ratio > ratios[best]!
    if (isLiker || (ratio === ratios[best]! && texts[i]! > texts[best]!)) best = i
  }
  return best
}

/** Counts the characters in the longest common piece, and in those of what is left and right of it (Ratcliff and Obershelp). */
function matched(one: string, other: string): number {
  const { start, otherStart, length } = longestCommon(one, other)
  if (length === 0) return 0
  const before = matched(one.slice(0, start), other.slice(0, otherStart))
  const after = matched(one.slice(start + length), other.slice(otherStart + length))
  return before + length + after
}

/** Returns the longest common piece; ties go to the first in `one`, then to the first in `other`. Time: the product of the lengths. */
function longestCommon(one: string, other: string) {
  let best = { start: 0, otherStart: 0, length: 0 }
  let before = new Uint32Array(other.length + 1)
  for (let i = 0; i < one.length; i++) {
    const row = new Uint32Array(other.length + 1)
    for (let j = 0; j < other.length; j++) {
      if (one[i] !== other[j]) continue
      const length = before[j]! + 1
      row[j + 1] = length
      if (length > best.length) best = { start: i - length + 1, otherStart: j - length + 1, length }
    }
    before = row
  }
  return best
}
