/** Prompts in separate files, each identified by its name and the hash of its bytes. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defuseControlMarks, defuseTurnMarks } from './control-marks.ts'
import { GlossError } from './errors.ts'
import { contentId } from './hash.ts'

export interface Prompt<Name extends string = string> {
  readonly name: Name
  readonly text: string
  readonly hash: string
}

/** A prompt file and the names in braces that are filled in when the prompt is used. */
interface PromptFile {
  readonly file: string
  readonly slots: readonly string[]
}

type NamedText = Pick<Prompt, 'name' | 'text'>
type Values = Readonly<Record<string, string>>

// A name with spaces in braces, as in P-INJECT's template of an injection, is part of the prompt.
const PLACEHOLDER = /\{(\w+)\}/g

export function createPrompt<Name extends string>(name: Name, text: string): Prompt<Name> {
  return { name, text, hash: contentId(text) }
}

/** Returns a reader of prompt files beside a module, each read when needed. It throws `PROMPT_INVALID` if a slot is missing or unknown. */
export function promptsBeside<Name extends string>(
  moduleUrl: string,
  files: Readonly<Record<Name, PromptFile>>,
): (name: Name) => Prompt<Name> {
  return (name) => readPrompt(name, new URL(files[name].file, moduleUrl), files[name].slots)
}

/** Reads a prompt. With `slots`, throws `PROMPT_INVALID` for a file that lacks one of them or has others, before the prompt is used. */
export function readPrompt<Name extends string>(
  name: Name,
  file: URL,
  slots: readonly string[] | null = null,
): Prompt<Name> {
  const prompt = createPrompt(name, readFileSync(file, 'utf8'))
  if (slots !== null) checkSlots(prompt, slots, fileURLToPath(file))
  return prompt
}

/**
 * Fills slots in one pass by name: filled-in text is not filled in again, a brace or `$` in it has no meaning, and control marks in it are
 * defused. `written` has text by models, which keeps its tags. Throws `PROMPT_INVALID` if a value has no slot or a slot no value.
 */
export function filledPrompt(prompt: NamedText, values: Values, written: Values = {}): string {
  const filled = { ...mapped(values, defuseControlMarks), ...mapped(written, defuseTurnMarks) }
  checkSlots(prompt, Object.keys(filled))
  return replaced(prompt, filled)
}

/** Fills some of the slots with Gloss's own text, unchanged; the other slots stay. */
export function partlyFilledPrompt(prompt: NamedText, values: Values): string {
  const slots = new Set([...slotsOf(prompt), ...Object.keys(values)])
  checkSlots(prompt, [...slots])
  return replaced(prompt, values)
}

function mapped(values: Values, change: (text: string) => string): Values {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, change(text)]))
}

function replaced({ text }: NamedText, values: Values): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : placeholder,
  )
}

function slotsOf({ text }: NamedText): Set<string> {
  return new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name))
}

function checkSlots(prompt: NamedText, filled: readonly string[], file: string | null = null): void {
  const slots = slotsOf(prompt)
  const missing = filled.filter((name) => !slots.has(name))
  const unknown = [...slots].filter((name) => !filled.includes(name))
  if (missing.length + unknown.length === 0) return
  const faults = [
    ...missing.map((name) => `it lacks {${name}}, which is filled in when it is used; put it back`),
    ...unknown.map((name) => `it has {${name}}, which nothing fills in; take it out`),
  ]
  const where = file === null ? '' : ` (${file})`
  throw new GlossError('PROMPT_INVALID', `Prompt ${prompt.name}${where}: ${faults.join('; ')}.`, {
    prompt: prompt.name,
    missing: missing.join(' '),
    unknown: unknown.join(' '),
  })
}
