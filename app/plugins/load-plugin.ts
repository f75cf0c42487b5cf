/** Loads a user's module that exports a port under its name: `export const backend = { … }`. */
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { GlossError } from '../../core/index.ts'
import { openHttpBackend } from './http-backend.ts'
import { nameOfPlace } from './plugin-names.ts'
import { checkPlugin, type PluginKind, type Ports, runPlugin } from './run-plugin.ts'

/** Loads a plug-in from a module, or a backend from the address of a server. Throws `PLUGIN_INVALID`. */
export async function loadPlugin<Kind extends PluginKind>(kind: Kind, place: string): Promise<Ports[Kind]> {
  const path = nameOfPlace(place).slice('plugin:'.length)
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
