/** Finds the places of a name: its units, their pages, and its spellings there. */

import { compareText, countsOf } from '../../core/index.ts'
import type { CorpusReader, Mention, MentionKind, Span, Unit } from '../../corpus/index.ts'

export interface UnitMention {
  readonly unit: string
  readonly mention: Mention
}

export interface Occurrence extends Pick<Unit, 'kind' | 'text' | 'paper' | 'locator' | 'page'> {
  readonly unit: string
  /** Id that the source gave the document, if any. */
  readonly document?: string
  readonly title: string
  readonly isSubject: boolean
  readonly found: readonly MentionKind[]
  /** UTF-16 offsets into `text`, in reading order; empty if the name is only in the title or heading. */
  readonly marks: readonly Span[]
}

export type UnitTexts = ReadonlyMap<string, Unit>

export async function unitTexts(store: CorpusReader, ids: readonly string[]): Promise<UnitTexts> {
  const units = await store.units(ids)
  return new Map(units.flatMap((unit) => (unit === null ? [] : [[unit.id, unit]])))
}

/** Returns the units that are about the name first, then those with most mentions. */
export async function occurrencesOf(
  store: CorpusReader,
  mentions: readonly UnitMention[],
  texts: UnitTexts,
  count: number,
): Promise<Occurrence[]> {
  const ofUnits = Map.groupBy(mentions, ({ unit }) => unit)
  const ranked = [...ofUnits].map(([unit, own]) => ({
    unit,
    own: own.map(({ mention }) => mention),
    isSubject: own.some(({ mention }) => mention.isSubject),
  }))
  ranked.sort(
    (a, b) =>
      Number(b.isSubject) - Number(a.isSubject) || b.own.length - a.own.length || compareText(a.unit, b.unit),
  )
  const places: Occurrence[] = []
  for (const { unit: id, own, isSubject } of ranked.slice(0, count)) {
    const unit = texts.get(id)
    if (unit === undefined) continue
    const paper = await store.paper(unit.paper)
    places.push({
      unit: id,
      kind: unit.kind,
      text: unit.text,
      paper: unit.paper,
      ...(paper?.document == null ? {} : { document: paper.document }),
      title: paper?.title ?? '',
      locator: unit.locator,
      page: unit.page,
      isSubject,
      found: [...new Set(own.map(({ kind }) => kind))],
      marks: marksOf(own),
    })
  }
  return places
}

/** Returns the spellings as written, most frequent first. */
export function surfacesOf(
  mentions: readonly UnitMention[],
  texts: UnitTexts,
): { readonly text: string; readonly mentions: number }[] {
  const written = mentions.flatMap(({ unit, mention: { start, end } }) =>
    start === null || end === null ? [] : (texts.get(unit)?.text.slice(start, end) ?? []),
  )
  return mostFrequent(written).map(([text, count]) => ({ text, mentions: count }))
}

/** Returns distinct keys with their numbers, most frequent first. */
export function mostFrequent<Key extends string>(keys: readonly Key[]): [Key, number][] {
  return [...countsOf(keys)].sort(([one, a], [other, b]) => b - a || compareText(one, other))
}

function marksOf(mentions: readonly Mention[]): Span[] {
  const spans = mentions.flatMap(({ start, end }) =>
    start === null || end === null ? [] : [[start, end] as const],
  )
  const distinct = new Map(spans.map((span) => [span.join(), span]))
  return [...distinct.values()].sort(([a], [b]) => a - b)
}
