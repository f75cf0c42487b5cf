import { basename } from 'node:path'

// File systems take 255 bytes; a hash may stand in front. Chosen, not measured.
const MAX_NAME_BYTES = 180

/** Returns a file name of letters, digits, dots, dashes and underscores that is no hidden file and keeps its ending. */
export function safeFileName(name: string): string {
  const last = basename(name.replaceAll('\\', '/'))
  const plain = last
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
  return endOfBytes(plain, MAX_NAME_BYTES) || 'paper'
}

/** As many whole characters from the end as take `maxBytes` in UTF-8. */
function endOfBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  let from = Math.max(0, bytes.length - maxBytes)
  while (from < bytes.length && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++
  return bytes.toString('utf8', from)
}
