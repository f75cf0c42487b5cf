/** Splits a paper into parts that each fit a model's context window, by sections, then by sentences. */
import { sentences } from '../../core/index.ts'
import { estimateTokens } from '../../models/index.ts'
import { type BodyBlock, onOneLine, type PaperBody } from '../paper-body.ts'

export interface PaperPart {
  readonly text: string
  /** First and last page; null if the source has no pages. */
  readonly pages: readonly [number, number] | null
}

/**
 * Returns parts in reading order, as few as fit `budgetTokens` (estimated) each, without title page, back matter and references.
 * A paper without text has none. A single sentence over the budget is cut.
 */
export function paperParts(body: PaperBody, budgetTokens: number): PaperPart[] {
  const parts: PaperPart[] = []
  let open: Piece[] = []
  let used = 0
  for (const piece of body.blocks.filter(isContent).flatMap((block) => piecesOf(body, block, budgetTokens))) {
    const tokens = estimateTokens(piece.text) + 1
    if (open.length > 0 && used + tokens > budgetTokens) {
      parts.push(partOf(body, open))
      open = []
      used = 0
    }
    open.push(piece)
    used += tokens
  }
  if (open.length > 0) parts.push(partOf(body, open))
  return parts
}

interface Piece {
  readonly text: string
  readonly start: number
  readonly end: number
}

function isContent({ part }: BodyBlock): boolean {
  return part === 'abstract' || part === 'body'
}

/** Returns the block with its heading if it fits, else its sentences. */
function piecesOf(body: PaperBody, { heading, start, end }: BodyBlock, budgetTokens: number): Piece[] {
  const raw = body.text.slice(start, end)
  const text = [heading, onOneLine(raw)].filter((line) => line !== '').join('\n')
  if (estimateTokens(text) + 1 <= budgetTokens) return [{ text, start, end }]
  return sentences(raw).map((span) => ({
    text: cutToTokens(onOneLine(raw.slice(span.start, span.end)), budgetTokens - 1),
    start: start + span.start,
    end: start + span.end,
  }))
}

function partOf(body: PaperBody, pieces: readonly Piece[]): PaperPart {
  const first = body.pageAt(pieces[0]!.start)
  const last = body.pageAt(pieces.at(-1)!.end - 1)
  return {
    text: pieces.map((piece) => piece.text).join('\n'),
    pages: first === null || last === null ? null : [first, last],
  }
}

/** Returns the beginning of `text` within `most` estimated tokens, cut in proportion, and again if the beginning is denser than the end. */
export function cutToTokens(text: string, most: number): string {
  if (most < 1) return ''
  let cut = text
  for (let tokens = estimateTokens(cut); tokens > most; tokens = estimateTokens(cut))
    cut = cut.slice(0, Math.floor((cut.length * most) / tokens))
  return cut
}
