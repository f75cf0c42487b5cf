/**
 * The figures of the paper, each with the table it is from, and what they were measured with. They stand in tables of their own: tables disagree (DeepSeek V3.1 has 13.42 in Table 2, 6.71 or
 * 11.21 in Table A4). The failures of Figure 7 are worked out from its shares; r of Figure 8 is from a reader's note, not from the paper.
 */
import published from './published-figures.json' with { type: 'json' }

export interface PublishedSetting {
  /** `3a` adds parts to a baseline, `3b` takes them from the whole, `A5` varies the corpus. */
  readonly table: string
  readonly name: string
  readonly accuracyPercent: number
  readonly kiloTokens: number | null
  readonly steps: number | null
}

export interface PublishedSystem {
  readonly table: string
  readonly name: string
  /** Model that an agent system runs on; null for a model alone. */
  readonly base: string | null
  /** Per cent on Humanity's Last Exam Bio/Chem Gold, SuperGPQA Biology hard and TRQA Literature. */
  readonly hle: number | null
  readonly supergpqa: number | null
  readonly trqa: number | null
}

export const publishedSystems: readonly PublishedSystem[] = published.systems
export const publishedSettings: readonly PublishedSetting[] = published.settings
const publishedErrorTypes = published.errorTypes
export const publishedLines = published.agreement.lines

export interface PublishedCondition {
  readonly name: string
  readonly value: string
}

/** Under which the paper's figures were measured, as far as it says. */
export const publishedConditions: readonly PublishedCondition[] = published.conditions
export const publishedSource: string = published.source

/** Null where the table has no row of this name. */
export function publishedSetting(table: string, name: string): PublishedSetting | null {
  return publishedSettings.find((setting) => setting.table === table && setting.name === name) ?? null
}

/** Types of error of Figure 7, each with its share of the failures, in per cent. */
export function publishedErrorShares(): { readonly type: string; readonly percent: number }[] {
  const { counts, failures } = publishedErrorTypes
  return Object.entries(counts).map(([type, count]) => ({ type, percent: (100 * count) / failures }))
}
