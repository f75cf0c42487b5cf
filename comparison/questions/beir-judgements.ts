/** Parses judged questions in BEIR's files: `queries.jsonl` and `qrels.tsv`, or judgements in TREC's four columns. */

import { z } from 'zod'
import type { NumberedLine } from '../../core/index.ts'
import { parsedJson } from '../../core/index.ts'

export interface BeirQuery {
  readonly id: string
  readonly text: string
  /** Present if the metadata have `"synthetic": true`: no person asked the question. */
  readonly isSynthetic?: true
}

export interface RelevanceJudgement {
  readonly query: string
  readonly document: string
  /** 0 for judged and not relevant. */
  readonly score: number
}

const Id = z.union([z.string().min(1), z.number()]).transform(String)
const QuerySchema = z.object({ _id: Id, text: z.string().regex(/\S/, 'is empty') })
const SyntheticSchema = z.object({ metadata: z.object({ synthetic: z.literal(true) }) })
const HEADER = /^query-?_?id\b/i

/** Parses queries. `onBadLine` is called with the number of each line without a query. */
export async function* parseBeirQueries(
  lines: AsyncIterable<NumberedLine>,
  onBadLine: (line: number) => void,
): AsyncIterable<BeirQuery> {
  for await (const { number, text } of lines) {
    const value = parsedJson(text)
    const { data } = QuerySchema.safeParse(value)
    if (data === undefined) {
      onBadLine(number)
      continue
    }
    const isSynthetic = SyntheticSchema.safeParse(value).success
    yield { id: data._id, text: data.text, ...(isSynthetic ? { isSynthetic } : {}) }
  }
}

/** Parses tab-separated `query-id corpus-id score`, with a header or without, or TREC's `query 0 document score`; reports other lines. */
export async function* parseQrels(
  lines: AsyncIterable<NumberedLine>,
  onBadLine: (line: number) => void,
): AsyncIterable<RelevanceJudgement> {
  let isFirst = true
  for await (const { number, text } of lines) {
    const isHeader = isFirst && HEADER.test(text)
    isFirst = false
    if (isHeader) continue
    const judgement = judgementOf(text)
    if (judgement === null) onBadLine(number)
    else yield judgement
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
