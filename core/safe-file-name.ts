import { basename } from 'node:path'

const MAX_NAME_CHARACTERS = 100

/** A file name of letters, digits, dots, dashes and underscores that is no hidden file and keeps its ending. */
export function safeFileName(name: string): string {
  const last = basename(name.replaceAll('\\', '/'))
  const plain = last
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
  return plain.slice(-MAX_NAME_CHARACTERS) || 'paper'
}
