/** The cut-offs of `contrast`, one for each embedder. The figures behind them: docs/figures/gate.json. */
// Written by `npm run measure gate -- --write`. Imported, so that the build takes it along.
import cutoffs from './cutoffs.json' with { type: 'json' }

/**
 * For embedders without a calibrated cut-off: a paper must be nearer to the topic than to other fields. The score is a
 * difference of cosines, so 0 means the same at every scale; the calibrated ones lie within .05 of it.
 */
export const FALLBACK_CUTOFF = 0

const shipped: Readonly<Record<string, number>> = cutoffs

/** `calibrated` is false where the embedder is unknown and the fallback is in force. */
export function contrastCutoff(embedder: string): { readonly cutoff: number; readonly calibrated: boolean } {
  const cutoff = shipped[embedder]
  return { cutoff: cutoff ?? FALLBACK_CUTOFF, calibrated: cutoff !== undefined }
}
