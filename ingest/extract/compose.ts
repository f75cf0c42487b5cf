/** Composes the text of a page from lines in reading order: mends and joins paragraphs, with a box for every UTF-16 unit. */
import { BOX_SIDES, type Page, type PageMargin } from '../../corpus/index.ts'
import type { PageCharacters } from './characters.ts'
import type { Flow } from './columns.ts'
import { hyphenVerdict, isHyphenated, type Vocabulary } from './hyphens.ts'
import type { LineText } from './line-text.ts'
import { joinOpenSentences, type Paragraph } from './open-sentences.ts'
import { breaksOf, isRow, type LineBreak, type StyledLine } from './paragraphs.ts'
import type { Box } from './segments.ts'

/** A line of the finished text, with its visual layout. Lengths are points, of the page as it is read. */
export interface TextLine extends Box {
  /** UTF-16 offsets into the page's text. */
  readonly start: number
  readonly end: number
  /** Number of the paragraph on the page, from 0. */
  readonly paragraph: number
  readonly sizePoints: number
  readonly bold: boolean
  readonly italic: boolean
  readonly boldPrefix: number
  /** Characters of the line, counted from its start, that are small and raised: marks of notes and addresses. */
  readonly raised: readonly number[]
  /** Whether gaps wider than any word space separate cells: a table row, or a number before its heading. */
  readonly row: boolean
}

export interface LaidOutPage {
  readonly page: Page
  readonly lines: readonly TextLine[]
  /** Running heads, feet and stamps, which are not part of the text but may contain the year and the licence. */
  readonly margins: readonly string[]
}

export interface StyledFlow {
  readonly flow: Flow
  readonly lines: readonly StyledLine[]
}

const BREAK_TEXT: Readonly<Record<LineBreak, string>> = { wrap: ' ', cell: ' ', row: '\n', end: '\n\n' }

/** Values of the whole document that each of its pages needs. */
interface Composition {
  readonly vocabulary: Vocabulary
  readonly bodySize: number
  /** See `pitchLimitOf`. */
  readonly maxPitchEm: number
}

export function composePage(
  page: PageCharacters,
  flows: readonly StyledFlow[],
  margins: readonly LineText[],
  { vocabulary, bodySize, maxPitchEm }: Composition,
): LaidOutPage {
  const draft: Draft = { text: [], length: 0, sources: [], lines: [], paragraph: 0 }
  let before: StyledLine | null = null
  for (const { lines, breaks } of joinOpenSentences(paragraphsOf(flows, maxPitchEm), bodySize)) {
    for (const [at, line] of lines.entries()) {
      if (before !== null) join(draft, before, line, breaks[at] ?? 'end', vocabulary)
      push(draft, line)
      before = line
    }
  }
  const text = draft.text.join('')
  return {
    page: {
      number: page.number,
      width: page.width,
      height: page.height,
      text,
      boxes: boxesOf(page, draft.sources),
      ...(margins.length === 0 ? {} : { margin: marginOf(page, margins) }),
    },
    lines: draft.lines,
    margins: margins.map(({ text: line }) => line),
  }
}

function paragraphsOf(flows: readonly StyledFlow[], maxPitchEm: number): Paragraph[] {
  const paragraphs: { lines: StyledLine[]; breaks: LineBreak[] }[] = []
  let before: StyledLine | null = null
  for (const { flow, lines } of flows) {
    const breaks = breaksOf(flow, lines, maxPitchEm)
    for (const [at, line] of lines.entries()) {
      const kind = at === 0 ? breakAcross(before, line) : (breaks[at - 1] ?? 'end')
      const last = paragraphs.at(-1)
      if (last === undefined || kind === 'end') paragraphs.push({ lines: [line], breaks: ['end'] })
      else {
        last.lines.push(line)
        last.breaks.push(kind)
      }
      before = line
    }
  }
  return paragraphs
}

interface Draft {
  readonly text: string[]
  length: number
  /** Index of the page's character for each UTF-16 unit. */
  readonly sources: number[]
  readonly lines: TextLine[]
  paragraph: number
}

/** Returns the break between columns: a sentence left open at the foot of one continues at the head of the next. */
function breakAcross(above: StyledLine | null, below: StyledLine): LineBreak {
  if (above === null || above.bold !== below.bold) return 'end'
  if (Math.abs(above.line.size - below.line.size) > 0.1 * above.line.size) return 'end'
  const goesOn =
    isHyphenated(above.text) || (/[\p{L}\p{N},%)°]$/u.test(above.text) && /^\p{Ll}/u.test(below.text))
  return goesOn ? 'wrap' : 'end'
}

function join(
  draft: Draft,
  above: StyledLine,
  below: StyledLine,
  kind: LineBreak,
  vocabulary: Vocabulary,
): void {
  const verdict =
    kind === 'wrap' && isHyphenated(above.text) ? hyphenVerdict(above.text, below.text, vocabulary) : 'space'
  if (verdict === 'mend') {
    dropHyphen(draft)
    return
  }
  if (verdict === 'keep') return
  const glue = isUnspaced(above.text, below.text) && kind === 'wrap' ? '' : BREAK_TEXT[kind]
  const source = below.sources[0] ?? 0
  for (let unit = 0; unit < glue.length; unit++) draft.sources.push(source)
  draft.text.push(glue)
  draft.length += glue.length
  if (kind === 'end') draft.paragraph++
}

function dropHyphen(draft: Draft): void {
  const last = draft.text.pop() ?? ''
  draft.text.push(last.slice(0, -1))
  draft.sources.pop()
  draft.length--
  const line = draft.lines.at(-1)
  if (line !== undefined) draft.lines[draft.lines.length - 1] = { ...line, end: line.end - 1 }
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。，．）（「」]/u

/** Returns whether lines are joined without a space, since Chinese and Japanese are written without spaces. */
function isUnspaced(above: string, below: string): boolean {
  return UNSPACED.test(above.at(-1) ?? '') && UNSPACED.test(below.at(0) ?? '')
}

function push(draft: Draft, line: StyledLine): void {
  const { left, top, right, bottom, size } = line.line
  draft.lines.push({
    start: draft.length,
    end: draft.length + line.text.length,
    paragraph: draft.paragraph,
    sizePoints: size,
    bold: line.bold,
    italic: line.italic,
    boldPrefix: line.boldPrefix,
    raised: line.raised,
    row: isRow(line.line),
    left,
    top,
    right,
    bottom,
  })
  draft.text.push(line.text)
  for (const source of line.sources) draft.sources.push(source)
  draft.length += line.text.length
}

function marginOf(page: PageCharacters, lines: readonly LineText[]): PageMargin {
  const sources = lines.flatMap((line, at) =>
    at === 0 ? line.sources : [line.sources[0] ?? 0, ...line.sources],
  )
  return { text: lines.map(({ text }) => text).join('\n'), boxes: boxesOf(page, sources) }
}

function boxesOf(page: PageCharacters, sources: readonly number[]): Float32Array {
  const boxes = new Float32Array(sources.length * BOX_SIDES)
  let to = 0
  for (const source of sources) {
    const from = source * BOX_SIDES
    for (let side = 0; side < BOX_SIDES; side++) boxes[to++] = page.boxes[from + side] ?? 0
  }
  return boxes
}
