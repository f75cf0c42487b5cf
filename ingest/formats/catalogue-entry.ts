/** Defines the content of a list of papers, in whatever format. */
import type { Description } from '../../corpus/index.ts'

export interface CatalogueEntry {
  /** Id in the catalogue: the citation key if there is one. */
  readonly key: string
  /** Whether the catalogue gives no id, so that `key` is the entry's position. */
  readonly isPlace?: boolean
  readonly known: Partial<Description>
  /** PDFs as written: paths, relative to the catalogue, or `file://` addresses. */
  readonly files: readonly string[]
}

export interface Catalogue {
  readonly entries: readonly CatalogueEntry[]
  /** Positions of entries that do not parse, such as `L12`. */
  readonly broken: readonly string[]
}
