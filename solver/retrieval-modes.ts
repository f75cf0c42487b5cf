/** Modes in which agents of a pattern use the corpus. */

/** `explicit`: the model searches with code. `implicit`: evidence is injected into its stream. `both`: as published for Eigen-1. */
export const RETRIEVAL_MODES = ['none', 'explicit', 'implicit', 'both'] as const
export type RetrievalMode = (typeof RETRIEVAL_MODES)[number]
