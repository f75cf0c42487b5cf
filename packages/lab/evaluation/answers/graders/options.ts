/** Reads the options of a multiple-choice question, letter by letter, from its text or from a list. */

export interface Option {
  readonly letter: string
  readonly text: string
}

// `A. …`, `A: …`, `A) …`, `(A) …` at the beginning of a line.
const LINE = /^[ \t]*(?:[-*][ \t]+)?\**\(?([A-Z])(?:\)|[.:)]|\*\*[.:)]?)\**[ \t]*(?=\S|$)/gm
// Options within a line: `(A) red (B) blue`, `A) red B) blue`.
const INLINE = /(?<=^|\s)\(?([A-Z])\)[ \t]*(?=\S)/g
// Text that joins options within a line.
const JOIN = /[\s,;]*(?:\b(?:or|and))?[\s,;?.]*$/

export function optionsOf(question: string, listed?: readonly string[]): readonly Option[] {
  if (listed !== undefined && listed.length > 0) return fromList(listed)
  const byLine = lastRun(question, LINE)
  if (byLine.length >= 2) return byLine
  return lastRun(question, INLINE).map(({ letter, text }) => ({ letter, text: text.replace(JOIN, '') }))
}

/** Returns the options of a list. One that has its own letters keeps them. */
function fromList(listed: readonly string[]): readonly Option[] {
  const letters = listed.map((_, at) => String.fromCharCode(65 + at))
  const own = listed.map((text) => /^\s*\(?([A-Z])(?:[.:)])\)?\s+([\s\S]*)$/.exec(text))
  const isLettered = own.every((found, at) => found?.[1] === letters[at])
  return listed.map((text, at) => ({ letter: letters[at]!, text: (isLettered ? own[at]![2]! : text).trim() }))
}

/** Returns the options of the last run of markers A, B, C … in the text; each ends at the next marker. */
function lastRun(question: string, pattern: RegExp): readonly Option[] {
  let run: RegExpExecArray[] = []
  let last: RegExpExecArray[] = []
  for (const marker of question.matchAll(pattern)) {
    if (marker[1] === 'A') run = [marker]
    else if (run.length > 0 && marker[1] === String.fromCharCode(65 + run.length)) run.push(marker)
    if (run.length >= 2) last = run
  }
  return last.map((marker, at) => ({
    letter: marker[1]!,
    text: question.slice(marker.index + marker[0].length, last[at + 1]?.index ?? question.length).trim(),
  }))
}
