/**
 * Finds the final answer in the text of a model: the last line that begins with "Final Answer", else the last `<answer>`, else the last
 * `\boxed{}`, else the last "the answer is …", else the last line that is not empty (specs/reasoning-with-a-star.md 3.1).
 */
import { type FinalLine, lastFinalLine } from '../../../../../core/index.ts'
import { MAX_ANSWER_CHARACTERS } from './notation.ts'

// Only this much of the end of a text is read, where the final answer is. Chosen, not measured.
const MAX_TEXT_CHARACTERS = 400_000
const ANSWER_TAG = /<answer[^<>]{0,40}>((?:(?!<answer|<\/answer>)[\s\S])*)/gi
const SENTENCE =
  /\b(?:answers?|(?:options?|choices?)(?=[^.\n]{0,30}?[\s(*{]\(?[A-Z]\b(?!['’])))(?: choices?)? (?:is|are|would be|should be|must be)(?: therefore| thus| clearly)?:?\s+(?=\S)(.*)|^[^\w\n]*(?:final |correct |best )?answers?\s*\**\s*:\s*\**\s*(.+)$/gim
// Most lines from a sentence with the answer to the end, which may be a remark; chosen, not measured.
const LINES_BEHIND = 4
const FENCE = /^```[a-zA-Z]*\n?([\s\S]*?)\n?```$/
const LABEL = /^\s*(?:latex|json|numeric|answer)\s*:\s*/i
// Quotes and Markdown around the whole answer.
const DRESS = /^(?:\*\*|__|["“”'`‘’*_])([\s\S]*?)(?:\*\*|__|["“”'`‘’*_])$/
// Marks of bold text; `10**5` is a power.
const BOLD = /(?<![\p{L}\p{N})])(?:\*\*|__)|(?:\*\*|__)(?![\p{L}\p{N}(+-])/gu
const MATH = /^(?:\$\$([\s\S]*)\$\$|\$([^$]*)\$|\\\(([\s\S]*)\\\)|\\\[([\s\S]*)\\\])$/
// A formula may span lines; of a longer one only the last line is read.
const FORMULA = /\$\$[^$]{0,1000}\$\$|\$[^$]{0,1000}\$|\\\[[\s\S]{0,1000}?\\\]/g
const ROUNDS = 8

const MARKED = /<answer|\\boxed|final\s+answer\b/i

/** Returns whether an answer is enclosed or announced as final. */
export function isMarked(text: string): boolean {
  return MARKED.test(text)
}

/** Returns the final answer, empty if there is none. */
export function finalAnswer(text: string): string {
  const said = text
    .slice(-MAX_TEXT_CHARACTERS)
    .replace(/^[\s\S]*<\/think>/i, '')
    .replace(/<\|[^|<>]{1,40}\|>/g, '')
  return undressed(inner(said))
}

/** Returns the marked part of a text, or else its last line. */
function inner(text: string): string {
  const line = lastFinalLine(text)
  if (line !== null) return inner(firstOf(line))
  const tag = [...text.matchAll(ANSWER_TAG)].at(-1)
  if (tag !== undefined) return inner(tag[1]!)
  const boxed = lastBoxed(text)
  if (boxed !== undefined) return boxed
  const sentence = [...text.matchAll(SENTENCE)].at(-1)
  if (sentence !== undefined && linesFrom(text, sentence.index) <= LINES_BEHIND)
    return sentence[1] ?? sentence[2]!
  if (FENCE.test(text.trim())) return text
  const end = text.trimEnd().slice(-MAX_ANSWER_CHARACTERS)
  return end
    .replace(FORMULA, (formula) => formula.replace(/\s+/g, ' '))
    .split('\n')
    .at(-1)!
}

function linesFrom(text: string, start: number): number {
  return text
    .slice(start)
    .split('\n')
    .filter((line) => line.trim() !== '').length
}

/** Returns the rest of the line with "Final Answer", or the text after it. */
function firstOf({ rest, after }: FinalLine): string {
  if (/[\p{L}\p{N}<\\]/u.test(rest)) return /<answer|\\boxed/.test(rest) ? rest + after : rest
  const following = after.trimStart()
  const formula = /^(?:\$\$[\s\S]*?\$\$|\\\[[\s\S]*?\\\])/.exec(following)?.[0]
  if (formula !== undefined && !formula.includes('\\boxed')) return formula
  if (/^(?:<answer|\\\[|\$\$|```|\\boxed)/.test(following)) return following
  return following.split('\n')[0] ?? ''
}

function lastBoxed(text: string): string | undefined {
  const opening = [...text.matchAll(/\\(?:boxed|fbox)\s*\{/g)].at(-1)
  if (opening === undefined) return undefined
  const start = opening.index + opening[0].length
  let depth = 1
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return text.slice(start, at)
  }
  return text.slice(start)
}

/** Removes the marks around an answer. A final full stop is removed, an ellipsis is kept. */
export function undressed(text: string): string {
  let bare = text.slice(0, MAX_ANSWER_CHARACTERS + 1).trim()
  for (let round = 0; round < ROUNDS; round++) {
    const before = bare
    bare = bare
      .replace(/<\/?answer[^<>]{0,40}>/gi, '')
      .replace(LABEL, '')
      .trim()
    bare = bare
      .replace(FENCE, '$1')
      .replace(/(?<!\.)\.$/, '')
      .trim()
    bare = bare.replace(BOLD, '').replace(DRESS, '$1').replace(MATH, '$1$2$3$4').trim()
    if (bare === before) break
  }
  return bare
}
