/** Where token vectors are kept once they are made. A cache of the corpus: it may be deleted at any time. */
import type { PackedTokens } from './packed-tokens.ts'

export interface StoredTokens {
  readonly unit: string
  /** Hash of the text that they were made from: another text makes them again. */
  readonly text: string
  readonly tokens: PackedTokens
}

export interface TokenStore {
  /** In the order of the units; null for those that are not kept, or were made from another text. */
  find(wanted: readonly { readonly unit: string; readonly text: string }[]): (PackedTokens | null)[]
  put(made: readonly StoredTokens[]): void
  /** Of the corpus, up to which units that went were removed; 0 for a new store. */
  seq(): number
  /** Removes units that went from the corpus up to its change `seq`. */
  remove(units: readonly string[], seq: number): void
  /** Units with their rows and bytes, without what the file itself takes. */
  size(): { readonly units: number; readonly bytes: number }
  close(): void
}
