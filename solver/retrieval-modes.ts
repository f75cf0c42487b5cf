/** How the agents of a pattern use the corpus. */

/** `explicit`: the model searches by code. `implicit`: what it needs is put into its stream. `both`: as Eigen-1 has it published. */
export const RETRIEVAL_MODES = ['none', 'explicit', 'implicit', 'both'] as const
export type RetrievalMode = (typeof RETRIEVAL_MODES)[number]
