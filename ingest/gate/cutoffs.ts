/** Reads the cut-offs of `contrast`, one for each embedder. `npm run measure gate` prints the figures behind them. */
// Written by `npm run measure gate -- --write`. Imported, so that the build includes it.
import cutoffs from './cutoffs.json' with { type: 'json' }

/**
 * Cut-off for embedders without a calibrated one. An average other field scores 0; the calibrated cut-offs are
 * between .15 and .25.
 */
const FALLBACK_CUTOFF = 0.2

const shipped: Readonly<Record<string, number>> = cutoffs

/** Returns the cut-off; `calibrated` is false for an unknown embedder, which gets the fallback. */
export function contrastCutoff(embedder: string): { readonly cutoff: number; readonly calibrated: boolean } {
  const cutoff = shipped[embedder]
  return { cutoff: cutoff ?? FALLBACK_CUTOFF, calibrated: cutoff !== undefined }
}
