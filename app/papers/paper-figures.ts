/** Reads the tables and figures of a paper: rows and cells, captions, places, and the sentences that mention them. */
import { closingAsync, openFile, sentences } from '../../core/index.ts'
import { paperText } from '../../corpus/index.ts'
import { type PageFigure, tableCsv, tableHtml } from '../../ingest/index.ts'
import type { Config } from '../config/config.ts'
import { paperPdf } from '../ingest/index.ts'
import { findPaper } from '../wiring/find-by-name.ts'
import type { Gloss } from '../wiring/index.ts'
import { openPool } from '../wiring/paper-pools.ts'

export type { PageFigure }
export { tableCsv, tableHtml }

export interface FigureMention {
  readonly text: string
  /** Offset in the text of the whole paper. */
  readonly start: number
  readonly end: number
}

export interface PaperFigure extends PageFigure {
  readonly mentions: readonly FigureMention[]
}

/** Reads the tables and figures of a PDF on this machine, without a corpus. Throws `PATH_NOT_FOUND` and `FILE_UNREADABLE`. */
export async function figuresOfFile(
  config: Config,
  path: string,
  signal: AbortSignal,
): Promise<readonly PageFigure[]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await openFile(path, 'Tables are read from a PDF'))
    chunks.push(chunk as Uint8Array)
  await using pool = closingAsync(openPool(config, 1))
  return await pool.figures(Buffer.concat(chunks), signal)
}

/** Papers whose figures stay in memory. Chosen, not measured. */
const MAX_CACHED_PAPERS = 50
const kept = new WeakMap<Gloss, Map<string, readonly PageFigure[]>>()

/** Returns tables and figures of a paper of the corpus from its own PDF. Throws `PAPER_NOT_FOUND`, `FILE_UNREADABLE`, `FILE_GONE`. */
export async function paperFigures(
  gloss: Gloss,
  asked: { readonly corpus?: string | undefined; readonly paper: string },
  signal: AbortSignal,
): Promise<readonly PaperFigure[]> {
  const { store } = await gloss.session(asked.corpus)
  const { id } = await findPaper(store, asked.paper)
  const figures = await figuresOf(gloss, { corpus: asked.corpus, paper: id }, signal)
  const text = paperText(await store.pages(id))
  const spans = sentences(text)
  return figures.map((figure) => ({ ...figure, mentions: mentionsOf(figure, text, spans) }))
}

async function figuresOf(
  gloss: Gloss,
  asked: { readonly corpus: string | undefined; readonly paper: string },
  signal: AbortSignal,
): Promise<readonly PageFigure[]> {
  const known = kept.get(gloss) ?? new Map<string, readonly PageFigure[]>()
  kept.set(gloss, known)
  const found =
    known.get(asked.paper) ?? (await gloss.pdf().figures((await paperPdf(gloss, asked)).bytes, signal))
  known.delete(asked.paper)
  known.set(asked.paper, found)
  const oldest = known.keys().next()
  if (known.size > MAX_CACHED_PAPERS && !oldest.done) known.delete(oldest.value)
  return found
}

const NAMES = {
  table: 'tables?|tab\\.',
  figure: 'figures?|figs?\\.?|schemes?|charts?',
  formula: 'equations?|eqs?\\.?|formulas?|formulae',
} as const

/** Returns the sentences that mention a table or figure, without its caption. */
function mentionsOf(
  { kind, number, caption }: PageFigure,
  text: string,
  spans: readonly { start: number; end: number }[],
): FigureMention[] {
  if (number === '') return []
  const word = NAMES[kind]
  const escaped = number.replaceAll('.', '\\.')
  const pattern = new RegExp(
    `\\b(?:${word})\\s{0,2}\\(?(?:S?\\d[\\d.]{0,4}[a-z]?\\)?\\s{0,2}(?:,|and|to|[-–&])\\s{0,2}\\(?){0,8}${escaped}(?![\\d.]*\\d)`,
    'i',
  )
  const label = caption.replace(/\s+/g, '').slice(0, 40)
  return spans.flatMap(({ start, end }) => {
    const sentence = text.slice(start, end)
    if (!pattern.test(sentence) || label.startsWith(sentence.replace(/\s+/g, '').slice(0, 12))) return []
    return [{ text: sentence, start, end }]
  })
}
