/** The files of a BEIR collection: `corpus.jsonl`, `queries.jsonl`, `qrels.tsv`; and judgements in TREC's four columns. */
import { z } from 'zod'
import { GlossError } from '../../core/index.ts'
import type { NumberedLine } from './lines.ts'

export interface BeirDocument {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly year: number | null
}

export interface BeirQuery {
  readonly id: string
  readonly text: string
  /** Present where its metadata says `"synthetic": true`: no person asked it. */
  readonly isSynthetic?: true
}

/** Told the number of a line that is left out. */
export type OnBadLine = (line: number) => void

export interface RelevanceJudgement {
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
const QuerySchema = z.object({ _id: Id, text: z.string().regex(/\S/, 'is empty') })
const SyntheticSchema = z.object({ metadata: z.object({ synthetic: z.literal(true) }) })
const HEADER = /^query-?_?id\b/i

/** Documents in the order of the file. Lines that hold none are told to `onLoss`: `bad_json` or `bad_record`. */
export async function* parseBeirCorpus(
  lines: AsyncIterable<NumberedLine>,
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

/** A line that is no query is told to `onBadLine`; without that it throws `INPUT_INVALID`: one lost in silence would change the figures. */
export async function* parseBeirQueries(
  lines: AsyncIterable<NumberedLine>,
  onBadLine?: OnBadLine,
): AsyncIterable<BeirQuery> {
  for await (const { number, text } of lines) {
    const value = jsonOf(text)
    const parsed = QuerySchema.safeParse(value)
    if (parsed.success) {
      const isSynthetic = SyntheticSchema.safeParse(value).success
      yield { id: parsed.data._id, text: parsed.data.text, ...(isSynthetic ? { isSynthetic } : {}) }
    } else if (onBadLine === undefined)
      throw invalid(`Line ${number} of the queries is not a valid query: ${reasonOf(parsed.error)}.`)
    else onBadLine(number)
  }
}

/**
 * Tab-separated `query-id corpus-id score` with or without a header, or TREC's `query 0 document score`. A line that is none
 * is told to `onBadLine`; without that it throws `INPUT_INVALID`.
 */
export async function* parseQrels(
  lines: AsyncIterable<NumberedLine>,
  onBadLine?: OnBadLine,
): AsyncIterable<RelevanceJudgement> {
  let isFirst = true
  for await (const { number, text } of lines) {
    const isHeader = isFirst && HEADER.test(text)
    isFirst = false
    if (isHeader) continue
    const judgement = judgementOf(text)
    if (judgement !== null) yield judgement
    else if (onBadLine === undefined)
      throw invalid(`Line ${number} of the judgements is not "query, document, score".`)
    else onBadLine(number)
  }
}

function judgementOf(line: string): RelevanceJudgement | null {
  const cells = (line.includes('\t') ? line.split('\t') : line.trim().split(/\s+/)).map((cell) => cell.trim())
  const [query, document, grade] = cells.length === 4 ? [cells[0], cells[2], cells[3]] : cells
  const score = Number(grade)
  const isWhole = cells.length === 3 || cells.length === 4
  if (!isWhole || !query || !document || grade === '' || !Number.isFinite(score)) return null
  return { query, document, score }
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
