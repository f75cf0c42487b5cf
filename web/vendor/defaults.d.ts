/** Written by the service: the choice of a form that the address of the view does not name. */
export const DEFAULT_HITS: string
/** Backends that ask a model for each question. */
export const ASKING_BACKENDS: readonly string[]
