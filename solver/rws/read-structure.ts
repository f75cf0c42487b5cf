/**
 * Reads answers of planners, critics and architects (specs/reasoning-with-a-star.md 2.3) leniently: "true" is true, "0.8" and
 * 80 are .8, a single text is a list of one, an unknown type is `unknown`. Lists that are too long are cut, which is recorded as a loss.
 */
import { z } from 'zod'
import { type ParseResult, parsed } from '../reading/parse-result.ts'
import { jsonReader } from '../structured-answer.ts'
import { cutNote } from './ask-roles.ts'

export const Text = z.preprocess(textOf, z.string().default(''))
export const List = z.preprocess(listOf, z.array(z.string()))
/** An optional list. */
export const FreeList = z.preprocess((given) => listOf(given) ?? [], z.array(z.string()))

/** Returns the schema of a type; `types` are those that the prompt names. */
export function answerType(...types: readonly string[]) {
  return z.preprocess((given) => {
    const named = String(given ?? '')
      .trim()
      .toLowerCase()
    return types.includes(named) ? named : 'unknown'
  }, z.string())
}

const Flag = z.preprocess((given) => {
  const named = typeof given === 'string' ? given.trim().toLowerCase() : given
  return named === 'true' ? true : named === 'false' ? false : named
}, z.boolean())
const Confidence = z.preprocess(shareOf, z.number().nullable())

const RwsReport = z.object({ accept: Flag, confidence: Confidence, issues: FreeList, fix: Text })

/** Report of a critic, an evaluator or a guard. `confidence` is null if none was given. */
export type RwsReport = z.infer<typeof RwsReport>

export const UNREADABLE_REPORT: RwsReport = {
  accept: false,
  confidence: 0,
  issues: ['unreadable report'],
  fix: '',
}
const MIN_CONFIDENCE = 0.7

export const readRwsReport = limitedReader(RwsReport, { issues: 3 })

/** Returns whether a report passes, with `>=` as in Figure 10; the scanned prompts have `>` (section 7, point 2). */
export function passesGate({ accept, confidence }: RwsReport): boolean {
  return accept && confidence !== null && confidence >= MIN_CONFIDENCE
}

/** Returns a reader; `limits` are the most items of lists by the name of their field. */
export function limitedReader<Schema extends z.ZodObject>(
  schema: Schema,
  limits: Readonly<Record<string, number>>,
): (text: string) => ParseResult<z.infer<Schema>> {
  const read = jsonReader(schema)
  return (text) => {
    const result = read(text)
    if (!result.ok) return result
    const long = Object.entries(limits).filter(([name, most]) => lengthOf(result.value[name]) > most)
    const cut = long.map(([name, most]) => [name, (result.value[name] as unknown[]).slice(0, most)])
    return parsed(
      { ...result.value, ...Object.fromEntries(cut) },
      long.map(([name, most]) => cutNote(name, most)),
    )
  }
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}

function textOf(given: unknown): unknown {
  if (given === null || given === undefined) return ''
  if (Array.isArray(given)) return given.map(textOf).join(', ')
  return typeof given === 'object' ? JSON.stringify(given) : String(given)
}

function listOf(given: unknown): unknown {
  if (given === undefined) return undefined
  const items = Array.isArray(given) ? given : [given]
  return items.map(textOf).filter((text) => text !== '')
}

/** Converts percent to a share; null for anything else. */
function shareOf(given: unknown): number | null {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  if (typeof number !== 'number' || !(number >= 0 && number <= 100)) return null
  return number > 1 ? number / 100 : number
}
