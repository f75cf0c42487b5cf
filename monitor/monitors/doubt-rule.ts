/** What a rule of the lexical monitor says: which words speak of doubt, how much, and where they do not. */
import type { Mark } from '../ports.ts'

/**
 * `ignorance` says that something is not known; `hedge` says it with less than certainty; `question` asks
 * something; `surprise` finds a result against expectation; `turn` takes back, hesitates or checks, as models
 * do at every other step: of all turns of a window only the heaviest counts; `fact` is no doubt by itself,
 * but something retrieval can help with where the same sentence doubts; `assurance` takes doubt away.
 */
export type DoubtKind = 'ignorance' | 'hedge' | 'turn' | 'surprise' | 'question' | 'fact' | 'assurance'

export interface DoubtRule {
  /** Kebab-case, as in traces. */
  readonly id: string
  readonly kind: DoubtKind
  /** Spaces match any white space, `'` either apostrophe. Case is ignored. */
  readonly pattern: string
  /** A window triggers at a sum of 1. */
  readonly weight: number
  /** Not where the sentence tells what others think, as papers do. */
  readonly isSparedInReports?: true
  /** Of a fact: it counts where the same sentence has a doubt of one of these kinds. */
  readonly within?: readonly DoubtKind[]
  /** Why it speaks of doubt, or where it was taken from. */
  readonly rationale: string
  /** Texts with the mark, and texts that look alike without it. They are run as tests. */
  readonly triggers: readonly string[]
  readonly spares: readonly string[]
}

/** A mark with what it counts for. */
export interface WeighedMark extends Mark {
  readonly kind: DoubtKind
  readonly weight: number
  /** As in the rule. */
  readonly within: readonly DoubtKind[]
}
