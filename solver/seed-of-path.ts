/** Derives the seed of each agent from the seed of the run. */

/** Returns a different seed for each agent, so that proposers do not all write the same. */
export function seedOf(seed: number, path: string): number {
  let hash = seed | 0
  for (const character of path) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0
  // The sign bit is dropped, not the last one, as paths that differ in their last digit differ in the last bit.
  return hash & 0x7fff_ffff
}
