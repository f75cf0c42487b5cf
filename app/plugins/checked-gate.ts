/** Turns a plug-in gate into one that replaces the topic's policy; its decision is recorded with the scores of the topic. */
import type { Gate } from '../../ingest/index.ts'
import type { GatePlugIn } from '../../plugins/index.ts'
import { ANSWERS, askPlugin } from './run-plugin.ts'

/** Returns a gate that throws `PLUGIN_FAILED` for every fault of the plug-in. */
export function checkedGate(topicGate: Gate, plugIn: GatePlugIn): Gate {
  const { name, timeoutMs } = plugIn
  const who = `the gate ${name}`
  return {
    async decide({ title, abstract }, signal) {
      const record = await topicGate.decide({ title, abstract }, signal)
      const { keep, reason } = await askPlugin({ who, timeoutMs, signal }, ANSWERS.gate, (stop) =>
        plugIn.decide({ title, abstract }, stop),
      )
      return { ...record, policy: 'custom', topic: `plugin:${name}`, keep, reason: keep ? '' : reason }
    },
  }
}
