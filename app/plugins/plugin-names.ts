/**
 * Plug-ins by name. A plug-in is loaded only if a caller of this process named it by an option or through the library. A path in a file of
 * the workspace, of a corpus or of a folder with a `.env` is never loaded, since that file may be a stranger's.
 */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GlossError, invalidInput } from '../../core/index.ts'

/** Name of a backend or an embedder, valid wherever names of built-in ones are. */
export type PluginName = `plugin:${string}`

/** Returns true for the path of a module or the address of a server, which differ from the names of everything built in. */
export function isPluginPlace(text: string): boolean {
  return /^(\.{0,2}[/\\]|file:|https?:|[A-Za-z]:[/\\])/.test(text)
}

/** Returns the same name for all spellings of a path. */
export function nameOfPlace(place: string): PluginName {
  if (/^https?:/.test(place)) return `plugin:${place}`
  return `plugin:${place.startsWith('file:') ? fileURLToPath(place) : resolve(place)}`
}

export interface PluginRegistry<Port> {
  /**
   * Registers a plug-in under a name until the returned function is called. Throws `PLUGIN_INVALID` if the name belongs to another one.
   * `load` is called at most once.
   */
  add(name: PluginName, load: () => Promise<Port>, owner: unknown): () => void
  has(name: string): name is PluginName
  /** Loads a plug-in. Throws `INPUT_INVALID` for a name that was not registered, and the errors of loading. */
  load(name: PluginName): Promise<Port>
}

interface Registration<Port> {
  readonly load: () => Promise<Port>
  readonly owner: unknown
  loaded: Promise<Port> | null
  uses: number
}

export function createPluginRegistry<Port>(kind: string): PluginRegistry<Port> {
  const known = new Map<string, Registration<Port>>()
  return {
    add(name, load, owner) {
      const found = known.get(name) ?? { load, owner, loaded: null, uses: 0 }
      if (found.owner !== owner)
        throw new GlossError(
          'PLUGIN_INVALID',
          `Another ${kind} called ${name.slice('plugin:'.length)} is open in this process.`,
          { plugin: name },
        )
      known.set(name, found)
      found.uses++
      return () => {
        if (--found.uses === 0) known.delete(name)
      }
    },
    has: (name): name is PluginName => known.has(name),
    async load(name) {
      const found = known.get(name)
      if (found === undefined) throw invalidInput(kind, notNamed(kind, name), { plugin: name })
      found.loaded ??= found.load()
      return await found.loaded
    },
  }
}

function notNamed(kind: string, name: PluginName): string {
  const place = name.slice('plugin:'.length)
  return `The ${kind} ${place} is a plug-in that was not given to this command: add --${kind} ${place}.`
}
