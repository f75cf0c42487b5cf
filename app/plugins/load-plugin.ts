/** A module of the user's that exports a port under its name: `export const backend = { … }`. */
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { GlossError } from '../../core/index.ts'
import type {
  BackendPlugIn,
  EmbedderPlugIn,
  GatePlugIn,
  MonitorPlugIn,
  PatternPlugIn,
  ReaderPlugIn,
} from '../../plugins/index.ts'
import { openHttpBackend } from './http-backend.ts'
import { nameOfPlace, type PluginName } from './plugin-names.ts'
import { runPlugin } from './run-plugin.ts'

const method = z.custom<(...given: never[]) => unknown>((value) => typeof value === 'function', {
  error: 'expected a function',
})
const name = z.string().min(1)
const timeoutMs = z.number().int().min(1).max(2_147_483_647).optional()

/** What is checked before anything is called; what is more stays as it is. */
const FORMS = {
  backend: z.looseObject({ name, timeoutMs, open: method }),
  embedder: z.looseObject({ name, timeoutMs, dims: z.number().int().min(1), embed: method }),
  reader: z.looseObject({
    name,
    timeoutMs,
    endings: z
      .array(z.string().regex(/^\.[a-z0-9.]+$/, 'endings have a dot in front and are in lower case'))
      .min(1),
    read: method,
  }),
  gate: z.looseObject({ name, timeoutMs, decide: method }),
  monitor: z.looseObject({ name, timeoutMs, look: method }),
  pattern: z.looseObject({
    name: z.string().regex(/^[a-z][a-z0-9]*$/, 'lower-case letters and digits'),
    title: name,
    summary: name,
    roles: z
      .array(z.looseObject({ name: z.string().regex(/^[a-zA-Z]+$/, 'letters only'), does: name }))
      .min(1),
    most: z.looseObject({ questions: z.number().int().min(1), maxTokens: z.number().int().min(1) }),
    run: method,
  }),
} as const

interface Ports {
  readonly backend: BackendPlugIn
  readonly embedder: EmbedderPlugIn
  readonly reader: ReaderPlugIn
  readonly gate: GatePlugIn
  readonly monitor: MonitorPlugIn
  readonly pattern: PatternPlugIn
}

type PluginKind = keyof Ports

/** The port itself, so that its methods keep their `this`. Throws `PLUGIN_INVALID` naming what is wrong with it. */
export function checkPlugin<Kind extends PluginKind>(kind: Kind, value: unknown, from: string): Ports[Kind] {
  const { success, error } = FORMS[kind].safeParse(value)
  if (success) return value as Ports[Kind]
  const faults = error.issues.map(({ path, message }) => [[kind, ...path].join('.'), message].join(': '))
  throw new GlossError('PLUGIN_INVALID', `${from} is not a ${kind} for Gloss: ${faults.join('; ')}.`, {
    plugin: from,
    field: kind,
  })
}

/** From a module, or for a backend from the address of a server. Throws `PLUGIN_INVALID`. */
export async function loadPlugin<Kind extends PluginKind>(kind: Kind, place: string): Promise<Ports[Kind]> {
  const path = pathOf(nameOfPlace(place))
  if (/^https?:/.test(path)) {
    if (kind === 'backend') return openHttpBackend(path) as Ports[Kind]
    throw new GlossError('PLUGIN_INVALID', `A ${kind} is a module; only a backend may be a server.`, {
      plugin: path,
    })
  }
  if (!existsSync(path))
    throw new GlossError('PLUGIN_INVALID', `There is no module ${path}.`, { plugin: path, field: kind })
  const module = await importModule(path)
  const found: unknown = Reflect.get(module, kind)
  if (found !== undefined) return checkPlugin(kind, found, path)
  const names = Object.keys(module).join(', ')
  throw new GlossError(
    'PLUGIN_INVALID',
    `${path} does not export \`${kind}\`${names === '' ? '' : `; it exports ${names}`}.`,
    { plugin: path, field: kind },
  )
}

async function importModule(path: string): Promise<object> {
  try {
    return await runPlugin(
      { who: `the module ${path}` },
      async () => (await import(pathToFileURL(path).href)) as object,
    )
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new GlossError('PLUGIN_INVALID', `${path} cannot be loaded: ${why}`, { plugin: path }, error)
  }
}

function pathOf(plugin: PluginName): string {
  return plugin.slice('plugin:'.length)
}
