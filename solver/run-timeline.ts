/** What is kept of the events of a run: enough to show it again beside its journal. */

import { BEST_KIND, type RunEvent } from './events.ts'
import type { TimelineEvent } from './run-store.ts'

export interface RunTimeline {
  add(event: RunEvent): void
  taken(): readonly TimelineEvent[]
}

const BY_PATH = new Intl.Collator('en', { numeric: true })

export function createTimeline(): RunTimeline {
  const stages: TimelineEvent[][] = [[]]

  function keep(event: TimelineEvent): void {
    if (event.type === 'stage') stages.push([])
    stages.at(-1)?.push(event)
  }

  return {
    add(event) {
      if (event.type === 'thought' || event.type === 'ledgers') return
      if (event.type === 'report' && event.kind === BEST_KIND) return
      keep(event.type === 'agent' ? { type: 'agent', path: event.path } : event)
    },
    taken: () => stages.flatMap((events) => events.toSorted(inOrder)),
  }
}

function inOrder(one: TimelineEvent, other: TimelineEvent): number {
  if (one.type === 'stage') return -1
  if (other.type === 'stage') return 1
  return BY_PATH.compare(one.path, other.path)
}
