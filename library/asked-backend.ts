/** Converts the name of a backend in an option for the use cases of app/, and back. */
import {
  type BackendName,
  backendAt,
  backendNamed,
  isPluginPlace,
  pluginBackends,
} from '../app/wiring/index.ts'

const PREFIX = 'plugin:'

/** Returns the backend, or nothing without a name. Throws `INPUT_INVALID` for a backend that does not exist. */
export function backendChoice(name: string | undefined): { readonly backend?: BackendName } {
  if (name === undefined) return {}
  if (isPluginPlace(name)) return { backend: backendAt(name) }
  const given = `${PREFIX}${name}` as const
  return { backend: pluginBackends.has(given) ? given : backendNamed(name) }
}

/** Returns the name that the option had. */
export function shownBackend(name: string): string {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name
}
