/** Stores computed token vectors. A cache of the corpus: it may be deleted at any time. */
import type { PackedTokens } from './packed-tokens.ts'

export interface StoredTokens {
  readonly unit: string
  /** Hash of the text that the vectors were computed from; a changed text is embedded again. */
  readonly text: string
  readonly tokens: PackedTokens
}

export interface TokenStore {
  /** Returns vectors in the order of the units; null for a unit that is not stored, or was computed from another text. */
  find(wanted: readonly { readonly unit: string; readonly text: string }[]): (PackedTokens | null)[]
  put(made: readonly StoredTokens[]): void
  /** Change of the corpus up to which deleted units were removed; 0 for a new store. */
  seq(): number
  /** Removes units that were deleted from the corpus up to its change `seq`. */
  remove(units: readonly string[], seq: number): void
  /** Number of units, and bytes of their rows, without the overhead of the file. */
  size(): { readonly units: number; readonly bytes: number }
  close(): void
}
