/** Finds a quote whose text another reader assembled in another order: whole blocks of a paper, letter by letter. */
import { MARGIN_MARK, type Span } from '../corpus/index.ts'
import type { ComparedText } from './compare-wording.ts'
import type { FoundStretch } from './fingerprints.ts'
import { piecesOf, type QuotePiece } from './pieces.ts'
import { type Ground, lowerBound, MAX_COMPARED } from './windows.ts'

export interface QuoteInBlocks {
  readonly paper: string
  /** First span in the text, or in a margin if no span is in the text. */
  readonly span: Span
  /** All spans, in the order of the quote. */
  readonly spans: readonly Span[]
  readonly text: string
}

/** Papers searched: those that share most fingerprints with the quote. */
const MAX_PAPERS = 2

/**
 * Returns the quote as whole stretches of one paper; null if no paper has it. If the quote begins with a running head, which is on every
 * page, its second half identifies the page.
 */
export async function findInBlocks(
  { papers, index, read }: Ground,
  wanted: ComparedText,
  places: readonly FoundStretch[],
): Promise<QuoteInBlocks | null> {
  const { chars } = wanted.squeezed
  const half = chars.length >> 1
  const nearest = [...Map.groupBy(places, ({ paper }) => paper).values()].slice(0, MAX_PAPERS)
  for (const found of nearest) {
    const { id } = papers[found[0]!.paper]!
    const { text, squeezed } = await read(id)
    const mark = text.indexOf(MARGIN_MARK)
    const apartFrom = mark < 0 ? squeezed.chars.length : lowerBound(squeezed.offsets, mark)
    const isInText = (start: number) => start < apartFrom
    const behind = index
      .places(chars.slice(half), 1, found[0]!.paper)
      .map(({ start }) => Math.max(0, start - half))
    const inText = found
      .map(({ start }) => start)
      .filter(isInText)
      .slice(0, MAX_COMPARED)
    const starts = [...inText, ...behind.filter(isInText)]
    const pieces = (starts.length === 0 ? [null] : starts).reduce<QuotePiece[] | null>(
      (known, near) => known ?? piecesOf({ text, squeezed }, { near, apartFrom }, wanted),
      null,
    )
    if (pieces === null) continue
    const spans = pieces.map(
      ({ start, end }): Span => [squeezed.offsets[start]!, endOfCharacter(text, squeezed.offsets[end - 1]!)],
    )
    const said = spans.map((span) => text.slice(...span)).join(' … ')
    const span = spans.find(([start]) => mark < 0 || start < mark) ?? spans[0]!
    return { paper: id, span, spans, text: said }
  }
  return null
}

export const endOfCharacter = (text: string, at: number) => at + (text.codePointAt(at)! > 0xffff ? 2 : 1)
