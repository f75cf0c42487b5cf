/** The little markup of the sample texts: `*italic*`, `_{below}`, `^{above}`; and what a reader sees of it as plain text. */

export type Style = 'roman' | 'italic' | 'bold'
export type Level = 'base' | 'below' | 'above'

export interface Piece {
  readonly text: string
  readonly style: Style
  readonly level: Level
}

/** Pieces without a space between them. */
export type Word = readonly Piece[]

const MARK = /\*([^*]+)\*|([_^])\{([^}]*)\}/g

export function plainText(markup: string): string {
  return piecesOf(markup, 'roman')
    .map((piece) => piece.text)
    .join('')
}

/** The words of `markup`, set in `style` where it says nothing else. */
export function wordsOf(markup: string, style: Style): Word[] {
  const found: Piece[][] = [[]]
  for (const piece of piecesOf(markup, style)) {
    piece.text.split(' ').forEach((text, i) => {
      if (i > 0) found.push([])
      if (text !== '') found.at(-1)?.push({ ...piece, text })
    })
  }
  return found.filter((word) => word.length > 0)
}

function piecesOf(markup: string, style: Style): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of markup.matchAll(MARK)) {
    if (match.index > from) pieces.push({ text: markup.slice(from, match.index), style, level: 'base' })
    from = match.index + match[0].length
    const [, italic, sign, inner] = match
    if (italic !== undefined) pieces.push({ text: italic, style: 'italic', level: 'base' })
    else pieces.push({ text: (inner ?? '').replace('_', ''), style, level: sign === '_' ? 'below' : 'above' })
  }
  if (from < markup.length) pieces.push({ text: markup.slice(from), style, level: 'base' })
  return pieces
}
