/** Indexes the names and facts of a corpus, by which templates find related statements. */
import type { Fact, GraphUnit, Mention, MentionKind } from '../../corpus/index.ts'

/** A name in more units does not identify one of them. Chosen, not measured. */
export const MAX_UNITS_PER_NAME = 8
const SPECIFIC: ReadonlySet<MentionKind> = new Set([
  'title',
  'quote',
  'abbreviation',
  'chemical',
  'disease',
  'gene',
  'species',
])
/** Numbers and headings are shared by unrelated units. */
const VAGUE: ReadonlySet<MentionKind> = new Set(['quantity', 'heading', 'term'])

export interface SharedNames {
  readonly byName: ReadonlyMap<string, readonly GraphUnit[]>
  readonly bySubject: ReadonlyMap<string, readonly { readonly unit: string; readonly fact: Fact }[]>
}

export function sharedNamesOf(units: readonly GraphUnit[]): SharedNames {
  const byName = new Map<string, GraphUnit[]>()
  const bySubject = new Map<string, { unit: string; fact: Fact }[]>()
  for (const unit of units) {
    for (const name of new Set(unit.mentions.map((mention) => mention.name))) add(byName, name, unit)
    for (const fact of unit.facts) add(bySubject, fact.subject, { unit: unit.unit, fact })
  }
  return { byName, bySubject }
}

function add<Member>(lists: Map<string, Member[]>, key: string, member: Member): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [member])
  else list.push(member)
}

/** Returns names that lead to few units: first those that the unit is about, then those of a specific kind. */
export function specificNames(mentions: readonly Mention[], byName: SharedNames['byName']): Mention[] {
  const telling = mentions.filter(
    (mention) => isSpecificName(mention) && (byName.get(mention.name)?.length ?? 0) <= MAX_UNITS_PER_NAME,
  )
  const firstOfEach = telling.filter(({ name }, at) => telling.findIndex((one) => one.name === name) === at)
  const rank = ({ isSubject, kind }: Mention) => (isSubject ? 0 : 2) + (SPECIFIC.has(kind) ? 0 : 1)
  return firstOfEach.toSorted((a, b) => rank(a) - rank(b))
}

/** Returns whether a name is specific. A single word without a specific kind is often just the capitalised start of a sentence. */
function isSpecificName({ name, kind }: Mention): boolean {
  return SPECIFIC.has(kind) || (!VAGUE.has(kind) && name.includes(' '))
}
