/** What the whole paper says about its names: what each short form means. */
import { abbreviationsOf } from '../../core/index.ts'
import { canonical } from './canonical.ts'
import type { PaperNames } from './mention.ts'
import { singular } from './singular.ts'
import { shortSpeciesNames } from './species.ts'

export const NO_PAPER_NAMES: PaperNames = { longForms: new Map(), shortForms: new Set() }

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
