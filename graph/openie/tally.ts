/** Counts the results of a pass over a corpus: units by outcome, what was lost of their answers, and the calls of the model. */
import type { ErrorCode } from '../../core/index.ts'
import type { Extraction } from '../../corpus/index.ts'
import type { AnswerUsage } from '../../models/index.ts'
import { addedLosses, type LossCounts } from '../formats/index.ts'

/** seen = extracted + the sum of failed. */
export interface OpenIeReport {
  readonly seen: number
  readonly extracted: number
  /** Failed units by error code. They have no extraction, so the next run asks again. */
  readonly failed: Readonly<Record<string, number>>
  readonly entities: number
  readonly facts: number
  readonly losses: LossCounts
  readonly calls: number
  /** Answers that were cached; they cost nothing. */
  readonly cachedCalls: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** Whether a server omitted the counts of an answer. */
  readonly estimated: boolean
}

export interface Tally {
  asked(event: AnswerUsage): void
  extracted(extraction: Extraction, losses: LossCounts): void
  failed(code: ErrorCode, losses: LossCounts): void
  report(): OpenIeReport
}

export function createTally(): Tally {
  const units = { seen: 0, extracted: 0, entities: 0, facts: 0 }
  const usage = { calls: 0, cachedCalls: 0, promptTokens: 0, completionTokens: 0, estimated: false }
  let losses: LossCounts = {}
  let failures: LossCounts = {}
  return {
    asked(event) {
      if (event.isCached) {
        usage.cachedCalls++
        return
      }
      usage.calls++
      usage.promptTokens += event.usage.promptTokens
      usage.completionTokens += event.usage.completionTokens
      usage.estimated ||= event.usage.estimated
    },
    extracted(extraction, lost) {
      units.seen++
      units.extracted++
      units.entities += extraction.entities.length
      units.facts += extraction.facts.length
      losses = addedLosses(losses, lost)
    },
    failed(code, lost) {
      units.seen++
      failures = addedLosses(failures, { [code]: 1 })
      losses = addedLosses(losses, lost)
    },
    report: () => ({ ...units, failed: failures, losses, ...usage }),
  }
}
