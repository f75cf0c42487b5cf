/** The weights of the two edges between a unit and a name in it. */
import type { Mention, MentionKind } from '../corpus/index.ts'

/** Weight from a name to a unit whose title it is; 1 to others. Chosen in docs/decisions/2026-11-22-walk-on-three-sets.md. */
export const TITLE_WEIGHT = 32
/**
 * Weight from a name to a unit that is about it by its wording. Chosen before there was a judged set of papers by hops; on that set R@5 of
 * the walk is .364 against .399 with 1 (MiniLM .399, .422), which is within its noise (`npm run measure hops`, half `tune`).
 */
export const SUBJECT_WEIGHT = 4
/**
 * Weight from a unit to a name found as a noun phrase, where proper names have 1; also the weight of such a name at the start of a walk.
 * R@5 of the walk on MuSiQue with phrases at full weight .725, at .1 .764, without them .778; on CovidQA, whose names are phrases, .620,
 * .615, .558. This weight and the next are powers of two, so that multiplying and dividing leaves no rounding error.
 */
export const PHRASE_WEIGHT = 0.125
/** Factor for a name that no other unit has: a walk to it comes straight back. Chosen in the same way as TITLE_WEIGHT. */
export const LONE_FACTOR = 0.0625

/** Identifies one choice of weights: artefacts made with another are stale. */
export const WEIGHTS_ID = `${TITLE_WEIGHT}/${SUBJECT_WEIGHT}/${PHRASE_WEIGHT}/${LONE_FACTOR}`

export interface Weights {
  readonly toName: number
  readonly toUnit: number
}

/** Kinds of proper names. The others are found by the form of a phrase alone, and many of them are not names. */
export const PROPER_KINDS: ReadonlySet<MentionKind> = new Set([
  ...(['title', 'span', 'quote', 'abbreviation', 'fact'] as const),
  ...(['chemical', 'disease', 'gene', 'species'] as const),
])

/** Returns each name once, with the greatest weights of its mentions. */
export function weightsOf(
  mentions: readonly Pick<Mention, 'name' | 'kind' | 'isSubject'>[],
): Map<string, Weights> {
  const names = new Map<string, Weights>()
  for (const { name, kind, isSubject } of mentions) {
    const known = names.get(name)
    const toName = PROPER_KINDS.has(kind) ? 1 : PHRASE_WEIGHT
    const toUnit = isSubject ? (kind === 'title' ? TITLE_WEIGHT : SUBJECT_WEIGHT) : 1
    names.set(name, {
      toName: Math.max(toName, known?.toName ?? 0),
      toUnit: Math.max(toUnit, known?.toUnit ?? 0),
    })
  }
  return names
}

/** Returns whether a weight to a name is that of a proper name, lone or not. A phrase's is PHRASE_WEIGHT, or that times LONE_FACTOR. */
export function isProperWeight(toName: number): boolean {
  return toName === 1 || toName === LONE_FACTOR
}
