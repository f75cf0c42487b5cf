/** A run has one seed; each of its agents derives its own. */

/** Another one for each agent, so that proposers with one seed do not all write the same. */
export function seedOf(seed: number, path: string): number {
  let hash = seed | 0
  for (const character of path) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) | 0
  // Of the 32 bits, the sign is what goes: paths that differ in their last digit differ in the last bit.
  return hash & 0x7fff_ffff
}
