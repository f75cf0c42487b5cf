/** Reads the final answer of a solution: the content of its last `<answer>`, and of the last box inside it. */

export interface FinalAnswer {
  /** Trimmed text; null without an answer. */
  readonly text: string | null
  /** `no_answer`, `unclosed_answer`, `no_box`, `box_alone`. */
  readonly losses: readonly string[]
}

const OPEN = /<answer>/gi
const CLOSE = /<\/answer>/i
const BOX = /\\(?:boxed|fbox)\s*\{/g

export function readAnswer(text: string): FinalAnswer {
  const answers = answersIn(text)
  const last = answers.findLast(({ content }) => content.trim() !== '')
  const box = lastBox(last?.content ?? text)
  if (last === undefined)
    return box === null ? { text: null, losses: ['no_answer'] } : { text: box, losses: ['box_alone'] }
  const losses = [...(last.isClosed ? [] : ['unclosed_answer']), ...(box === null ? ['no_box'] : [])]
  return { text: box ?? last.content.trim(), losses }
}

/** Returns each answer from `<answer>` to the next `</answer>`; an unclosed one ends where the next begins. */
function answersIn(text: string): { readonly content: string; readonly isClosed: boolean }[] {
  const starts = [...text.matchAll(OPEN)].map(({ index, 0: tag }) => index + tag.length)
  return starts.map((start, place) => {
    const next = starts[place + 1]
    const piece = text.slice(start, next === undefined ? undefined : next - '<answer>'.length)
    const close = CLOSE.exec(piece)?.index
    return { content: piece.slice(0, close), isClosed: close !== undefined }
  })
}

/** Returns the content of the last box that is closed and not empty. */
function lastBox(text: string): string | null {
  const starts = [...text.matchAll(BOX)].map(({ index, 0: mark }) => index + mark.length)
  const ends = starts.length === 0 ? null : closingBraces(text)
  for (const start of starts.reverse()) {
    const box = text.slice(start, ends?.get(start) ?? start).trim()
    if (box !== '') return box
  }
  return null
}

/** Returns the closing offset of each closed brace by the start of its content, in one pass, also with unclosed braces. */
function closingBraces(text: string): Map<number, number> {
  const open: number[] = []
  const ends = new Map<number, number>()
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (mark === '\\') at++
    else if (mark === '{') open.push(at + 1)
    else if (mark === '}') {
      const start = open.pop()
      if (start !== undefined) ends.set(start, at)
    }
  }
  return ends
}
