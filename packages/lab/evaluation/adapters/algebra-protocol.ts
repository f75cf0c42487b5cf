/** Messages between the parent and the child process of the algebra system. */
import type { AlgebraRequest, AlgebraVerdict } from '../answers/graders/index.ts'

export type AlgebraChildRequest =
  /** Answered when the system is loaded, which takes longer than a comparison may. */
  { readonly kind: 'load' } | { readonly kind: 'compare'; readonly request: AlgebraRequest }

export type AlgebraAnswer = AlgebraVerdict | 'loaded'
