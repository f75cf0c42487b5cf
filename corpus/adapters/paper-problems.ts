/** Finds contradictions within one stored paper. Each problem is a sentence that names the row and what to do. */
import type { GateRecord } from '../gate-record.ts'
import type { Page } from '../page.ts'
import { BOX_SIDES, pageIndexAt, pageStarts, paperText } from '../page.ts'
import type { Paper } from '../paper.ts'
import { type Unit, unitId } from '../unit.ts'
import { vectorLength } from './vector-blob.ts'

/** f16 changes a vector's length by up to 2^-11; embedders that compute in f16 or int8 change it by as much again. */
const LENGTH_TOLERANCE = 2 ** -9

export interface CheckedVector {
  readonly unit: string
  readonly embedder: string
  /** Vector as stored, without being rescaled to unit length. */
  readonly values: Float32Array
}

export interface CheckedPaper {
  readonly paper: Paper
  readonly pages: readonly Page[]
  readonly gate: GateRecord | null
  readonly units: readonly Unit[]
  readonly vectors: readonly CheckedVector[]
}

/** Returns the problems of a paper. `widths` has the expected length of vectors by embedder. */
export function paperProblems(checked: CheckedPaper, widths: ReadonlyMap<string, number>): string[] {
  const again = ` Ingest paper ${checked.paper.id} again.`
  const place = { starts: pageStarts(checked.pages), length: paperText(checked.pages).length }
  return [
    ...stateProblems(checked),
    ...pageProblems(checked.pages),
    ...checked.units.flatMap((unit) => [...unitProblems(unit, checked, place)]),
    ...vectorProblems(checked.vectors, widths),
  ].map((problem) => problem + again)
}

function* stateProblems({ paper, gate, units }: CheckedPaper): Iterable<string> {
  if (!/^(kept|(dropped|failed):[a-z0-9_]+)$/.test(paper.state))
    yield `Paper ${paper.id} has the unknown state "${paper.state}".`
  if (paper.paths.length === 0) yield `Paper ${paper.id} has no path.`
  if (paper.state !== 'kept' && units.length > 0)
    yield `Paper ${paper.id} is ${paper.state} but has ${units.length} units.`
  if (paper.state === 'dropped:off_topic' && gate === null)
    yield `Paper ${paper.id} is dropped:off_topic but has no gate record.`
}

function* pageProblems(pages: readonly Page[]): Iterable<string> {
  for (const [index, { number, text, boxes }] of pages.entries()) {
    if (number !== index + 1) yield `Page ${number} is in the place of page ${index + 1}.`
    if (boxes.length !== 0 && boxes.length !== text.length * BOX_SIDES)
      yield `Page ${number} has ${text.length} characters but ${boxes.length / BOX_SIDES} boxes.`
  }
}

/** Offsets of the pages in a paper's text, and the text's length. */
interface TextPlaces {
  readonly starts: readonly number[]
  readonly length: number
}

function* unitProblems(unit: Unit, { paper, pages }: CheckedPaper, places: TextPlaces): Iterable<string> {
  const named = `Unit ${unit.id}`
  if (unit.id !== unitId(unit)) yield `${named} is not the hash of its paper, kind, span and text.`
  if (unit.paper !== paper.id) yield `${named} belongs to paper ${unit.paper}.`
  const { start, end } = unit
  if (start !== null && end !== null) yield* spanProblems(unit, { start, end }, pages, places)
  else if (start !== end) yield `${named} has an incomplete span.`
}

/**
 * Does not check that the text at the span is the unit's: the first versions left out citation marks, spelled out short forms,
 * and stored the result as the text. Digests of unit and page show what changed since either was stored.
 */
function* spanProblems(
  { id, page }: Unit,
  { start, end }: { readonly start: number; readonly end: number },
  pages: readonly Page[],
  { starts, length }: TextPlaces,
): Iterable<string> {
  if (start < 0 || start > end || end > length) {
    yield `Unit ${id} spans ${start}-${end}, outside the ${length} characters of its paper.`
    return
  }
  if (page === null) return
  const first = pages[pageIndexAt(starts, start)]?.number ?? 0
  const last = pages[pageIndexAt(starts, Math.max(start, end - 1))]?.number ?? 0
  if (page < first || page > last) yield `Unit ${id} names page ${page}, but its span is on page ${first}.`
}

function* vectorProblems(
  vectors: readonly CheckedVector[],
  widths: ReadonlyMap<string, number>,
): Iterable<string> {
  for (const { unit, embedder, values } of vectors) {
    const width = widths.get(embedder) ?? values.length
    const named = `The vector of unit ${unit} by ${embedder}`
    if (values.length !== width) yield `${named} has ${values.length} numbers instead of ${width}.`
    const length = vectorLength(values)
    // The zero vector of an empty text has no unit length.
    if (length !== 0 && !(Math.abs(length - 1) <= LENGTH_TOLERANCE))
      yield `${named} has length ${length.toFixed(3)} instead of 1.`
  }
}
