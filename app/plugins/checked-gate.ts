/** A gate from outside in the place of the topic's policy; its decision is written down with the scores of the topic. */
import type { Gate } from '../../ingest/index.ts'
import type { GatePlugIn } from '../../plugins/index.ts'
import { pluginFailure, runPlugin } from './run-plugin.ts'

const NOT_WANTED = 'not_wanted'

/** Throws `PLUGIN_FAILED`. */
export function checkedGate(topicGate: Gate, plugIn: GatePlugIn): Gate {
  const { name, timeoutMs } = plugIn
  const who = `the gate ${name}`
  return {
    async decide({ title, abstract }, signal) {
      const record = await topicGate.decide({ title, abstract }, signal)
      const answer: unknown = await runPlugin({ who, timeoutMs, signal }, (stop) =>
        plugIn.decide({ title, abstract }, stop),
      )
      const { keep, reason = NOT_WANTED } = (answer ?? {}) as Record<string, unknown>
      if (typeof keep !== 'boolean') throw pluginFailure(who, 'answered without `keep`, true or false')
      if (typeof reason !== 'string' || !/^[a-z][a-z0-9_]*$/.test(reason))
        throw pluginFailure(who, `gave the reason ${JSON.stringify(reason)}, which is not snake_case`)
      return { ...record, policy: 'custom', topic: `plugin:${name}`, keep, reason: keep ? '' : reason }
    },
  }
}
