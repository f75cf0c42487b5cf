/** The text of a line with a box for every UTF-16 unit: words apart, ligatures spelled out, accents set on their letters. */
import type { PageCharacters } from './characters.ts'
import { accented, decoded, isTexLigature } from './decode.ts'
import type { Line } from './lines.ts'
import type { Segment } from './segments.ts'

export interface LineText {
  readonly text: string
  /** Index of the page's character behind each UTF-16 unit; for a space, that of the character after it. */
  readonly sources: readonly number[]
}

// In ems. Half of a word space, which is 0.25 to 0.33 em in nearly every font.
const WORD_GAP_EM = 0.13

/** Which styles of the page are set in TeX's old encoding. */
export function texStyles(page: PageCharacters): ReadonlySet<number> {
  const found = new Set<number>()
  for (let at = 0; at < page.count; at++)
    if (isTexLigature(page.codes[at] ?? 0)) found.add(page.styleIds[at] ?? 0)
  return found
}

export function lineText(page: PageCharacters, line: Line, tex: ReadonlySet<number>): LineText {
  const draft: Draft = { text: '', sources: [] }
  let before: Segment | null = null
  for (const segment of line.segments) {
    const isApart = before === null || segment.left - before.right > WORD_GAP_EM * line.size
    for (let at = segment.from; at < segment.to; at++) {
      const glyph = decoded(page.codes[at] ?? 0, tex.has(page.styleIds[at] ?? 0))
      append(page, draft, at, glyph, at === segment.from ? isApart : page.spaced[at] === 1)
    }
    before = segment
  }
  const text = draft.text.trimEnd()
  return { text, sources: draft.sources.slice(0, text.length) }
}

interface Draft {
  text: string
  readonly sources: number[]
}

function append(page: PageCharacters, draft: Draft, at: number, glyph: string, isApart: boolean): void {
  const joined = accentJoined(page, draft.text, glyph, draft.sources.at(-1), at)
  if (joined !== null) {
    draft.text = draft.text.slice(0, -1) + joined
    return
  }
  const text = isApart && draft.text !== '' && !draft.text.endsWith(' ') ? ` ${glyph}` : glyph
  draft.text += text
  for (let unit = 0; unit < text.length; unit++) draft.sources.push(at)
}

/** The letter to replace the last one by, where `glyph` and the text's end are an accent and a letter printed over each other. */
function accentJoined(
  page: PageCharacters,
  text: string,
  glyph: string,
  previous: number | undefined,
  at: number,
): string | null {
  const last = text.at(-1)
  if (last === undefined || previous === undefined || glyph.length !== 1) return null
  if (/[\p{L}\p{N}]/u.test(last) === /[\p{L}\p{N}]/u.test(glyph)) return null
  const shared =
    Math.min(page.boxes[at * 4 + 2] ?? 0, page.boxes[previous * 4 + 2] ?? 0) -
    Math.max(page.boxes[at * 4] ?? 0, page.boxes[previous * 4] ?? 0)
  const narrower = Math.min(widthAt(page, at), widthAt(page, previous))
  if (shared < 0.5 * narrower) return null
  return accented(last, glyph) ?? accented(glyph, last)
}

function widthAt(page: PageCharacters, at: number): number {
  return (page.boxes[at * 4 + 2] ?? 0) - (page.boxes[at * 4] ?? 0)
}
