/** What a name is the name of, by how its mentions were found. */
import type { CorpusReader, MentionKind } from '../../corpus/index.ts'

export const NAME_KINDS = ['chemical', 'disease', 'gene', 'species', 'quantity', 'other'] as const
export type NameKind = (typeof NAME_KINDS)[number]

// Mentions that are looked at: the kinds of a name hardly differ from place to place. Chosen, not measured.
const MOST_MENTIONS = 50
// Such a mention is found by the form of a phrase alone.
const PHRASES: ReadonlySet<MentionKind> = new Set(['phrase', 'heading'])

/** The kind that most of its mentions have, `other` where they have none; null for one everyday word that only phrases and headings have. */
export async function kindOfName(
  store: Pick<CorpusReader, 'mentionsOf'>,
  name: string,
): Promise<NameKind | null> {
  const mentions = await store.mentionsOf(name, MOST_MENTIONS)
  const counts = new Map<NameKind, number>()
  for (const { mention } of mentions)
    for (const kind of NAME_KINDS) if (kind === mention.kind) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  if (most !== undefined) return most[0]
  const isPhrase = mentions.length > 0 && mentions.every(({ mention }) => PHRASES.has(mention.kind))
  return isPhrase && !name.includes(' ') ? null : 'other'
}
