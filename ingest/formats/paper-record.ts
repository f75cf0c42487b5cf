/** Parses a line of `.jsonl`: `{title, abstract, text?, year?, id?, authors?, doi?, publication?}`, or BEIR's `{_id, title, text}`. */
import { z } from 'zod'
import type { Description } from '../../corpus/index.ts'
import { publicationOf } from './known-fields.ts'

const Text = z.string().nullish()

const RecordSchema = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  _id: z.union([z.string(), z.number()]).nullish(),
  title: Text,
  abstract: Text,
  text: Text,
  year: z.union([z.int(), z.string().regex(/^\s*\d{4}\s*$/, 'not a year')]).nullish(),
  doi: Text,
  authors: z.union([z.array(z.string()), z.string()]).nullish(),
  publication: z.object({ journal: Text, volume: Text, issue: Text, pages: Text }).nullish(),
})

export interface PaperInRecord {
  /** Id in the record, or null. */
  readonly document: string | null
  readonly known: Partial<Description>
  readonly text: string
}

export type RecordResult =
  | { readonly ok: true; readonly record: PaperInRecord }
  | { readonly ok: false; readonly reason: string }

/** Parses a record, ignoring unknown fields; `reason` is a sentence for people. */
export function parsePaperRecord(line: string): RecordResult {
  const json = parsedJson(line)
  if (!json.ok) return json
  const parsed = RecordSchema.safeParse(json.value)
  if (!parsed.success) return { ok: false, reason: sentenceOf(parsed.error) }
  const { id, _id, year, authors } = parsed.data
  const [title, abstract, text, doi] = [
    parsed.data.title,
    parsed.data.abstract,
    parsed.data.text,
    parsed.data.doi,
  ]
    .map((value) => value?.trim() ?? '')
    .map((value) => value.normalize())
  if (!title && !abstract && !text) return { ok: false, reason: 'The record has no title, abstract or text.' }
  const document = id ?? _id
  const known: Partial<Description> = {
    ...(title && { title }),
    ...(abstract && { abstract }),
    ...(year != null && { year: Number(year) }),
    ...(doi && { doi }),
    ...(parsed.data.publication != null && publicationOf(parsed.data.publication)),
    ...(authors != null && { authors: typeof authors === 'string' ? [authors] : authors }),
  }
  return {
    ok: true,
    record: { document: document == null ? null : String(document), known, text: text ?? '' },
  }
}

function parsedJson(line: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: JSON.parse(line) }
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, reason: `The line is not JSON: ${error.message}.` }
    throw error
  }
}

function sentenceOf(error: z.ZodError): string {
  const [issue] = error.issues
  const field = issue?.path.join('.') ?? ''
  return field === '' ? 'The line is not a JSON object.' : `The field "${field}" is wrong: ${issue?.message}.`
}
