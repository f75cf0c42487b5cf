/**
 * Maps numbers to strings and strings to numbers, in bytes: opening a table costs nothing, whatever its size. A string is decoded
 * when it is needed; numbers are found by open addressing in a table with at least twice as many slots.
 */
import { bufferOf, bytesOf, type Files, numbersIn, type ReadFiles } from './format.ts'

interface StringTable {
  /** Count of numbers, including those without a string. */
  readonly count: number
  /** Returns null for a number without a string. */
  text(number: number): string | null
  /** Returns undefined for a string that is not in the table. */
  find(text: string): number | undefined
}

// FNV-1a (Fowler, Noll, Vo) over UTF-16 units.
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193
const MAX_BYTES_PER_UNIT = 3

function hashOf(text: string): number {
  let hash = FNV_OFFSET
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Returns the files of a table of distinct strings; null is a number without one. File names begin with `name`. */
export function packStrings(name: string, texts: readonly (string | null)[]): Files {
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [number, text] of texts.entries()) ends[number] = end += Buffer.byteLength(text ?? '')
  const bytes = Buffer.allocUnsafe(end)
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * texts.length + 2)))
  for (const [number, text] of texts.entries()) {
    if (text === null) continue
    bytes.write(text, number === 0 ? 0 : ends[number - 1]!)
    let slot = hashOf(text) & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = number + 1
  }
  return new Map([
    [`${name}.utf8`, bytes],
    [`${name}-ends.u32`, bytesOf(ends)],
    [`${name}-slots.u32`, bytesOf(slots)],
  ])
}

export function openStrings(name: string, files: ReadFiles): StringTable {
  const bytes = Buffer.from(bufferOf(files, `${name}.utf8`))
  const ends = numbersIn(files, `${name}-ends.u32`)
  const slots = numbersIn(files, `${name}-slots.u32`)
  const startOf = (number: number) => (number === 0 ? 0 : ends[number - 1]!)

  function text(number: number): string | null {
    const [start, end] = [startOf(number), ends[number] ?? 0]
    return end > start ? bytes.toString('utf8', start, end) : null
  }
  return {
    count: ends.length,
    text,
    find(wanted) {
      for (let slot = hashOf(wanted) & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
        const number = slots[slot]! - 1
        if (number < 0) return undefined
        const size = ends[number]! - startOf(number)
        // Decoded only if the length can match: a UTF-16 unit takes 1 to 3 bytes.
        if (size >= wanted.length && size <= MAX_BYTES_PER_UNIT * wanted.length && text(number) === wanted)
          return number
      }
    },
  }
}
