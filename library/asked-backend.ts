/** The backend that an option names, for the use cases of app/. */
import {
  type BackendName,
  backendAt,
  backendNamed,
  isPluginPlace,
  pluginBackends,
} from '../app/wiring/index.ts'

const PREFIX = 'plugin:'

/** Empty where none is named. Throws `INPUT_INVALID` for a backend that does not exist. */
export function backendChoice(name: string | undefined): { readonly backend?: BackendName } {
  if (name === undefined) return {}
  if (isPluginPlace(name)) return { backend: backendAt(name) }
  const given = `${PREFIX}${name}` as const
  return { backend: pluginBackends.has(given) ? given : backendNamed(name) }
}

/** As it was named. */
export function shownBackend(name: string): string {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name
}
