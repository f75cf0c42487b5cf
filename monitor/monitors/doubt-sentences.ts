/** Returns the sentences of a window with quotations masked, since quoted doubt is another person's. Offsets are those of the window. */
import { type SentenceSpan, sentences } from '../../core/index.ts'
import { REPORTS } from './doubt-rules.ts'

export interface DoubtSentence extends SentenceSpan {
  /** True if the sentence reports what others think or found, and does not mention the writer. */
  readonly isReport: boolean
}

// Matches up to 240 characters in quotation marks of one kind, or a quoted line.
const QUOTED = /"[^"\n]{1,240}"|“[^”\n]{1,240}”|`[^`\n]{1,240}`|^>[^\n]*/gm
const WRITER = /\b(?:I|I['’](?:m|d|ve|ll)|my|me)\b/
const LINE = /[^\n]+/g

export function readWindow(window: string) {
  const text = window.replace(QUOTED, (quoted) => {
    const inside = quoted.startsWith('>') ? quoted : quoted.slice(1, -1)
    return quoted.replace(inside, () => '_'.repeat(inside.length))
  })
  const found: DoubtSentence[] = []
  for (const line of text.matchAll(LINE))
    for (const { start, end } of sentences(line[0])) {
      const sentence = line[0].slice(start, end)
      const isReport = REPORTS.test(sentence) && !WRITER.test(sentence)
      found.push({ start: line.index + start, end: line.index + end, isReport })
    }
  return { text, sentences: found }
}
