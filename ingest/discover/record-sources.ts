/** Sources within a file: the lines of a `.jsonl`. */
import { open } from 'node:fs/promises'
import { createTurns, GlossError, isGlossError, linesOf, MAX_LINE_CHARACTERS } from '../../core/index.ts'
import { parsePaperRecord, type RecordResult } from '../formats/index.ts'
import type { ListReaders, Source } from '../ports.ts'

export type OnSkip = (path: string, reason: string) => void

export interface LineWalk {
  readonly onSkip: OnSkip
  readonly lists: ListReaders | undefined
  readonly signal: AbortSignal
}

// Some .2 ms to parse here, which is what a child's answer takes. Chosen, not measured.
const MOST_CHARACTERS_HERE = 16_384

/** A source for each line that is not blank, numbered from 1. Reading a line without a paper fails with `bad_record`. */
export async function* sourcesOfLines(path: string, walk: LineWalk): AsyncIterable<Source> {
  const file = await open(path).catch(() => null)
  if (file === null) return walk.onSkip(path, 'unreadable_file')
  const takeTurns = createTurns()
  const tooLong: number[] = []
  const onTooLong = (number: number) => void tooLong.push(number)
  for await (const { number, text } of linesOf(file.createReadStream(), { onTooLong })) {
    for (const at of tooLong.splice(0)) yield tooLongSource(path, at)
    yield sourceOf(`${path}#${number}`, text, await recordOf(text, walk))
    await takeTurns()
  }
  for (const at of tooLong) yield tooLongSource(path, at)
}

/** A long record is read where it does no harm; a child that is lost over it will be again when the paper is read. */
async function recordOf(line: string, { lists, signal }: LineWalk): Promise<RecordResult> {
  if (lists === undefined || line.length <= MOST_CHARACTERS_HERE) return parsePaperRecord(line)
  try {
    return await lists.record(line, signal)
  } catch (error) {
    if (isGlossError(error, 'FILE_UNREADABLE')) return { ok: false, reason: error.message }
    throw error
  }
}

/** Returns the number of sources that the file holds. */
export async function countLines(path: string): Promise<number> {
  const file = await open(path).catch(() => null)
  let count = 0
  const onTooLong = () => void count++
  if (file !== null) for await (const _ of linesOf(file.createReadStream(), { onTooLong })) count++
  return count
}

/** Reading it fails with `too_large`. */
function tooLongSource(file: string, line: number): Source {
  const path = `${file}#${line}`
  const failure = new GlossError(
    'FILE_UNREADABLE',
    `Line ${line} of ${file} is longer than ${MAX_LINE_CHARACTERS / 1024 / 1024} million characters; put one record on each line.`,
    { path, reason: 'too_large' },
  )
  return { path, format: 'jsonl', document: null, known: {}, read: () => Promise.reject(failure) }
}

/** Makes a paper of what one record says; reading it fails with `bad_record` where it says nothing. */
export function recordSource(path: string, line: string): Source {
  return sourceOf(path, line, parsePaperRecord(line))
}

function sourceOf(path: string, line: string, parsed: RecordResult): Source {
  return {
    path,
    format: 'jsonl',
    document: parsed.ok ? parsed.record.document : null,
    known: parsed.ok ? parsed.record.known : {},
    read: async () => new TextEncoder().encode(line),
  }
}
