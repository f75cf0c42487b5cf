/** Finds the line with a model's answer, if the prompt asks for `Final Answer:` (specs/reasoning-with-a-star.md 3.1). */

export interface FinalLine {
  /** Text after those words on their line. */
  readonly rest: string
  /** Text after that line. */
  readonly after: string
}

// A number may begin with a sign or a point, data with a bracket, a formula with a dollar: only markup, dashes and arrows are skipped.
const FINAL_LINE = /^[^\p{L}\p{N}\n<\\]*final\s+answer(?![\p{L}\p{N}])[ \t*_:：=→—–>]*(.*)$/gimu

/** Returns the last line that begins with "Final Answer", after any characters but letters and digits; null if there is none. */
export function lastFinalLine(text: string): FinalLine | null {
  const line = [...text.matchAll(FINAL_LINE)].at(-1)
  return line === undefined ? null : { rest: line[1] ?? '', after: text.slice(line.index + line[0].length) }
}
