/** What the whole paper says about its names: which abbreviation stands for what. */
import type { PaperNames } from './mention.ts'

export const NO_PAPER_NAMES: PaperNames = { longForms: new Map() }

/** Reads all texts of a paper, its title and headings among them. */
export function paperNames(_texts: readonly string[]): PaperNames {
  return NO_PAPER_NAMES
}
