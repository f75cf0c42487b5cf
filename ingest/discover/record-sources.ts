/** Creates sources from the lines of a `.jsonl` file. */
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

// Takes some .2 ms to parse here, as long as a child's answer. Chosen, not measured.
const MAX_LOCAL_CHARACTERS = 16_384

/** Yields a source for each line that is not blank, numbered from 1. Reading a line without a paper fails with `bad_record`. */
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

/** Parses a record, a long one in a child process; if the child is lost, it will be lost again when the paper is read. */
async function recordOf(line: string, { lists, signal }: LineWalk): Promise<RecordResult> {
  if (lists === undefined || line.length <= MAX_LOCAL_CHARACTERS) return parsePaperRecord(line)
  try {
    return await lists.record(line, signal)
  } catch (error) {
    if (isGlossError(error, 'FILE_UNREADABLE')) return { ok: false, reason: error.message }
    throw error
  }
}

/** Returns the number of sources in the file. */
export async function countLines(path: string): Promise<number> {
  const file = await open(path).catch(() => null)
  let count = 0
  const onTooLong = () => void count++
  if (file !== null) for await (const _ of linesOf(file.createReadStream(), { onTooLong })) count++
  return count
}

/** Returns a source whose reading fails with `too_large`. */
function tooLongSource(file: string, line: number): Source {
  const path = `${file}#${line}`
  const failure = new GlossError(
    'FILE_UNREADABLE',
    `Line ${line} of ${file} is longer than ${MAX_LINE_CHARACTERS / 1024 / 1024} million characters; put one record on each line.`,
    { path, reason: 'too_large' },
  )
  return { path, format: 'jsonl', document: null, known: {}, read: () => Promise.reject(failure) }
}

/** Creates a source from one record; reading it fails with `bad_record` if the record is empty. */
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
