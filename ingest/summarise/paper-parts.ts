/** A paper cut into parts that each fit a model's context window, by sections, then by sentences. */
import { sentences } from '../../core/index.ts'
import { estimateTokens } from '../../models/index.ts'
import { type BodyBlock, onOneLine, type PaperBody } from '../paper-body.ts'

export interface PaperPart {
  readonly text: string
  /** First and last page; null where the source has no pages. */
  readonly pages: readonly [number, number] | null
}

/**
 * Parts in reading order, as few as fill `budgetTokens` (estimated) each. Title page, back matter and references are left out.
 * None for a paper without text. A single sentence over the budget is cut at it.
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

/** The block with its heading where it fits, else its sentences. */
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

/** Returns as much of the beginning of `text` as `most` tokens (estimated) hold. Cut in proportion, and again where the beginning is the denser part. */
export function cutToTokens(text: string, most: number): string {
  if (most < 1) return ''
  let cut = text
  for (let tokens = estimateTokens(cut); tokens > most; tokens = estimateTokens(cut))
    cut = cut.slice(0, Math.floor((cut.length * most) / tokens))
  return cut
}
