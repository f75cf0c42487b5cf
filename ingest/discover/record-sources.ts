/** Sources within a file: the lines of a `.jsonl`. */
import { open } from 'node:fs/promises'
import { linesOf } from '../../core/index.ts'
import { parsePaperRecord } from '../formats/index.ts'
import type { Source } from '../ports.ts'

export type OnSkip = (path: string, reason: string) => void

/** A source for each line that is not blank, numbered from 1. Reading a line without a paper fails with `bad_record`. */
export async function* sourcesOfLines(path: string, onSkip: OnSkip): AsyncIterable<Source> {
  const file = await open(path).catch(() => null)
  if (file === null) return onSkip(path, 'unreadable_file')
  for await (const { number, text } of linesOf(file.createReadStream()))
    yield recordSource(`${path}#${number}`, text)
}

/** The number of sources that the file holds. */
export async function countLines(path: string): Promise<number> {
  const file = await open(path).catch(() => null)
  let count = 0
  if (file !== null) for await (const _ of linesOf(file.createReadStream())) count++
  return count
}

/** A paper of what one record says; reading it fails with `bad_record` where it says nothing. */
export function recordSource(path: string, line: string): Source {
  const parsed = parsePaperRecord(line)
  return {
    path,
    format: 'jsonl',
    document: parsed.ok ? parsed.record.document : null,
    known: parsed.ok ? parsed.record.known : {},
    read: async () => new TextEncoder().encode(line),
  }
}
