/** Reads the trajectories of past runs, one run in memory at a time. */
import { statSync } from 'node:fs'
import { readQuestionFile } from '../../../../app/solve/index.ts'
import type { Gloss } from '../../../../app/wiring/index.ts'
import { GlossError, isGlossError } from '../../../../core/index.ts'
import {
  findPattern,
  type GoldQuestion,
  PATTERN_LIST,
  type RunRecord,
  type RunTrajectory,
} from '../../../../solver/index.ts'
import { readAnswerSet } from '../../evaluation/index.ts'

export interface CuratedRun {
  readonly id: string
  readonly question: GoldQuestion & { readonly gold: string }
}

/**
 * Runs by id, a unique beginning of it, or the folder of `solve --file` that they are in, each once and in the order of their ids, with the
 * answers to their questions. Throws `RUN_NOT_FOUND`, `PATH_NOT_FOUND`, and `INPUT_INVALID` for runs without a known answer or without
 * trajectories, and where no run is named.
 */
export async function curatedRuns(
  gloss: Gloss,
  named: readonly string[],
  questionFile: string | undefined,
): Promise<CuratedRun[]> {
  const files = questionFile === undefined ? [] : [questionFile]
  const ids: string[] = []
  for (const name of named) {
    if (!isFolder(name)) {
      ids.push(name)
      continue
    }
    const set = await readAnswerSet(name)
    if (set.questions !== null && questionFile === undefined) files.push(set.questions)
    ids.push(...set.answers.flatMap(({ runId }) => runId ?? []))
  }
  const questions = (await Promise.all([...new Set(files)].map(readQuestionFile))).flat()
  const records = new Map<string, RunRecord>()
  for (const id of ids) {
    const record = await gloss.runs().get(id)
    records.set(record.id, record)
  }
  if (records.size === 0)
    throw new GlossError('INPUT_INVALID', `No run was found in ${named.join(', ')}.`, { field: 'runs' })
  return [...records.values()]
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((record) => ({ id: record.id, question: knownQuestion(checkedRun(record), questions) }))
}

function isFolder(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() === true
}

function checkedRun(record: RunRecord): RunRecord {
  const { pattern } = record.plan
  if (findPattern(pattern)?.trajectories !== undefined) return record
  const able = PATTERN_LIST.filter(({ trajectories }) => trajectories !== undefined).map(({ name }) => name)
  throw new GlossError(
    'INPUT_INVALID',
    `Run ${record.id} is of the pattern ${pattern}; samples are made from runs of ${able.join(', ')}.`,
    { field: 'runs', run: record.id, pattern },
  )
}

/** Finds a question by its text, as ids are only unique in a file; of equal texts the one with the run's id. */
function knownQuestion(
  { id, plan: { question } }: RunRecord,
  questions: readonly GoldQuestion[],
): CuratedRun['question'] {
  const same = questions.filter(({ query, gold }) => query.trim() === question.text.trim() && gold !== null)
  const found = same.find((one) => one.id === question.id) ?? same[0]
  if (found !== undefined && found.gold !== null) return { ...found, gold: found.gold }
  throw new GlossError(
    'INPUT_INVALID',
    `The answer to the question of run ${id} is not known: name a file with "query" and "gt" of it with --questions FILE.`,
    { field: 'questions', run: id, question: question.id },
  )
}

/** Reads trajectories. Throws `STORE_DAMAGED` for an unreadable journal. */
export async function readTrajectories(gloss: Gloss, run: string): Promise<readonly RunTrajectory[]> {
  const record = await gloss.runs().get(run)
  try {
    return (await findPattern(record.plan.pattern)?.trajectories?.(record, gloss.runs().journal(run))) ?? []
  } catch (error) {
    if (isGlossError(error) || !isDamage(error)) throw error
    throw new GlossError(
      'STORE_DAMAGED',
      `The journal of run ${run} cannot be read: ${error.message}`,
      { run },
      error,
    )
  }
}

/** Returns whether an error means damage: invalid JSON, JSON of another form, and pages of the file that SQLite rejects. */
function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return error instanceof SyntaxError || error instanceof TypeError || /^SQLITE_(?:CORRUPT|NOTADB)/.test(code)
}
