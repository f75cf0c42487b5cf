/** Selects the text of a paper that the gate reads. */
import type { Description, Page } from '../../corpus/index.ts'
import { paperText } from '../../corpus/index.ts'

/** Length of an average abstract (SciFact: 1,400 characters). */
const STAND_IN_CHARACTERS = 1_500

export type GateInput = Pick<Description, 'title' | 'abstract'>

/**
 * Returns title and abstract. The first 1,500 characters of the text replace a missing abstract; if there is an abstract, the
 * rest of the text changes nothing (Eigen-1, A.1).
 */
export function gateInput(description: GateInput, pages: readonly Page[]): GateInput {
  const { title, abstract } = description
  if (abstract.trim() !== '') return { title, abstract }
  return { title, abstract: paperText(pages).slice(0, STAND_IN_CHARACTERS) }
}

/** Returns the text that is embedded; empty without title and abstract. */
export function gateText({ title, abstract }: GateInput): string {
  const parts = [title.trim(), abstract.trim()].filter((part) => part !== '')
  return parts.join(/[.?!]$/.test(title.trim()) ? ' ' : '. ').replaceAll(/\s+/g, ' ')
}
