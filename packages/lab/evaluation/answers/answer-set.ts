/** Reads answers to be evaluated: the output of `gloss solve --file`, or any lines with `id` and `answer`. */
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { GlossError, parsedJson, readText } from '../../../../core/index.ts'
import type { LedgerRow } from '../../../../models/index.ts'
import type { WatchSummary } from '../../../../monitor/index.ts'
import { ANSWERS_FILE, readKnownSet } from '../../../../solver/index.ts'

export interface GivenAnswer {
  readonly id: string
  /** Number of the run, from 1. */
  readonly run: number
  /** Id in the run store of the workspace; null for answers from elsewhere. */
  readonly runId: string | null
  /** Text of the answer, empty if there is none. */
  readonly answer: string
  /** Number of steps; null if the file does not give it. */
  readonly steps: number | null
  /** Wall-clock time; null if the file does not give it. */
  readonly seconds: number | null
  readonly ledger: readonly LedgerRow[] | null
  readonly watch: WatchSummary | null
}

export interface AnswerSet {
  /** Folder for reports. */
  readonly folder: string
  readonly answers: readonly GivenAnswer[]
  /** Path of the question file that the answers were made from; null if unknown. */
  readonly questions: string | null
  /** Lines that could not be read, by reason. `bad_line`: no JSON, no `id`. */
  readonly losses: Readonly<Record<string, number>>
}

const count = z.number()
/** The fields that reports use. */
const Watch = z.looseObject({
  characters: count.optional(),
  looks: count,
  triggers: count,
  injections: count,
  injectedTokens: count.optional(),
  searches: z.object({ asked: count, empty: count, failed: count }),
  failures: z.array(z.looseObject({ stage: z.string() })),
  problems: z.array(z.string()),
})

const Line = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  run: z.number().int().min(1).optional(),
  runId: z.string().optional(),
  answer: z.string().nullish(),
  steps: z.number().optional(),
  seconds: z.number().optional().catch(undefined),
  ledger: z.record(z.string(), z.looseObject({})).optional(),
  watch: Watch.nullish().catch(null),
})

/** Reads a file or its folder. An `id` repeated without a `run` is the next run. Throws `PATH_NOT_FOUND`; `INPUT_INVALID` for no answer. */
export async function readAnswerSet(path: string): Promise<AnswerSet> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const file = isFolder ? join(path, ANSWERS_FILE) : path
  const text = await readText(file, 'Answers are read from a file or a folder of `gloss solve --file`')
  const seen = new Map<string, number>()
  let bad = 0
  const answers = linesIn(text).flatMap((row): GivenAnswer[] => {
    const { data } = Line.safeParse(row)
    if (data === undefined) {
      bad++
      return []
    }
    const run = data.run ?? (seen.get(data.id) ?? 0) + 1
    seen.set(data.id, run)
    return [given(data, run)]
  })
  if (answers.length === 0)
    throw new GlossError('INPUT_INVALID', `No line of ${file} has an "id" and an "answer".`, {
      field: 'answers',
    })
  const folder = isFolder ? path : dirname(path)
  const known = isFolder ? await readKnownSet(folder) : null
  const questions = known === null ? null : join(folder, known.questions)
  return { folder, answers, questions, losses: bad === 0 ? {} : { bad_line: bad } }
}

/** Reads one JSON array, or lines of JSON; text in neither form counts as a line. */
function linesIn(text: string): unknown[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed.startsWith('[')) {
    const array = parsedJson(trimmed)
    return Array.isArray(array) ? array : [array ?? null]
  }
  return trimmed.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [parsedJson(line) ?? null]))
}

function given(
  { id, runId, answer, steps, seconds, ledger, watch }: z.infer<typeof Line>,
  run: number,
): GivenAnswer {
  const rows = Object.entries(ledger ?? {}).map(([role, row]) => ({ role, ...row }) as LedgerRow)
  return {
    id,
    run,
    runId: runId ?? null,
    answer: answer ?? '',
    steps: steps ?? null,
    seconds: seconds ?? null,
    ledger: ledger === undefined ? null : rows,
    watch: (watch ?? null) as WatchSummary | null,
  }
}
