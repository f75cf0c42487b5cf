/**
 * Finds where a wording may be among thousands of papers: fingerprints of stretches of characters, chosen by winnowing (Schleimer,
 * Wilkerson and Aiken, SIGMOD 2003). A quote and a paper have a common fingerprint if they share `SURE_LENGTH` squeezed characters.
 */

const STRETCH = 12
const WINDOW = 12
export const SURE_LENGTH = STRETCH + WINDOW - 1
const BASE = 0x01000193
/** Skips running heads and set phrases: text that occurs in this many places says little about the source of a quote. */
const MAX_PLACES = 256

export interface Fingerprints {
  readonly hashes: Uint32Array
  readonly offsets: Uint32Array
}

export interface FoundStretch {
  /** Number of the paper, in the order in which papers were added. */
  readonly paper: number
  /** Where the quote would begin in the paper's squeezed text; below 0 if its first part is missing. */
  readonly start: number
  /** Number of fingerprints that agree on the place. */
  readonly votes: number
}

export interface FingerprintIndex {
  /** Returns the places where the quote may be, most votes first. With `paper`, only places in that paper. */
  places(chars: string, count: number, paper?: number): FoundStretch[]
}

/** Returns the least hash of every window of `WINDOW` stretches, without duplicates. */
export function fingerprintsOf(chars: string): Fingerprints {
  const stretches = chars.length - STRETCH + 1
  const hashes: number[] = []
  const offsets: number[] = []
  if (stretches < 1) return { hashes: new Uint32Array(0), offsets: new Uint32Array(0) }
  const rolling = rollingHashes(chars, stretches)
  let least = -1
  let last = -1
  for (let end = 0; end < stretches; end++) {
    const start = end - WINDOW + 1
    if (least < Math.max(0, start)) least = leastOf(rolling, Math.max(0, start), end)
    else if (rolling[end]! <= rolling[least]!) least = end
    if ((start < 0 && end < stretches - 1) || least === last) continue
    last = least
    hashes.push(rolling[least]!)
    offsets.push(least)
  }
  return { hashes: Uint32Array.from(hashes), offsets: Uint32Array.from(offsets) }
}

function leastOf(hashes: Uint32Array, start: number, end: number): number {
  let least = start
  for (let at = start + 1; at <= end; at++) if (hashes[at]! <= hashes[least]!) least = at
  return least
}

function rollingHashes(chars: string, count: number): Uint32Array {
  const hashes = new Uint32Array(count)
  let top = 1
  for (let power = 1; power < STRETCH; power++) top = Math.imul(top, BASE)
  let hash = 0
  for (let at = 0; at < STRETCH; at++) hash = (Math.imul(hash, BASE) + chars.charCodeAt(at)) | 0
  for (let at = 0; ; at++) {
    // Mixed, so that the least hash of a window does not depend on its smallest letters.
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    hashes[at] = mixed ^ (mixed >>> 12)
    if (at + 1 >= count) return hashes
    hash = (Math.imul(hash - Math.imul(chars.charCodeAt(at), top), BASE) + chars.charCodeAt(at + STRETCH)) | 0
  }
}

/** Indexes the fingerprints of papers in one list, in buckets by hash. Memory: 12 bytes a fingerprint, some 1.9 of them a character. */
export function createFingerprintIndex(papers: readonly Fingerprints[]): FingerprintIndex {
  const total = papers.reduce((sum, { hashes }) => sum + hashes.length, 0)
  const bits = Math.max(4, Math.min(22, Math.ceil(Math.log2(total + 1)) - 1))
  const bucketOf = (hash: number) => hash >>> (32 - bits)
  const starts = new Uint32Array(2 ** bits + 1)
  for (const { hashes } of papers) for (const hash of hashes) starts[bucketOf(hash) + 1]!++
  for (let bucket = 0; bucket < starts.length - 1; bucket++) starts[bucket + 1]! += starts[bucket]!
  const next = starts.slice()
  const [hashAt, paperAt, offsetAt] = [new Uint32Array(total), new Uint32Array(total), new Uint32Array(total)]
  for (const [paper, { hashes, offsets }] of papers.entries())
    for (let i = 0; i < hashes.length; i++) {
      const cell = next[bucketOf(hashes[i]!)]!++
      hashAt[cell] = hashes[i]!
      paperAt[cell] = paper
      offsetAt[cell] = offsets[i]!
    }

  /** Calls `take` for each place of a hash, up to `MAX_PLACES`. */
  function eachPlace(
    hash: number,
    only: number | undefined,
    take: (paper: number, offset: number) => void,
  ): void {
    let met = 0
    const end = starts[bucketOf(hash) + 1]!
    for (let cell = starts[bucketOf(hash)]!; cell < end && met < MAX_PLACES; cell++) {
      if (hashAt[cell] !== hash || (only !== undefined && paperAt[cell] !== only)) continue
      met++
      take(paperAt[cell]!, offsetAt[cell]!)
    }
  }

  return {
    places(chars, count, only) {
      const { hashes, offsets } = fingerprintsOf(chars)
      const votes = new Map<string, { paper: number; start: number; votes: number }>()
      for (const [i, hash] of hashes.entries())
        eachPlace(hash, only, (paper, offset) => {
          const start = offset - offsets[i]!
          const place = votes.get(`${paper} ${start}`)
          if (place === undefined) votes.set(`${paper} ${start}`, { paper, start, votes: 1 })
          else place.votes++
        })
      return [...votes.values()].sort((a, b) => b.votes - a.votes || a.paper - b.paper).slice(0, count)
    },
  }
}
