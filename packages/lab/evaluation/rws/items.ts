/**
 * Reads the items of Reasoning With a Star (arXiv 2511.20694, section 3): JSON Lines of questions from summer school problem sets with gold
 * answers. A model receives a question with its preamble and hint, never its reasoning, gold, type or origin.
 */
import { z } from 'zod'
import { GlossError } from '../../../../core/index.ts'

export const STAR_TYPES = ['numeric', 'symbolic', 'text'] as const
export type StarType = (typeof STAR_TYPES)[number]

export interface StarItem {
  /** Unique id: `2010_Lee_4_a` is year, author, question and its part. */
  readonly id: string
  /** Earlier parts of the same problem. */
  readonly preamble: readonly string[]
  readonly question: string
  /** Format, units or JSON keys of the answer. */
  readonly hint: string | null
  /** Reference reasoning; not graded. */
  readonly step: readonly string[]
  readonly final: string
  readonly type: StarType
  /** Year, author, source, and any other fields of the row. */
  readonly meta: Readonly<Record<string, unknown>>
}

/** Type of the answer; the data set's card calls text `textual`. */
const TypeName = z.preprocess((value) => (value === 'textual' ? 'text' : value), z.enum(STAR_TYPES))
const Row = z.looseObject({
  id: z.string().trim().min(1),
  q_id: z.coerce.number().int(),
  sub_id: z.string().nullish(),
  preamble: z.array(z.string()).nullish(),
  question: z.string().refine((text) => text.trim() !== '', 'is empty'),
  hint: z.string().nullish(),
  step: z.array(z.string()).nullish(),
  final: z.string().refine((text) => text.trim() !== '', 'is empty'),
  type: TypeName,
  meta: z.record(z.string(), z.unknown()).nullish(),
})
const MAX_FAULTS = 5

/** Reads items. Blank lines and a byte order mark are skipped. Throws `INPUT_INVALID` with the faulty lines and the name `file`. */
export function readStarItems(text: string, file: string): StarItem[] {
  const faults: string[] = []
  const firstLines = new Map<string, number>()
  const items = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .flatMap((content, at) => {
      if (content.trim() === '') return []
      const read = readRow(content)
      if ('fault' in read) {
        faults.push(`line ${at + 1}: ${read.fault}`)
        return []
      }
      const before = firstLines.get(read.item.id)
      if (before !== undefined)
        faults.push(`line ${at + 1}: the id "${read.item.id}" stands in line ${before} already`)
      else firstLines.set(read.item.id, at + 1)
      return [read.item]
    })
  if (items.length === 0 && faults.length === 0) faults.push('it has no items')
  if (faults.length > 0) throw faulty(file, faults)
  return items
}

function readRow(content: string): { readonly item: StarItem } | { readonly fault: string } {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return { fault: 'it is not JSON' }
  }
  const parsed = Row.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { fault: `${issue?.path.join('.') || 'the row'}: ${issue?.message ?? 'is not as it should be'}` }
  }
  const { id, preamble, question, hint, step, final, type, meta, ...others } = parsed.data
  return {
    item: {
      id,
      preamble: preamble ?? [],
      question,
      hint: hint === undefined || hint?.trim() === '' ? null : hint,
      step: step ?? [],
      final,
      type,
      meta: { ...others, ...meta },
    },
  }
}

function faulty(file: string, faults: readonly string[]): GlossError {
  const more = faults.length > MAX_FAULTS ? `; and ${faults.length - MAX_FAULTS} more` : ''
  return new GlossError(
    'INPUT_INVALID',
    `${file} is not a file of items: ${faults.slice(0, MAX_FAULTS).join('; ')}${more}.`,
    { field: 'data' },
  )
}

/** Returns the prompt that every arm receives. */
export function itemPrompt({ preamble, question, hint }: StarItem): string {
  return [...preamble, question, ...(hint === null ? [] : [`Hint: ${hint}`])].join('\n\n')
}
