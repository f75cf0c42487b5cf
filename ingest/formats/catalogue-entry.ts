/** What a list of papers gives, whatever its format. */
import type { Description } from '../../corpus/index.ts'

export interface CatalogueEntry {
  /** The id that the catalogue gives it, the citation key where it has one. */
  readonly key: string
  /** The catalogue gives it none: `key` is its place there. */
  readonly isPlace?: boolean
  readonly known: Partial<Description>
  /** PDFs as written: paths, relative to the catalogue, or `file://` addresses. */
  readonly files: readonly string[]
}

export interface Catalogue {
  readonly entries: readonly CatalogueEntry[]
  /** Places of entries that do not parse, such as `L12`. */
  readonly broken: readonly string[]
}
