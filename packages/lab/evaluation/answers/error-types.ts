/** Computes why questions fail: shares of four types, of which one failure may have several (Figure 7 of Eigen-1). */

export const ERROR_TYPES = [
  'reasoning_process',
  'knowledge_application',
  'execution',
  'comprehension',
] as const
export type ErrorType = (typeof ERROR_TYPES)[number]

export interface LabelledFailure {
  readonly questionId: string
  /** Types of error; null if the labeller gave no valid ones. */
  readonly types: readonly ErrorType[] | null
  readonly reason: string
}

export interface ErrorTypeFigures {
  readonly failures: number
  /** Number of labelled failures. */
  readonly labelled: number
  /** Percentage of the labelled failures; these do not sum to 100. NaN without failures. */
  readonly types: Readonly<Record<ErrorType, { readonly count: number; readonly percent: number }>>
  /** Failures with both a reasoning and a knowledge error. */
  readonly joint: { readonly count: number; readonly percent: number }
}

export function errorTypeFigures(failures: readonly LabelledFailure[]): ErrorTypeFigures {
  const labelled = failures.flatMap(({ types }) => (types === null ? [] : [new Set(types)]))
  const counted = (isIn: (types: ReadonlySet<ErrorType>) => boolean) => {
    const count = labelled.filter(isIn).length
    return { count, percent: (100 * count) / labelled.length }
  }
  const entries = ERROR_TYPES.map((type) => [type, counted((types) => types.has(type))] as const)
  return {
    failures: failures.length,
    labelled: labelled.length,
    types: Object.fromEntries(entries) as ErrorTypeFigures['types'],
    joint: counted((types) => types.has('reasoning_process') && types.has('knowledge_application')),
  }
}
