/** The files of a BEIR collection: `corpus.jsonl`, `queries.jsonl`, `qrels.tsv`; and judgements in TREC's four columns. */
import { z } from 'zod'
import { GlossError } from '../../core/index.ts'
import type { Line } from './lines.ts'

export interface BeirDocument {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly year: number | null
}

export interface BeirQuery {
  readonly id: string
  readonly text: string
}

export interface Judgement {
  readonly query: string
  readonly document: string
  /** 0 for judged and not relevant. */
  readonly score: number
}

const Id = z.union([z.string().min(1), z.number()]).transform(String)
const DocumentSchema = z
  .object({ _id: Id, title: z.string().nullish(), text: z.string().nullish() })
  .refine(({ title, text }) => Boolean(title?.trim() || text?.trim()))
const YearSchema = z.object({ metadata: z.object({ year: z.coerce.number().int().min(1000).max(9999) }) })
const QuerySchema = z.object({ _id: Id, text: z.string().min(1) })
const HEADER = /^query-?_?id\b/i

/** Documents in the order of the file. Lines that hold none are told to `onLoss`: `bad_json` or `bad_record`. */
export async function* parseBeirCorpus(
  lines: AsyncIterable<Line>,
  onLoss: (line: number, reason: 'bad_json' | 'bad_record') => void,
): AsyncIterable<BeirDocument> {
  for await (const { number, text } of lines) {
    const value = jsonOf(text)
    const parsed = DocumentSchema.safeParse(value)
    if (!parsed.success) {
      onLoss(number, value === undefined ? 'bad_json' : 'bad_record')
      continue
    }
    const { _id, title, text: body } = parsed.data
    const year = YearSchema.safeParse(value).data?.metadata.year ?? null
    yield { id: _id, title: title?.trim() ?? '', text: body?.trim() ?? '', year }
  }
}

/** Throws `INPUT_INVALID` naming the line: a query that is lost in silence would change the figures. */
export async function* parseBeirQueries(lines: AsyncIterable<Line>): AsyncIterable<BeirQuery> {
  for await (const { number, text } of lines) {
    const parsed = QuerySchema.safeParse(jsonOf(text))
    if (!parsed.success)
      throw invalid(`Line ${number} of the queries is no query: ${reasonOf(parsed.error)}.`)
    yield { id: parsed.data._id, text: parsed.data.text }
  }
}

/** Tab-separated `query-id corpus-id score` with or without a header, or TREC's `query 0 document score`. Throws `INPUT_INVALID`. */
export async function* parseQrels(lines: AsyncIterable<Line>): AsyncIterable<Judgement> {
  let isFirst = true
  for await (const { number, text } of lines) {
    const isHeader = isFirst && HEADER.test(text)
    isFirst = false
    if (isHeader) continue
    const cells = (text.includes('\t') ? text.split('\t') : text.trim().split(/\s+/)).map((cell) =>
      cell.trim(),
    )
    const [query, document, grade] = cells.length === 4 ? [cells[0], cells[2], cells[3]] : cells
    const score = Number(grade)
    const isWhole = cells.length === 3 || cells.length === 4
    if (!isWhole || !query || !document || grade === '' || !Number.isFinite(score))
      throw invalid(`Line ${number} of the judgements is not "query, document, score".`)
    yield { query, document, score }
  }
}

/** Undefined for what is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues
  return [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')
}

function invalid(message: string): GlossError {
  return new GlossError('INPUT_INVALID', message)
}
