/**
 * The paper's figures, each with its table and conditions. They are shown in separate tables, since these disagree (DeepSeek V3.1 has
 * 13.42 in Table 2, 6.71 or 11.21 in A4). Failures of Figure 7 are computed from its shares; r of Figure 8 is from a reader's note.
 */
import published from './published-figures.json' with { type: 'json' }

export interface PublishedSetting {
  /** `3a` adds parts to a baseline, `3b` removes them from the whole, `A5` varies the corpus. */
  readonly table: string
  readonly name: string
  readonly accuracyPercent: number
  readonly kiloTokens: number | null
  readonly steps: number | null
}

export interface PublishedSystem {
  readonly table: string
  readonly name: string
  /** Model of an agent system; null for a model alone. */
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

/** Conditions of the paper's figures, as far as it states them. */
export const publishedConditions: readonly PublishedCondition[] = published.conditions
export const publishedSource: string = published.source

/** Returns the row, or null if the table has none of this name. */
export function publishedSetting(table: string, name: string): PublishedSetting | null {
  return publishedSettings.find((setting) => setting.table === table && setting.name === name) ?? null
}

/** Returns the types of error of Figure 7, each with its percentage of the failures. */
export function publishedErrorShares(): { readonly type: string; readonly percent: number }[] {
  const { counts, failures } = publishedErrorTypes
  return Object.entries(counts).map(([type, count]) => ({ type, percent: (100 * count) / failures }))
}
