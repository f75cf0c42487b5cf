/** The packages that the graph view loads as scripts; each puts itself on `window`. */
import type { MultiGraph } from 'graphology'
import type { Sigma as SigmaClass } from 'sigma'
import type * as rendering from 'sigma/rendering'

export type SigmaScript = typeof SigmaClass & { readonly rendering: typeof rendering }

/** The types of graphology-library leave out these default exports. */
interface Layout {
  /** Writes `x` and `y` of each node. */
  assign(graph: object, options: Readonly<Record<string, unknown>>): void
}

declare global {
  interface Window {
    readonly Sigma: SigmaScript
    readonly graphology: { readonly MultiGraph: typeof MultiGraph }
    readonly graphologyLibrary: {
      readonly layoutForceAtlas2: Layout & { inferSettings(graph: object): object }
      readonly layoutNoverlap: Layout
    }
  }
}
