/** Which of some texts is most like another, as Python's `difflib.get_close_matches` finds it without a cut-off. */

/** Its index; `texts` are at least one, none of them empty. Equal likeness goes to the text that sorts last. The heuristic of difflib for texts of 200 characters and more is left out. */
export function likestText(wanted: string, texts: readonly string[]): number {
  // Half of difflib's ratio, which sorts the same.
  const ratios = texts.map((text) => matched(text, wanted) / (text.length + wanted.length))
  let best = 0
  for (const [i, ratio] of ratios.entries()) {
    const isLiker = ratio > ratios[best]!
    if (isLiker || (ratio === ratios[best]! && texts[i]! > texts[best]!)) best = i
  }
  return best
}

/** Characters in the longest common piece, and in those of what is left and right of it (Ratcliff and Obershelp). */
function matched(one: string, other: string): number {
  const { start, otherStart, length } = longestCommon(one, other)
  if (length === 0) return 0
  const before = matched(one.slice(0, start), other.slice(0, otherStart))
  const after = matched(one.slice(start + length), other.slice(otherStart + length))
  return before + length + after
}

/** The first in `one` of the longest pieces, then the first in `other`. Time: the product of the lengths. */
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
