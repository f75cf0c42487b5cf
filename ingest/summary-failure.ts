/** A paper of which a summariser could make no unit. */
import { type ErrorCode, type ErrorFacts, GlossError } from '../core/index.ts'

/** The code that such a paper fails with, by what went wrong: the model's answers, or its server. */
export class SummaryFailure extends GlossError {
  /** The units that were lost on the way, by snake_case reason. */
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
