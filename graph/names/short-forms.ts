/** The short forms that a paper explains, where its texts use them: "ACE", "ACEs", but no "ace". */
import { canonical } from './canonical.ts'
import type { FoundSpan, PaperNames } from './mention.ts'

const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-‐–/.][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu

export function shortForms(text: string, paper: PaperNames): FoundSpan[] {
  if (paper.shortForms.size === 0) return []
  const found: FoundSpan[] = []
  for (const match of text.matchAll(TOKEN)) {
    const surface = match[0]
    const short = [surface, surface.replace(/s$/, '')].find((form) => paper.shortForms.has(form))
    const name = short === undefined ? undefined : paper.longForms.get(canonical(short))
    if (name === undefined) continue
    found.push({ start: match.index, end: match.index + surface.length, name, kind: 'abbreviation' })
  }
  return found
}
