/** The cut-offs of `contrast`, one for each embedder. The figures behind them: `npm run measure gate`. */
// Written by `npm run measure gate -- --write`. Imported, so that the build takes it along.
import cutoffs from './cutoffs.json' with { type: 'json' }

/**
 * For embedders without a calibrated cut-off. A score of 0 is what an average other field has; the calibrated cut-offs lie
 * between .15 and .25.
 */
const FALLBACK_CUTOFF = 0.2

const shipped: Readonly<Record<string, number>> = cutoffs

/** `calibrated` is false where the embedder is unknown and the fallback is in force. */
export function contrastCutoff(embedder: string): { readonly cutoff: number; readonly calibrated: boolean } {
  const cutoff = shipped[embedder]
  return { cutoff: cutoff ?? FALLBACK_CUTOFF, calibrated: cutoff !== undefined }
}
