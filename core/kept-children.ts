/** Keeps idle children of closed pools for the next pool of their kind: paper readers take .35 s of CPU to start; each job opens pools. */

// Enough for successive jobs of a few papers. Chosen, not measured.
const MAX_PER_KIND = 2
const KEPT_MS = 30_000

export interface KeptChildren<Child> {
  /** Keeps a child, which must not keep the program alive, until it is taken or its time is over; returns false if there are enough. */
  keep(kind: string, child: Child): boolean
  /** Returns undefined if there is no child of the kind. */
  take(kind: string): Child | undefined
}

/** `end` is called with a child whose time is over. */
export function keepChildren<Child>(end: (child: Child) => void): KeptChildren<Child> {
  const kept = new Map<string, { readonly child: Child; readonly timer: NodeJS.Timeout }[]>()
  const alike = (kind: string) => kept.get(kind) ?? []
  const drop = (kind: string, child: Child) => {
    const rest = alike(kind).filter((one) => one.child !== child)
    if (rest.length > 0) kept.set(kind, rest)
    else kept.delete(kind)
  }
  return {
    keep(kind, child) {
      if (alike(kind).length >= MAX_PER_KIND) return false
      const onTime = () => {
        drop(kind, child)
        end(child)
      }
      kept.set(kind, [...alike(kind), { child, timer: setTimeout(onTime, KEPT_MS).unref() }])
      return true
    },
    take(kind) {
      const last = alike(kind).at(-1)
      if (last === undefined) return undefined
      clearTimeout(last.timer)
      drop(kind, last.child)
      return last.child
    },
  }
}
