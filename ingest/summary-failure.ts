/** A paper of which a summariser could make no unit. */
import { type ErrorFacts, GlossError } from '../core/index.ts'

/** Its code is `MODEL_ANSWER_INVALID`. `losses` are the units that were lost on the way, by snake_case reason. */
export class SummaryFailure extends GlossError {
  readonly losses: Readonly<Record<string, number>>

  constructor(message: string, losses: Readonly<Record<string, number>>, facts: ErrorFacts = {}) {
    super('MODEL_ANSWER_INVALID', message, { ...facts, ...losses })
    this.losses = losses
  }
}
