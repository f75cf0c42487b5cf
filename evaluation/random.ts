/** Numbers that are random enough for resampling and the same every time. */

/** Mulberry32 (Tommy Ettinger, public domain): a 32-bit state, period 2^32. Each call gives a whole number from 0 to 2^32 - 1. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** A whole number from 0 to `below` - 1. The bias is at most `below` / 2^32. */
export function randomIndex(random: () => number, below: number): number {
  return Math.floor((random() / 2 ** 32) * below)
}

/** `count` different members in a random order (Fisher and Yates), or all of them where there are fewer. */
export function sampled<Member>(members: readonly Member[], count: number, seed: number): Member[] {
  const random = createRandom(seed)
  const left = [...members]
  const chosen: Member[] = []
  while (chosen.length < count && left.length > 0) {
    const at = randomIndex(random, left.length)
    chosen.push(left[at] as Member)
    left[at] = left.at(-1) as Member
    left.pop()
  }
  return chosen
}
