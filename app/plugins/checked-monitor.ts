/** Turns a plug-in monitor into a built-in one. */
import type { Monitor } from '../../monitor/index.ts'
import type { MonitorPlugIn } from '../../plugins/index.ts'
import { ANSWERS, askPlugin } from './run-plugin.ts'

/** Returns a monitor that throws `PLUGIN_FAILED`: the loop counts the look as failed and continues. */
export function checkedMonitor(plugIn: MonitorPlugIn): Monitor {
  const { name, timeoutMs } = plugIn
  const who = `the monitor ${name}`
  return {
    name: `plugin:${name}`,
    async look({ window, channel, question }, signal) {
      const { isInDoubt, reason } = await askPlugin({ who, timeoutMs, signal }, ANSWERS.monitor, (stop) =>
        plugIn.look({ window, channel, question }, stop),
      )
      return { answer: isInDoubt ? 'yes' : 'no', reason }
    },
  }
}
