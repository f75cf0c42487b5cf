/** The backends and embedders given to this process. */
import type { BackendPlugIn, EmbedderPlugIn } from '../../plugins/index.ts'
import { createPluginRegistry, nameOfPlace, type PluginName } from './plugin-names.ts'

export const pluginBackends = createPluginRegistry<BackendPlugIn>('backend')
export const pluginEmbedders = createPluginRegistry<EmbedderPlugIn>('embedder')

/** Registers a backend for an option of the command line. Loads it on first use. */
export function backendAt(place: string): PluginName {
  const name = nameOfPlace(place)
  if (!pluginBackends.has(name))
    pluginBackends.add(
      name,
      async () => (await import('./load-plugin.ts')).loadPlugin('backend', place),
      place,
    )
  return name
}

/** Registers an embedder for an option of the command line. Loads it on first use. */
export function embedderAt(place: string): PluginName {
  const name = nameOfPlace(place)
  if (!pluginEmbedders.has(name))
    pluginEmbedders.add(
      name,
      async () => (await import('./load-plugin.ts')).loadPlugin('embedder', place),
      place,
    )
  return name
}
