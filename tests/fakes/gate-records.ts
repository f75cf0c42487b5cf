/** Gate records for tests: a kept paper of the topic `test`, with what a test changes. */
import type { GateRecord } from '../../corpus/index.ts'

export function gateRecord(changes: Partial<GateRecord> = {}): GateRecord {
  return {
    policy: 'contrast',
    topic: 'test',
    embedder: 'fake',
    positive: 0.4,
    negative: 0.1,
    score: 0.3,
    cutoff: 0,
    keep: true,
    reason: '',
    nearest: [],
    overruled: null,
    ...changes,
  }
}
