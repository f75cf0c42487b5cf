/** Unpacks a ZIP archive in memory with yauzl. Sizes are limited, and an entry larger than it claims is refused during unpacking. */
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import type { MarkedFailure } from './marked-text.ts'

// The XML of a long document is a few MB. Chosen, not measured.
const MAX_ENTRY_BYTES = 50_000_000
const MAX_BYTES = 200_000_000
const MAX_ENTRIES = 20_000

/** Returns the entries with `wanted` names, by name. */
export async function zipEntries(
  bytes: Uint8Array,
  wanted: (name: string) => boolean,
): Promise<ReadonlyMap<string, Uint8Array> | MarkedFailure> {
  const entries = new Map<string, Uint8Array>()
  let total = 0
  let count = 0
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      validateEntrySizes: true,
    })
    for await (const entry of zip.eachEntry()) {
      if (++count > MAX_ENTRIES) return tooLarge(`more than ${MAX_ENTRIES} files`)
      if (!wanted(entry.fileName)) continue
      total += entry.uncompressedSize
      if (entry.uncompressedSize > MAX_ENTRY_BYTES || total > MAX_BYTES)
        return tooLarge(`${entry.fileName} of ${Math.round(entry.uncompressedSize / 1e6)} MB`)
      entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
    }
    return entries
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return {
      code: 'bad_archive',
      detail: `The file cannot be unpacked: ${error.message.replace(/\.+$/, '')}. Save it again.`,
    }
  }
}

function tooLarge(what: string): MarkedFailure {
  return { code: 'too_large', detail: `Unpacked, the file would hold ${what}.` }
}
