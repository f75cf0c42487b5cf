/** Orders jobs, first come, first served: a few at a time and one per corpus, sharing the children that read papers. */

export interface JobLineOptions<Entry> {
  readonly maxAtOnce: number
  /** Child processes over all jobs; a job that finds them all in use gets one more. */
  readonly maxChildren: number
  readonly corpusOf: (entry: Entry) => string
  readonly run: (entry: Entry, children: number) => Promise<void>
}

export interface JobLine<Entry> {
  add(entry: Entry): void
  /** Removes a waiting job; false for one that does not wait. */
  remove(entry: Entry): boolean
  waiting(): Entry[]
  /** Resolves when the running jobs have ended. */
  settled(): Promise<void>
}

export function createJobLine<Entry>({
  maxAtOnce,
  maxChildren,
  corpusOf,
  run,
}: JobLineOptions<Entry>): JobLine<Entry> {
  const waiting = new Set<Entry>()
  const running = new Map<Entry, { readonly work: Promise<void>; readonly children: number }>()

  function childrenLeft(): number {
    const taken = [...running.values()].reduce((sum, { children }) => sum + children, 0)
    return Math.max(1, maxChildren - taken)
  }

  function admit(): void {
    for (const entry of waiting) {
      if (running.size >= maxAtOnce) return
      const corpus = corpusOf(entry)
      if ([...running.keys()].some((other) => corpusOf(other) === corpus)) continue
      waiting.delete(entry)
      const children = childrenLeft()
      const work = run(entry, children).finally(() => {
        running.delete(entry)
        admit()
      })
      running.set(entry, { work, children })
    }
  }

  return {
    add(entry) {
      waiting.add(entry)
      admit()
    },
    remove: (entry) => waiting.delete(entry),
    waiting: () => [...waiting],
    async settled() {
      await Promise.all([...running.values()].map(({ work }) => work))
    },
  }
}
