/** Plug-ins that a command is given from outside for the whole of its work. */
import { isPluginPlace } from '../app/wiring/index.ts'

/** Throws `PLUGIN_INVALID`. Loads the rest of the app only where there is a plug-in. */
export async function givenPlugIns(monitor: unknown) {
  if (typeof monitor !== 'string' || !isPluginPlace(monitor))
    return { readers: [], gate: null, monitor: null }
  const { loadPlugin } = await import('../app/plugins/index.ts')
  return { readers: [], gate: null, monitor: await loadPlugin('monitor', monitor) }
}
