/**
 * Measures whether a question about a table cell finds the row that contains it. Asks over the labelled papers, with passages whose rows
 * name their columns and with passages as plain text: questions made from cells by a program, and those of research/tables/questions.tsv,
 * written from the pages by a reader. A hit is right if it covers the row; by halves of the papers, by a hash of their names.
 * Run: npm run measure cells [-- --papers 20]   (some minutes)
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CorpusSession, loadConfig, openGloss } from '../../../app/index.ts'
import { shuffle } from '../../../core/index.ts'
import { type Page, pageStarts, paperText, type Span } from '../../../corpus/index.ts'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { type PageFigure, passagesOf, type ReadPaper } from '../../../ingest/index.ts'
import { makeRecord } from '../../../ingest/make-record.ts'
import { openStaticEmbedder } from '../../../models/adapters/static-embedder.ts'
import { sourceOf, TEST_LIMITS } from '../../../tests/fixtures/labelled-papers.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'

interface CellQuestion {
  readonly paper: string
  readonly text: string
  readonly by: 'program' | 'reader'
  /** Span of the row in the text of the paper. */
  readonly span: Span
}

const WRITTEN = join(import.meta.dirname, '..', 'research', 'tables', 'questions.tsv')
const FOLDER = 'labelled'
/** Number of cells per table, so that long tables do not dominate. */
const CELLS_A_TABLE = 3
const DEPTH = 5
const never = new AbortController().signal

const { values: options } = parseArgs({ options: { papers: { type: 'string', default: '100' } } })
if (!hasShared) console.log('skipped: ../shared is not here')
else await measure()

async function measure(): Promise<void> {
  const { papers, questions } = await readPapers(Number(options.papers))
  const workspace = await mkdtemp(join(tmpdir(), 'gloss-cells-'))
  const gloss = await openGloss(loadConfig({ workspace, embedder: 'static' }))
  for (const [name, hasRows] of [['plain', false] as const, ['named', true] as const]) {
    const store = await gloss.workspace.createCorpus(name)
    const writer = await store.write('measure')
    for (const paper of papers) await writer.put([await recordOf(paper, hasRows)])
    await writer[Symbol.asyncDispose]()
    await store.close()
    const session = await gloss.session(name)
    for (const by of ['program', 'reader'] as const)
      for (const half of [0, 1]) {
        const asked = questions.filter((question) => question.by === by && halfOf(question.paper) === half)
        const ranks: number[] = []
        for (const question of asked) ranks.push(await rankOf(session, question))
        const share = (most: number) => (ranks.filter((rank) => rank < most).length / ranks.length).toFixed(3)
        console.log(
          `${name}, by ${by}, half ${half}: ${ranks.length} cells, first ${share(1)}, of five ${share(5)}`,
        )
      }
  }
  await gloss.close()
}

/** Returns the rank, from 0, of the first hit that covers the row; infinite if none does. */
async function rankOf(session: CorpusSession, { paper, text: query, span }: CellQuestion): Promise<number> {
  const { hits } = await session.retrieve({ query, k: DEPTH, backend: 'hybrid' })
  const at = hits.findIndex(
    (hit) => hit.paper === paper && hit.span !== null && hit.span[0] <= span[0] && hit.span[1] >= span[1],
  )
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

function halfOf(name: string): number {
  return createHash('sha256').update(name).digest()[0]! % 2
}

async function readPapers(most: number) {
  const pool = openPaperPool({ workers: 1, limits: { ...TEST_LIMITS, ocr: 'never' } })
  const written = writtenQuestions()
  const papers: ReadPaper[] = []
  const questions: CellQuestion[] = []
  const files = readdirSync(sharedPath('papers', FOLDER)).filter((file) => file.endsWith('.pdf'))
  for (const file of files.sort().slice(0, most)) {
    const bytes = readFileSync(sharedPath('papers', FOLDER, file))
    const reading = await pool.read(sourceOf(file, bytes), bytes, never)
    if (!reading.ok) continue
    const paper = {
      id: createHash('md5').update(file).digest('hex'),
      pages: reading.pages,
      description: reading.description,
    }
    papers.push(paper)
    questions.push(...(await pool.figures(bytes, never)).flatMap((table) => madeQuestions(paper, table)))
    for (const { text, row } of written.filter((one) => one.file === file)) {
      const found = row.exec(paperText(paper.pages))
      if (found === null) console.log(`${file} has no row ${row}`)
      else
        questions.push({
          paper: paper.id,
          text,
          by: 'reader',
          span: [found.index, found.index + found[0].length],
        })
    }
  }
  await pool.close()
  return { papers, questions }
}

/** Reads the columns: file, question, and the words of the row as they occur in the text. */
function writtenQuestions() {
  const lines = readFileSync(WRITTEN, 'utf8').trim().split('\n').slice(1)
  return lines.map((line) => {
    const [file = '', text = '', words = ''] = line.split('\t')
    const escaped = words.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return { file, text, row: new RegExp(escaped.join('\\s+'), 'u') }
  })
}

/** Makes a question of column, row and the beginning of the caption: "GC% of UBC 834, List of primers used for". */
function madeQuestions(
  paper: ReadPaper,
  { kind, caption, header, rows, boxes, page }: PageFigure,
): CellQuestion[] {
  if (kind !== 'table' || caption === '' || header === 0) return []
  const about = caption
    .replace(/^\S+\s\S+\s/, '')
    .split(' ')
    .slice(0, 6)
    .join(' ')
  const cells = rows.slice(header).flatMap((row, at) =>
    row.flatMap((cell, column) => {
      const heading = rows
        .slice(0, header)
        .map((names) => names[column])
        .filter(Boolean)
        .join(' ')
      const [label = ''] = row
      const isAsked = column > 0 && /\d/.test(cell) && /\p{L}{3}/u.test(label) && /\p{L}{2}/u.test(heading)
      const span = isAsked
        ? spanOf(paper.pages, page, boxes[header + at]?.filter((box) => box !== null) ?? [])
        : null
      return span === null
        ? []
        : [{ paper: paper.id, text: `${heading} of ${label}, ${about}`, by: 'program' as const, span }]
    }),
  )
  return shuffle(cells, 1).slice(0, CELLS_A_TABLE)
}

/** Returns the span of the text that is printed in these boxes. */
function spanOf(
  pages: readonly Page[],
  number: number,
  boxes: readonly { left: number; top: number; right: number; bottom: number }[],
): Span | null {
  const index = pages.findIndex((page) => page.number === number)
  const page = pages[index]
  if (page === undefined) return null
  const inside = [...page.text].flatMap((_, at) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = page.boxes.subarray(at * 4, at * 4 + 4)
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    return /\S/.test(page.text.charAt(at)) &&
      boxes.some((b) => x > b.left && x < b.right && y > b.top && y < b.bottom)
      ? [at]
      : []
  })
  if (inside.length === 0) return null
  const start = pageStarts(pages)[index]!
  return [start + inside[0]!, start + inside.at(-1)! + 1]
}

async function recordOf(paper: ReadPaper, hasRows: boolean) {
  const pages = hasRows ? paper.pages : paper.pages.map((page) => ({ ...page, boxes: new Float32Array() }))
  const recipe = {
    gate: null,
    summariser: null,
    passages: async () => passagesOf({ ...paper, pages }),
    embedder: await openStaticEmbedder(),
    unitRecipe: '',
    gateRecipe: '',
  }
  const identity = {
    id: paper.id,
    paths: [paper.id],
    format: 'pdf' as const,
    document: null,
    corrections: {},
  }
  return (await makeRecord(identity, paper, null, recipe, never)).record
}
