/** How each known server resumes a stopped text and which fields it needs: data, in providers.json, each row with its sources. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Fields = z.record(z.string(), z.unknown())

const Thoughts = z.strictObject({
  /** The field of the trailing message, or `<think>` tags in its text. */
  in: z.enum(['reasoning_content', 'tags']),
  /** In place of the spelling's fields while the model is still thinking. */
  body: Fields.optional(),
})

const SpellingFields = z.strictObject({
  body: Fields.optional(),
  /** Fields of the trailing message. */
  message: Fields.optional(),
  /** Goes in place of the path of the base address. */
  base: z.string().optional(),
  /** The field of the body that the text goes into; absent for the trailing message. */
  textIn: z.string().optional(),
  /** The answer may begin with the text that it continues. */
  echoes: z.boolean().optional(),
  /** White space at the end of the text is lost, or refused. */
  trims: z.boolean().optional(),
  /** Thoughts that are over are taken back as `reasoning_content` of the trailing message. */
  givesThoughtsBack: z.boolean().optional(),
  /** How thoughts are continued as thoughts. Absent: they are not. */
  thoughts: Thoughts.optional(),
})

const Row = z.strictObject({
  name: z.string(),
  /** Regular expressions over the whole host name. */
  hosts: z.array(z.string()).optional(),
  /** What a GET at the root of the server answers: JSON with these keys, or these words. */
  sign: z
    .strictObject({ path: z.string(), keys: z.array(z.string()).optional(), words: z.string().optional() })
    .optional(),
  rungs: z.array(z.enum(['raw', 'prefix', 'tool-call', 'restart'])),
  /** Spellings by name, with what is different here; the first that works is used. */
  prefix: z.array(SpellingFields.extend({ spelling: z.string() })).default([]),
  /** Where the server fills its template: a POST of `messages` that answers `prompt`. */
  templatePath: z.string().optional(),
  /** Fields that make it count tokens with every piece. */
  counting: Fields.optional(),
  /** Each request has a slot with a cache of its own, until the server notices that its reader left. */
  hasSlots: z.boolean().optional(),
  /** True where the table is enough; else it is probed before use. */
  isCertain: z.boolean(),
  sources: z.array(z.string()).min(1),
})

const Table = z.strictObject({
  spellings: z.record(z.string(), SpellingFields),
  /** What is tried on unknown servers, in this order. */
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

/** True for a row that comes from documentation alone: no such server was reached to measure it. */
export function isExperimentalProvider(name: string): boolean {
  const row = PROVIDERS.find((one) => one.name === name)
  return row !== undefined && !row.sources.some((source) => source.startsWith('measured'))
}

function spellingOf(name: string): Spelling {
  const fields = table.spellings[name]
  if (fields === undefined) throw new RangeError(`providers.json has no spelling ${name}`)
  return { name, ...fields }
}
