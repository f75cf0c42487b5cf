/** A spreadsheet over the papers of a corpus: a row for each paper, and in each cell what the paper says, with its place. */
import { csvLine } from '../../core/index.ts'
import type { MentionKind, Unit } from '../../corpus/index.ts'
import { type AskedValue, readAsked } from '../../values/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import { bestAtPlaces, scoredValues } from './find-values.ts'
import { createPlaces, spanIn, type UnitValue } from './value-places.ts'
import type { PaperTable } from './value-shapes.ts'

type ColumnsOfPaper = PaperTable['rows'][number]
type TableCell = NonNullable<ColumnsOfPaper['cells'][number]>

/** Columns of names, by the kind that names are found as; every other column is a value. */
const NAME_COLUMNS: readonly (readonly [RegExp, MentionKind])[] = [
  [/^(?:species|organisms?)$/i, 'species'],
  [/^(?:genes?|proteins?)$/i, 'gene'],
  [/^(?:chemicals?|compounds?|drugs?|substances?)$/i, 'chemical'],
  [/^(?:diseases?|disorders?)$/i, 'disease'],
]

/** In the order of papers' ids. Throws `PAPER_NOT_FOUND`. */
export async function paperTable(
  session: CorpusSession,
  {
    columns,
    papers,
  }: { readonly columns: readonly string[]; readonly papers?: readonly string[] | undefined },
  signal?: AbortSignal,
): Promise<PaperTable> {
  const kept = await session.store.papers({ state: 'kept' })
  const wanted = papers === undefined ? null : new Set(await session.paperIds(papers))
  const asked = columns.map((column) => ({ column, value: readAsked(column) }))
  const rows: ColumnsOfPaper[] = []
  for (const { id, title, year } of kept.filter((paper) => wanted?.has(paper.id) ?? true)) {
    signal?.throwIfAborted()
    const units = await session.store.listUnits({ paper: id })
    const cells: (TableCell | null)[] = []
    for (const { column, value } of asked) cells.push(await cellOf(session, { units, title, column, value }))
    rows.push({ paper: id, title, year, cells })
  }
  return { corpus: session.name, columns, rows }
}

interface CellQuestion {
  readonly units: readonly Unit[]
  readonly title: string
  readonly column: string
  readonly value: AskedValue
}

async function cellOf(session: CorpusSession, question: CellQuestion): Promise<TableCell | null> {
  const kind = NAME_COLUMNS.find(([pattern]) => pattern.test(question.column.trim()))?.[1]
  const found = kind === undefined ? bestValue(question) : await bestName(session, question.units, kind)
  if (found === null) return null
  const { text, others, ...read } = found
  return { ...(await createPlaces(session).placeOf(read)), text, others }
}

type CellValue = Omit<UnitValue, 'value'> & { readonly text: string; readonly others: number }

function bestValue({ units, title, value }: CellQuestion): CellValue | null {
  const scored = bestAtPlaces(units.flatMap((unit) => scoredValues(unit, title, value)))
  const [best] = scored
  if (best === undefined) return null
  const texts = new Set(scored.filter(({ score }) => score === best.score).map((one) => one.value.text))
  const { unit, sentence, span } = best
  return { unit, sentence, span, text: best.value.text, others: texts.size - 1 }
}

/** The name of this kind that most units have, where it stands first. */
async function bestName(
  session: CorpusSession,
  units: readonly Unit[],
  kind: MentionKind,
): Promise<CellValue | null> {
  const places = new Map<string, { readonly unit: Unit; readonly span: readonly [number, number] }[]>()
  for (const unit of units)
    for (const { name, start, end, ...mention } of await session.store.mentions(unit.id)) {
      if (mention.kind !== kind || start === null || end === null) continue
      places.set(name, [...(places.get(name) ?? []), { unit, span: [start, end] }])
    }
  const [best, ...others] = [...places.values()].sort((one, other) => other.length - one.length)
  const [first] = best ?? []
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

/** One line for each paper, and for each column what stands in its cell, its page and the sentence. */
export function tableAsCsv({ columns, rows }: PaperTable): string {
  const head = [
    'paper',
    'title',
    'year',
    ...columns.flatMap((column) => [column, `${column} page`, `${column} sentence`]),
  ]
  const lines = rows.map(({ paper, title, year, cells }) => [
    ...[paper, title, year],
    ...cells.flatMap((cell) => (cell === null ? ['', '', ''] : [cell.text, cell.page, cell.sentence])),
  ])
  return [head, ...lines]
    .map((line) =>
      csvLine(
        line.map((cell) => String(cell ?? '')),
        '\r\n',
      ),
    )
    .join('')
}
