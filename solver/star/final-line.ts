/** The final answer of a text that was asked to end with `Final Answer:` (specs/reasoning-with-a-star.md 3.1). */
import { lastFinalLine } from '../../core/index.ts'

const LABEL = /^(?:latex|json|numeric)\s*:\s*/i

/** `isCode`: all to the end of the text, in place of one line. Empty where there is none. */
export function finalLine(text: string, isCode = false): string {
  const found = lastFinalLine(text)
  if (found === null) return bare(text.split('\n').findLast((line) => line.trim() !== '') ?? '')
  const { rest, after } = found
  if (isCode) return bare(rest + after)
  return bare([rest, ...after.split('\n')].find((line) => bare(line) !== '') ?? '')
}

/** Alike but for labels, fences, delimiters of formulas, blanks and one full stop. Case counts: `mm` and `Mm` are two units. */
export function isSameFinal(one: string, other: string): boolean {
  return compared(one) === compared(other)
}

function bare(line: string): string {
  return line
    .trim()
    .replace(/^```\w*|```$/g, '')
    .trim()
    .replace(LABEL, '')
}

function compared(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\\[()[\]]|\$|[`*]{2,}/g, '')
    .replace(/\s+/g, '')
    .replace(/\.$/, '')
}
