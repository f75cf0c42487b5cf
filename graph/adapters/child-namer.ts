/**
 * Finds names with wink's parts of speech in child processes with a time and a memory limit. A large import uses several, as it spends most
 * of its time on names. The caller's thread stays free to store them, whatever the papers contain.
 */
import {
  type ChildOutcome,
  entryBeside,
  openChildPool,
  type PackedList,
  unpackList,
} from '../../core/index.ts'
import type { UnitMentions } from '../../corpus/index.ts'
import type { Namer, PaperToName } from '../ports.ts'

export interface ChildNamerOptions {
  readonly workers: number
  /** Limit for a batch of papers, and for each paper of a batch that took longer. */
  readonly timeoutMs: number
  readonly maxMemoryMb: number
  /** Called with the title of a paper whose names could not be found within the limits; its units then have no names. */
  readonly onLost?: (title: string) => void
}

// The tagger's memory does not grow with use, so children live as long as the run. Chosen, not measured.
const REQUESTS_PER_CHILD = 10_000
const ENTRY = entryBeside(import.meta.url, 'naming-child')

export function openChildNamer(options: ChildNamerOptions): Namer {
  const { workers, timeoutMs, maxMemoryMb, onLost } = options
  const pool = openChildPool<readonly PaperToName[], PackedList>({
    entry: ENTRY,
    workers,
    maxMemoryMb,
    requestsPerChild: REQUESTS_PER_CHILD,
    leavesChildren: true,
  })
  const never = new AbortController().signal

  async function named(papers: readonly PaperToName[]): Promise<UnitMentions[]> {
    const outcome: ChildOutcome<PackedList> = await pool.run(papers, timeoutMs, never)
    if (outcome.kind === 'answer') return await unpackList(outcome.answer)
    if (papers.length > 1) return (await Promise.all(papers.map((paper) => named([paper])))).flat()
    return papers.flatMap(({ title, units }) => {
      onLost?.(title)
      return units.map(({ id }) => ({ unit: id, mentions: [] }))
    })
  }

  return { name: named, close: () => pool.close() }
}
