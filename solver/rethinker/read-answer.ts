/** The final answer, the selected response and the parts of a summary, as ReThinker reads them (specs/rethinker.md 4). */
import { withoutCode } from '../../monitor/index.ts'

// Limits keep the searches linear in texts of any length.
const ANSWER = /<answer[^<>]{0,200}>((?:(?!<answer)[\s\S])*?)<\/answer>/gi
const SELECT = /<select[^<>]{0,200}>\s*(?:Response\s*)?(\d{1,4})\s*<\/select>/gi
const DECISION = 'FINAL DECISION:'
const BOX = '\\boxed{'

/** Sources of patterns by which an agent's loop finds that one is there. */
export const ANSWER_FORM = String.raw`<answer[^<>]{0,200}>\s*(?!(?:\\boxed\{)?\s*(?:null)?\s*\}?\s*</answer>)(?:(?!<answer)[\s\S])+?</answer>`
export const SELECT_FORM = SELECT.source

/** Of what the model itself wrote: tags in its code are none. Null for none, an empty one and `null`. */
export function extractAnswer(said: string): string | null {
  const [, content = ''] = [...withoutCode(said).matchAll(ANSWER)].at(-1) ?? []
  return answerText(content)
}

/** Without the box around all of it. */
export function answerText(content: string): string | null {
  const text = unboxed(content.trim()).trim()
  return text === '' || /^null$/i.test(text) ? null : text
}

function unboxed(text: string): string {
  if (!text.startsWith(BOX)) return text
  let depth = 1
  for (let at = BOX.length; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}') depth--
    if (depth === 0) return at === text.length - 1 ? text.slice(BOX.length, at) : text
  }
  return text
}

/** The number of a response that was shown; null for any other, and for none. */
export function readPick(said: string, shown: readonly number[]): number | null {
  const text = withoutCode(said)
  const decided = text.lastIndexOf(DECISION)
  const [, number] = [...text.slice(Math.max(0, decided)).matchAll(SELECT)].at(-1) ?? []
  const pick = Number(number)
  return number !== undefined && shown.includes(pick) ? pick : null
}
