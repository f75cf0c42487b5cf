/** Seeded random numbers: the same seed gives the same sequence, so that figures and samples can be repeated. */

/** Mulberry32 (Tommy Ettinger, public domain; 32 bits of state, period 2^32): uniform in [0, 1), in steps of 2^-32. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns a whole number from 0 to `below` - 1. The bias is at most `below` / 2^32. */
export function randomIndex(random: () => number, below: number): number {
  return Math.floor(random() * below)
}

/** Returns a shuffled copy (Fisher-Yates). */
export function shuffle<T>(items: readonly T[], seed: number): T[] {
  const random = seededRandom(seed)
  const shuffled = [...items]
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = randomIndex(random, i + 1)
    const held = shuffled[i]!
    shuffled[i] = shuffled[j]!
    shuffled[j] = held
  }
  return shuffled
}

/** Returns `count` distinct members in random order, or all of them if there are fewer. */
export function sampled<Member>(members: readonly Member[], count: number, seed: number): Member[] {
  const random = seededRandom(seed)
  const left = [...members]
  const chosen: Member[] = []
  while (chosen.length < count && left.length > 0) {
    const at = randomIndex(random, left.length)
    chosen.push(left[at]!)
    left[at] = left.at(-1)!
    left.pop()
  }
  return chosen
}
