/** Finds where in a corpus a value is stated: its paper, page, boxes and the sentence that states it. */
import { sentences } from '../../core/index.ts'
import { type Page, pageIndexAt, pageStarts, type Span, type Unit } from '../../corpus/index.ts'
import { cellValuesIn, type Value, valuesIn } from '../../values/index.ts'
import { type SpanOnPage, spanOnPages } from '../ingest/page-image.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { QuotedPlace } from './value-shapes.ts'

/** A value read from a unit, with its sentence. */
export interface UnitValue {
  readonly value: Value
  readonly unit: Unit
  readonly sentence: string
  /** Reading of the sentence if it is the row of a table. */
  readonly row?: string
  /** Span in the paper's text. */
  readonly span: Span | null
}

/** A label farther from its value belongs to another row. Chosen, not measured. */
const MAX_ROW_CHARACTERS = 400

/** Returns the values of a unit, those of cells first: a number in a row means what its column says. */
export function valuesOfUnit(unit: Unit): UnitValue[] {
  const cells = valuesOfCells(unit)
  const others = valuesOfText(unit).filter(
    ({ value: { span } }) => !cells.some(({ value }) => value.span[0] < span[1] && span[0] < value.span[1]),
  )
  return [...cells, ...others]
}

/** Returns the values of cells. Cells are in a passage in reading order; others are left out. */
function valuesOfCells(unit: Unit): UnitValue[] {
  let from = 0
  return unit.kind !== 'passage' || unit.reading === null
    ? []
    : cellValuesIn(unit.reading).flatMap(({ value, cell, row }) => {
        const words = cell.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        const found = new RegExp(`(?<!\\S)${words.join('\\s+')}(?!\\S)`, 'u').exec(unit.text.slice(from))
        if (found === null) return []
        const start = from + found.index
        const span = [start, start + found[0].length] as const
        from = span[1]
        const label = value.of === null ? -1 : unit.text.lastIndexOf(value.of, start)
        const sentence = unit.text.slice(
          start - label < MAX_ROW_CHARACTERS && label >= 0 ? label : start,
          span[1],
        )
        return [{ value: { ...value, span }, unit, sentence, row, span: spanIn(unit, span) }]
      })
}

function valuesOfText(unit: Unit): UnitValue[] {
  const values = valuesIn(unit.text)
  if (values.length === 0) return []
  const spans = sentences(unit.text)
  return values.map((value) => {
    const [start, end] = value.span
    const own = spans.find((one) => one.start <= start && one.end >= end)
    const sentence = own === undefined ? unit.text : unit.text.slice(own.start, own.end)
    return { value, unit, sentence, span: spanIn(unit, value.span) }
  })
}

/** Converts offsets in the text of a unit to those of its paper. */
export function spanIn({ start, end, text }: Unit, [from, to]: Span): Span | null {
  if (start === null || end === null || end - start !== text.length) return null
  return [start + from, start + to]
}

/** Creates a finder of places that reads the pages of each paper once. */
export function createPlaces(session: CorpusSession) {
  const papers = new Map<string, { title: string; pages: readonly Page[]; starts: readonly number[] }>()

  async function paperOf(id: string) {
    const known = papers.get(id)
    if (known !== undefined) return known
    const [paper, pages] = [await session.store.paper(id), await session.store.pages(id)]
    const read = { title: paper?.title ?? '', pages, starts: pageStarts(pages) }
    papers.set(id, read)
    return read
  }

  return {
    async placeOf({ unit, span, sentence }: Omit<UnitValue, 'value'>): Promise<QuotedPlace> {
      const { title, pages, starts } = await paperOf(unit.paper)
      const page = span === null ? unit.page : (pages[pageIndexAt(starts, span[0])]?.number ?? unit.page)
      const { paper, year, locator, id: source } = unit
      return { paper, title, year, locator, page, span, source, sentence }
    },
    async boxesOf({ paper, span }: QuotedPlace): Promise<readonly SpanOnPage[]> {
      return span === null ? [] : spanOnPages((await paperOf(paper)).pages, span)
    },
  }
}
