/** Defines the error for a paper of which a summariser could make no unit. */
import { type ErrorCode, type ErrorFacts, GlossError } from '../core/index.ts'

/** Its code, which the paper fails with, depends on the cause: the model's answers, or its server. */
export class SummaryFailure extends GlossError {
  /** Number of lost units by snake_case reason. */
  readonly losses: Readonly<Record<string, number>>

  constructor(
    code: ErrorCode,
    message: string,
    losses: Readonly<Record<string, number>>,
    facts: ErrorFacts = {},
    cause?: unknown,
  ) {
    super(code, message, { ...facts, ...losses }, cause)
    this.losses = losses
  }
}
