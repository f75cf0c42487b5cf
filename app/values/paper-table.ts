/** Makes a spreadsheet over the papers of a corpus: a row for each paper, and in each cell what the paper says, with its place. */
import { csvLine, words } from '../../core/index.ts'
import type { MentionKind, Unit } from '../../corpus/index.ts'
import { finderOfKind, finderOfName, isOfProperty, parseQuery, type ValueQuery } from '../../values/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import { bestAtPlaces, type ScoredValue, scoredValues } from './find-values.ts'
import { bestName } from './name-cells.ts'
import { bestPhrase, type CellText, isAboutOtherPapers } from './phrase-cells.ts'
import { createPlaces } from './value-places.ts'
import type { PaperTable } from './value-shapes.ts'

type ColumnsOfPaper = PaperTable['rows'][number]
type TableCell = NonNullable<ColumnsOfPaper['cells'][number]>

/** Columns of names, by the kind of the names. */
const NAME_COLUMNS: readonly (readonly [RegExp, MentionKind])[] = [
  [/^(?:species|organisms?)$/i, 'species'],
  [/^(?:genes?|proteins?)$/i, 'gene'],
  [/^(?:chemicals?|compounds?|drugs?|substances?)$/i, 'chemical'],
  [/^(?:diseases?|disorders?)$/i, 'disease'],
]

/** Returns the table in the order of papers' ids. Throws `PAPER_NOT_FOUND`. */
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
  const asked = columns.map((column) => ({ column, value: parseQuery(column) }))
  const rows: ColumnsOfPaper[] = []
  for (const { id, title, abstract, year } of kept.filter((paper) => wanted?.has(paper.id) ?? true)) {
    signal?.throwIfAborted()
    const units = await session.store.listUnits({ paper: id })
    const cells: (TableCell | null)[] = []
    for (const { column, value } of asked)
      cells.push(await cellOf(session, { units, title, abstract, column, value }))
    rows.push({ paper: id, title, year, cells })
  }
  return { corpus: session.name, columns, rows }
}

interface CellQuestion {
  readonly units: readonly Unit[]
  readonly title: string
  readonly abstract: string
  readonly column: string
  readonly value: ValueQuery
}

async function cellOf(session: CorpusSession, question: CellQuestion): Promise<TableCell | null> {
  const found = await bestAnswer(session, question)
  if (found === null) return null
  const { text, others, ...read } = found
  return { ...(await createPlaces(session).placeOf(read)), text, others }
}

async function bestAnswer(session: CorpusSession, question: CellQuestion): Promise<CellText | null> {
  const { units, column } = question
  const kind = NAME_COLUMNS.find(([pattern]) => pattern.test(column.trim()))?.[1]
  if (kind !== undefined) return bestName(session, question, kind)
  const find = finderOfKind(column)
  if (find !== null) return bestPhrase(units, find)
  const named = finderOfName(column)
  return bestValue(question) ?? (named === null ? null : bestPhrase(units, named))
}

function bestValue({ units, title, value }: CellQuestion): CellText | null {
  const answers = units
    .flatMap((unit) => scoredValues(unit, title, value))
    .filter((one) => isOfProperty(one.value, value, new Set(words(one.row ?? one.sentence))))
  const [cited, own] = [true, false].map((isOfOthers) =>
    answers.filter(({ sentence }) => isAboutOtherPapers(sentence) === isOfOthers),
  ) as [ScoredValue[], ScoredValue[]]
  const scored = bestAtPlaces(own.length > 0 ? own : cited)
  const [best] = scored
  if (best === undefined) return null
  const texts = new Set(scored.filter(({ score }) => score === best.score).map((one) => one.value.text))
  const { unit, sentence, span } = best
  return { unit, sentence, span, text: best.value.text, others: texts.size - 1 }
}

/** Yields a line for each paper, and for each column the content of its cell, its page and the sentence. */
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
