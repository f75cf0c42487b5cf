/** A monitor from outside as one of ours. */
import type { Monitor } from '../../monitor/index.ts'
import type { MonitorPlugIn } from '../../plugins/index.ts'
import { pluginFailure, runPlugin } from './run-plugin.ts'

/** Throws `PLUGIN_FAILED`: the loop counts such a look as failed and goes on. */
export function checkedMonitor(plugIn: MonitorPlugIn): Monitor {
  const { name, timeoutMs } = plugIn
  const who = `the monitor ${name}`
  return {
    name: `plugin:${name}`,
    async look({ window, channel, question }, signal) {
      const answer: unknown = await runPlugin({ who, timeoutMs, signal }, (stop) =>
        plugIn.look({ window, channel, question }, stop),
      )
      const { isInDoubt, reason = '' } = (answer ?? {}) as Record<string, unknown>
      if (typeof isInDoubt !== 'boolean')
        throw pluginFailure(who, 'answered without `isInDoubt`, true or false')
      return { answer: isInDoubt ? 'yes' : 'no', reason: String(reason) }
    },
  }
}
