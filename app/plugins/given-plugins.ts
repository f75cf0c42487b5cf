/** The backends and embedders that this process was given. */
import type { BackendPlugIn, EmbedderPlugIn } from '../../plugins/index.ts'
import { createPluginRegistry, nameOfPlace, type PluginName } from './plugin-names.ts'

export const pluginBackends = createPluginRegistry<BackendPlugIn>('backend')
export const pluginEmbedders = createPluginRegistry<EmbedderPlugIn>('embedder')

/** For an option of the command line: nothing is loaded before it is needed. */
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

/** The same for an embedder. */
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
