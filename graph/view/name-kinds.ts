/** Determines the kind of thing that a name names, from how its mentions were found. */
import { countsOf } from '../../core/index.ts'
import type { CorpusReader, MentionKind } from '../../corpus/index.ts'

const FOUND_KINDS = ['chemical', 'disease', 'gene', 'species', 'quantity'] as const
export const NAME_KINDS = [...FOUND_KINDS, 'other'] as const
export type NameKind = (typeof NAME_KINDS)[number]

// Mentions considered: the kinds of a name hardly differ from place to place. Chosen, not measured.
const MAX_MENTIONS = 50
// Mentions of these kinds are found only by the form of a phrase.
const PHRASES: ReadonlySet<MentionKind> = new Set(['phrase', 'heading'])

/**
 * Returns the kind of most mentions. Returns `other` if none has one, or if as many were found only by capitals, or more as phrases: the
 * finder of kinds did not find the name in those sentences. Null for one everyday word found only in phrases and headings.
 */
export async function kindOfName(
  store: Pick<CorpusReader, 'mentionsOf'>,
  name: string,
): Promise<NameKind | null> {
  const mentions = await store.mentionsOf(name, MAX_MENTIONS)
  const counts = countsOf(mentions.map(({ mention }) => mention.kind))
  const countOf = (kind: MentionKind) => counts.get(kind) ?? 0
  const [kind] = FOUND_KINDS.toSorted((one, other) => countOf(other) - countOf(one))
  if (countOf(kind!) > 0)
    return countOf(kind!) > countOf('span') && countOf(kind!) >= countOf('phrase') ? kind! : 'other'
  const isPhrase = mentions.length > 0 && mentions.every(({ mention }) => PHRASES.has(mention.kind))
  return isPhrase && !name.includes(' ') ? null : 'other'
}
