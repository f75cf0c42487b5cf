/**
 * Plans batches of partly related lessons. In a random batch nearly all pairs are unrelated, so their similarities teach little; among
 * neighbours the table must learn what makes one text nearer than another.
 */

import { seededRandom, shuffle } from '../../../core/index.ts'
import type { Lessons } from './lessons.ts'

interface BatchPlan {
  readonly batchSize: number
  /** Number of neighbours in a group; a batch consists of groups drawn at random. 1: random batches. */
  readonly groupSize: number
  readonly seed: number
}

export function planBatches(lessons: Lessons, members: readonly number[], plan: BatchPlan): Int32Array[] {
  const order =
    plan.groupSize <= 1
      ? shuffle(members, plan.seed)
      : shuffle(groupsOfNeighbours(lessons, members, plan), plan.seed).flat()
  const batches: Int32Array[] = []
  for (let at = 0; at + plan.batchSize <= order.length; at += plan.batchSize)
    batches.push(Int32Array.from(order.slice(at, at + plan.batchSize)))
  return batches
}

/** Groups lessons by halving them repeatedly, by which of two random members they are nearer to. */
function groupsOfNeighbours(lessons: Lessons, members: readonly number[], plan: BatchPlan): number[][] {
  const random = seededRandom(plan.seed)
  const { targets, dims } = lessons
  const groups: number[][] = []
  const open: number[][] = [[...members]]
  for (let group = open.pop(); group !== undefined; group = open.pop()) {
    if (group.length <= plan.groupSize) {
      groups.push(group)
      continue
    }
    const one = group[Math.floor(random() * group.length)]! * dims
    const other = group[Math.floor(random() * group.length)]! * dims
    const scored = group.map((member) => {
      let lean = 0
      for (let axis = 0; axis < dims; axis++)
        lean += targets[member * dims + axis]! * (targets[one + axis]! - targets[other + axis]!)
      return { member, lean }
    })
    // Splits at the median, so that groups have between half and all of the wanted size.
    scored.sort((a, b) => a.lean - b.lean)
    const half = scored.length >> 1
    open.push(scored.slice(0, half).map(({ member }) => member))
    open.push(scored.slice(half).map(({ member }) => member))
  }
  return groups
}
