/** Breaks a text into lines for a terminal, with one sentence marked: underlined, or between » and « if the output is not a terminal. */
import { styleText } from 'node:util'

export interface MarkOptions {
  /** Characters per line, including the indent. */
  readonly width: number
  readonly indent: string
  /** Whether the sentence is underlined, instead of between » and «. */
  readonly isUnderlined: boolean
}

interface Word {
  readonly text: string
  readonly isMarked: boolean
}

const MIN_COLUMNS = 30
const MAX_COLUMNS = 100
const PIPED_COLUMNS = 80

/** Properties of a terminal, all of which `process.stdout` has on one; NO_COLOR and a dumb terminal have no colours. */
export interface TextStream {
  readonly isTTY?: boolean
  readonly columns?: number
  hasColors?(): boolean
}

/** Returns how a stream shows text: up to 100 columns wide, underlined if it has colours; 80 columns with » and « if not a terminal. */
export function markOptions(stream: TextStream, indent = '   '): MarkOptions {
  const isTerminal = stream.isTTY === true
  const columns = stream.columns ?? 0
  return {
    // Terminals with unknown width report 0.
    width: isTerminal && columns >= MIN_COLUMNS ? Math.min(MAX_COLUMNS, columns) : PIPED_COLUMNS,
    indent,
    isUnderlined: isTerminal && stream.hasColors?.() === true,
  }
}

/** Returns the lines, with line breaks and repeated spaces as single spaces. A sentence that is not in the text leaves it unmarked. */
export function markedLines(text: string, sentence: string, options: MarkOptions): string[] {
  const words = wordsOf(text, sentence)
  const marked = options.isUnderlined ? words : withQuotes(words)
  const lines: Word[][] = [[]]
  let length = options.indent.length
  for (const word of marked) {
    const isFirst = lines.at(-1)?.length === 0
    if (!isFirst && length + 1 + word.text.length > options.width) {
      lines.push([])
      length = options.indent.length
    }
    length += word.text.length + (lines.at(-1)?.length === 0 ? 0 : 1)
    lines.at(-1)?.push(word)
  }
  return lines.map((line) => options.indent + (options.isUnderlined ? underlined(line) : joined(line)))
}

function wordsOf(text: string, sentence: string): Word[] {
  const split = (part: string) => part.split(/\s+/).filter((word) => word !== '')
  const at = sentence === '' ? -1 : text.indexOf(sentence)
  if (at === -1) return split(text).map((word) => ({ text: word, isMarked: false }))
  const end = at + sentence.length
  return [text.slice(0, at), sentence, text.slice(end)].flatMap((part, which) =>
    split(part).map((word) => ({ text: word, isMarked: which === 1 })),
  )
}

function withQuotes(words: readonly Word[]): Word[] {
  return words.map(({ text, isMarked }, at) => {
    const opens = isMarked && words[at - 1]?.isMarked !== true
    const closes = isMarked && words[at + 1]?.isMarked !== true
    return { text: `${opens ? '»' : ''}${text}${closes ? '«' : ''}`, isMarked }
  })
}

const joined = (words: readonly Word[]) => words.map(({ text }) => text).join(' ')

/** Underlines each line separately, so that no indent is underlined. */
function underlined(words: readonly Word[]): string {
  const from = words.findIndex(({ isMarked }) => isMarked)
  if (from === -1) return joined(words)
  const to = words.findLastIndex(({ isMarked }) => isMarked) + 1
  const parts = [
    joined(words.slice(0, from)),
    styleText('underline', joined(words.slice(from, to)), { validateStream: false }),
    joined(words.slice(to)),
  ]
  return parts.filter((part) => part !== '').join(' ')
}
