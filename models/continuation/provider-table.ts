/** Reads providers.json: how each known server resumes a stopped text and which fields it needs, with sources for each row. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Fields = z.record(z.string(), z.unknown())

const Thoughts = z.strictObject({
  /** Place of thoughts: a field of the trailing message, or `<think>` tags in its text. */
  in: z.enum(['reasoning_content', 'tags']),
  /** Replaces the spelling's fields while the model is still thinking. */
  body: Fields.optional(),
})

const SpellingFields = z.strictObject({
  body: Fields.optional(),
  /** Fields of the trailing message. */
  message: Fields.optional(),
  /** Path that replaces the one of the base URL. */
  base: z.string().optional(),
  /** Field of the body for the text; absent for the trailing message. */
  textIn: z.string().optional(),
  /** The answer may begin with the text that it continues. */
  echoes: z.boolean().optional(),
  /** Whether white space at the end of the text is lost or refused. */
  trims: z.boolean().optional(),
  /** Whether finished thoughts are sent back as `reasoning_content` of the trailing message. */
  givesThoughtsBack: z.boolean().optional(),
  /** How thoughts are continued as thoughts; absent if they are not. */
  thoughts: Thoughts.optional(),
})

const Row = z.strictObject({
  name: z.string(),
  /** Regular expressions for the whole host name. */
  hosts: z.array(z.string()).optional(),
  /** Response to a GET at the root of the server: JSON with these keys, or a text with these words. */
  sign: z
    .strictObject({ path: z.string(), keys: z.array(z.string()).optional(), words: z.string().optional() })
    .optional(),
  rungs: z.array(z.enum(['raw', 'prefix', 'tool-call', 'restart'])),
  /** Spellings by name, with this provider's differences; the first that works is used. */
  prefix: z.array(SpellingFields.extend({ spelling: z.string() })).default([]),
  /** Path where the server fills its template: a POST of `messages` that returns `prompt`. */
  templatePath: z.string().optional(),
  /** Fields that request running counts of tokens. */
  counting: Fields.optional(),
  /** Whether each request has a slot with its own cache until the server notices that its reader left. */
  hasSlots: z.boolean().optional(),
  /** True if no probe is needed before use. */
  isCertain: z.boolean(),
  sources: z.array(z.string()).min(1),
})

const Table = z.strictObject({
  spellings: z.record(z.string(), SpellingFields),
  /** Spellings tried on unknown servers, in this order. */
  generic: z.array(z.string()),
  providers: z.array(Row),
})

export interface Spelling extends z.infer<typeof SpellingFields> {
  readonly name: string
}

export interface Provider extends Omit<z.infer<typeof Row>, 'prefix'> {
  readonly spellings: readonly Spelling[]
}

export const table = Table.parse(
  JSON.parse(readFileSync(new URL('./providers.json', import.meta.url), 'utf8')),
)

export const PROVIDERS: readonly Provider[] = table.providers.map(({ prefix, ...row }) => ({
  ...row,
  spellings: prefix.map(({ spelling, ...own }) => ({ ...spellingOf(spelling), ...own })),
}))

/** For servers without a row. */
export const UNKNOWN_PROVIDER: Provider = {
  name: 'unknown',
  rungs: ['prefix', 'raw', 'tool-call', 'restart'],
  spellings: table.generic.map((name) => ({ ...spellingOf(name), echoes: true })),
  isCertain: false,
  sources: [],
}

export function providerOfHost(server: string): Provider | null {
  const { hostname } = new URL(server)
  return (
    PROVIDERS.find(({ hosts = [] }) => hosts.some((host) => new RegExp(`^(?:${host})$`).test(hostname))) ??
    null
  )
}

export function providerNamed(name: string): Provider {
  return PROVIDERS.find((row) => row.name === name) ?? UNKNOWN_PROVIDER
}

/** Returns whether a row is based only on documentation, not measured with such a server. */
export function isExperimentalProvider(name: string): boolean {
  const row = PROVIDERS.find((one) => one.name === name)
  return row !== undefined && !row.sources.some((source) => source.startsWith('measured'))
}

function spellingOf(name: string): Spelling {
  const fields = table.spellings[name]
  if (fields === undefined) throw new RangeError(`providers.json has no spelling ${name}`)
  return { name, ...fields }
}
