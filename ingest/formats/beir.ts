/** Reads the documents of a BEIR collection, `corpus.jsonl`. Its questions and judgements are read in comparison/. */

import { z } from 'zod'
import type { NumberedLine } from '../../core/index.ts'
import { parsedJson } from '../../core/index.ts'

export interface BeirDocument {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly year: number | null
}

const Id = z.union([z.string().min(1), z.number()]).transform(String)
const DocumentSchema = z
  .object({ _id: Id, title: z.string().nullish(), text: z.string().nullish() })
  .refine(({ title, text }) => Boolean(title?.trim() || text?.trim()))
const YearSchema = z.object({ metadata: z.object({ year: z.coerce.number().int().min(1000).max(9999) }) })

/** Yields documents in the order of the file. Lines without one are reported to `onLoss`: `bad_json` or `bad_record`. */
export async function* parseBeirCorpus(
  lines: AsyncIterable<NumberedLine>,
  onLoss: (line: number, reason: 'bad_json' | 'bad_record') => void,
): AsyncIterable<BeirDocument> {
  for await (const { number, text } of lines) {
    const value = parsedJson(text)
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
