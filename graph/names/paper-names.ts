/** What the whole paper says about its names: what each short form means. */
import { abbreviationsOf } from '../../core/index.ts'
import { canonical } from './canonical.ts'
import type { FoundSpan, PaperNames } from './mention.ts'
import { singular } from './singular.ts'
import { shortSpeciesNames } from './species.ts'

const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-‐–/.][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu

/** Reads all texts of a paper, its title among them; the first definition wins. Cost: linear. */
export function paperNames(texts: readonly string[]): PaperNames {
  const longForms = new Map<string, string>()
  const shortForms = new Set<string>()
  const add = (short: string, long: string) => {
    if (!longForms.has(short)) longForms.set(short, long)
  }
  for (const [short, long] of texts.flatMap((text) => [...abbreviationsOf(text)])) {
    const form = canonical(short)
    const name = singular(canonical(long))
    if (form === '' || name === '' || form === name) continue
    shortForms.add(short)
    add(form, name)
  }
  for (const text of texts) for (const [short, long] of shortSpeciesNames(text)) add(short, long)
  return { longForms, shortForms }
}

/** Returns the places of short forms that the paper explains: "ACE", "ACEs", but not "ace". */
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
