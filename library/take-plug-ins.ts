/** Registers the program's plug-ins while the library is open. */
import { addedPattern, checkPlugin } from '../app/plugins/index.ts'
import { type GlossPlugIns, type PluginName, pluginBackends, pluginEmbedders } from '../app/wiring/index.ts'
import type { GivenPlugIns } from './gloss-library.ts'

interface TakenPlugIns {
  readonly plugIns: GlossPlugIns
  readonly settings: { readonly embedder?: PluginName }
  /** Runs `work`, and releases everything if it throws. */
  orRelease<Value>(work: () => Promise<Value>): Promise<Value>
  release(): void
}

/** Registers the plug-ins. Throws `PLUGIN_INVALID` after releasing everything. */
export function takePlugIns(given: GivenPlugIns): TakenPlugIns {
  const releases: (() => void)[] = []
  const release = () => {
    for (const one of releases.splice(0)) one()
  }
  try {
    const settings = register(given, releases)
    return {
      plugIns: {
        readers: (given.readers ?? []).map((reader) => checkPlugin('reader', reader, 'The reader')),
        gate: given.gate === undefined ? null : checkPlugin('gate', given.gate, 'The gate'),
        monitor: given.monitor === undefined ? null : checkPlugin('monitor', given.monitor, 'The monitor'),
      },
      settings,
      async orRelease(work) {
        try {
          return await work()
        } catch (error) {
          release()
          throw error
        }
      },
      release,
    }
  } catch (error) {
    release()
    throw error
  }
}

function register(
  { backends = {}, embedder, patterns = [] }: GivenPlugIns,
  releases: (() => void)[],
): TakenPlugIns['settings'] {
  for (const [name, value] of Object.entries(backends)) {
    const backend = checkPlugin('backend', value, `The backend ${name}`)
    releases.push(pluginBackends.add(`plugin:${name}`, async () => backend, backend))
  }
  for (const pattern of patterns) releases.push(addedPattern(pattern))
  if (embedder === undefined) return {}
  const checked = checkPlugin('embedder', embedder, 'The embedder')
  const name: PluginName = `plugin:${checked.name}`
  releases.push(pluginEmbedders.add(name, async () => checked, checked))
  return { embedder: name }
}
