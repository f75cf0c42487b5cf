/** What a name is the name of, by how its mentions were found. */
import type { CorpusReader, MentionKind } from '../../corpus/index.ts'

const FOUND_KINDS = ['chemical', 'disease', 'gene', 'species', 'quantity'] as const
export const NAME_KINDS = [...FOUND_KINDS, 'other'] as const
export type NameKind = (typeof NAME_KINDS)[number]

// Mentions that are looked at: the kinds of a name hardly differ from place to place. Chosen, not measured.
const MOST_MENTIONS = 50
// Such a mention is found by the form of a phrase alone.
const PHRASES: ReadonlySet<MentionKind> = new Set(['phrase', 'heading'])

/**
 * The kind that most of its mentions have; `other` where they have none, or where as many of them were found by their capitals, or more as phrases, alone: the finder
 * of kinds read those sentences as well, and passed over the name. Null for one everyday word that only phrases and headings have.
 */
export async function kindOfName(
  store: Pick<CorpusReader, 'mentionsOf'>,
  name: string,
): Promise<NameKind | null> {
  const mentions = await store.mentionsOf(name, MOST_MENTIONS)
  const counts = new Map<MentionKind, number>()
  for (const { mention } of mentions) counts.set(mention.kind, (counts.get(mention.kind) ?? 0) + 1)
  const countOf = (kind: MentionKind) => counts.get(kind) ?? 0
  const [kind] = FOUND_KINDS.toSorted((one, other) => countOf(other) - countOf(one))
  if (countOf(kind!) > 0)
    return countOf(kind!) > countOf('span') && countOf(kind!) >= countOf('phrase') ? kind! : 'other'
  const isPhrase = mentions.length > 0 && mentions.every(({ mention }) => PHRASES.has(mention.kind))
  return isPhrase && !name.includes(' ') ? null : 'other'
}
