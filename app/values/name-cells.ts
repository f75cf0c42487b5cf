/** Fills cells that contain a name, such as the species: the one in the title, or in the abstract, or in most places. */
import type { MentionKind, Unit } from '../../corpus/index.ts'
import { canonical, isEverydayWord } from '../../graph/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import { bestPhrase, type CellText } from './phrase-cells.ts'
import { spanIn } from './value-places.ts'

/** A name in fewer places, and in neither title nor abstract, is not what a paper is about. */
const FEWEST_PLACES = 3
const BINOMIAL = /(?<!\p{L})\p{Lu}\p{Ll}{2,} \p{Ll}{2,}(?:a|um|us|is|i|ae|ens|ans|oides|es)(?!\p{L})/gu

interface NamedPaper {
  readonly units: readonly Unit[]
  readonly title: string
  readonly abstract: string
}

interface Place {
  readonly unit: Unit
  readonly span: readonly [number, number]
}

export async function bestName(
  session: CorpusSession,
  { units, title, abstract }: NamedPaper,
  kind: MentionKind,
): Promise<CellText | null> {
  const entitled = kind === 'species' ? speciesOf(title) : null
  const inTitle = entitled === null ? null : bestPhrase(units, placesOf(entitled))
  if (inTitle !== null) return inTitle
  const places = await namesOfKind(session, units, kind)
  const rankOf = (name: string) => Number(has(abstract, name)) + 2 * Number(has(title, name))
  const [best, ...others] = [...places]
    .filter(([name, there]) => there.length >= FEWEST_PLACES || rankOf(name) > 0)
    .sort(([one, here], [other, there]) => rankOf(other) - rankOf(one) || there.length - here.length)
  const [first] = best?.[1] ?? []
  if (first === undefined) return null
  const { unit, span } = first
  return {
    unit,
    sentence: unit.text,
    span: spanIn(unit, span),
    text: unit.text.slice(...span),
    others: others.length,
  }
}

/** Returns the species in a title, such as "Ocimum sanctum": a Latin name of words that are not everyday English. */
function speciesOf(title: string): string | null {
  const found = [...title.matchAll(BINOMIAL)].find(([name]) =>
    name
      .toLowerCase()
      .split(' ')
      .every((word) => !isEverydayWord(word)),
  )
  return found?.[0] ?? null
}

function placesOf(name: string) {
  return (sentence: string) => {
    const start = sentence.indexOf(name)
    return start < 0 ? [] : [{ span: [start, start + name.length] as const, rank: 1 }]
  }
}

async function namesOfKind(session: CorpusSession, units: readonly Unit[], kind: MentionKind) {
  const places = new Map<string, Place[]>()
  for (const unit of units)
    for (const { name, start, end, ...mention } of await session.store.mentions(unit.id)) {
      if (mention.kind !== kind || start === null || end === null) continue
      places.set(name, [...(places.get(name) ?? []), { unit, span: [start, end] }])
    }
  return places
}

function has(text: string, name: string): boolean {
  return ` ${canonical(text)} `.includes(` ${name} `)
}
