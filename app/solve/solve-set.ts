/** Solves a file of questions, each a number of times: bounded, resumable, and recorded as it proceeds. */
import { mkdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import {
  createLineFile,
  forEachConcurrent,
  GlossError,
  invalidInput,
  readText,
  writeFailure,
} from '../../core/index.ts'
import { takeFileLock } from '../../corpus/adapters/file-lock.ts'
import type { LedgerRow } from '../../models/index.ts'
import { readCsvSheet } from '../../solver/adapters/csv-sheet.ts'
import {
  type AnswerRow,
  answerRow,
  createAnswerFiles,
  endedRun,
  findPattern,
  type GoldQuestion,
  type OpenQuestion,
  openQuestion,
  openQuestionSetIndex,
  type QuestionRun,
  type QuestionSetIndex,
  RUNS_FILE,
  type RunEvent,
  type RunRecord,
  readQuestions,
  type SetPlan,
} from '../../solver/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { continueRun } from './continue-run.ts'
import { plannedRuns, projectionSentence, projectRuns } from './project-runs.ts'
import { checkRequest, type RunChoice, runChoice, type SolveRequest, startRun } from './run.ts'
import { probeModels } from './run-ports.ts'

export interface SetRequest {
  /** Question file: JSON, JSONL or CSV. */
  readonly file: string
  /** Number of independent runs of each question. */
  readonly runs: number
  /** Folder for runs.json, answers.jsonl and answers.csv. */
  readonly out: string
  readonly request: Omit<SolveRequest, 'question'>
  /** Number of runs at the same time; each asks several models at once. */
  readonly concurrency?: number | undefined
  /** Repeats runs that failed as often as they may. */
  readonly again?: boolean | undefined
  /** Also writes dump.jsonl: every candidate at every stage, with the fields of the published code's dump. */
  readonly dump?: boolean | undefined
  /** Called before each remaining run; false leaves it for another time. Absent: all are started. */
  readonly mayBegin?: ((place: QuestionRun) => boolean) | undefined
  /** Called with the projected tokens and cost before a model is asked; false ends the set with `CONSENT_NEEDED`. */
  readonly consent: (projection: string) => Promise<boolean>
}

export type SetEvent =
  | {
      readonly type: 'begin'
      readonly questions: number
      readonly runs: number
      readonly total: number
      readonly ended: number
    }
  | { readonly type: 'run'; readonly place: QuestionRun; readonly runId: string; readonly event: RunEvent }
  | {
      readonly type: 'try-failed'
      readonly place: QuestionRun
      readonly runId: string
      readonly reason: string
    }
  | { readonly type: 'ended'; readonly row: AnswerRow; readonly total: number; readonly ended: number }

export interface SetResult {
  /** Rows in the order of the questions, the runs of each together. */
  readonly rows: readonly AnswerRow[]
  /** Cost of finding out how the models resume a stopped text, which is in no row. */
  readonly preparation: readonly LedgerRow[]
  readonly files: readonly string[]
}

/** Maximum number of tries of a run (E74). */
const MAX_ATTEMPTS = 3
/** Default number of runs at the same time; each runs as many proposers at once as it has candidates. Chosen, not measured. */
export const DEFAULT_CONCURRENCY = 4
const ENDED: ReadonlySet<string> = new Set(['done', 'budget'])

/**
 * Skips finished questions and resumes stopped ones; gold answers stay here. Throws `INPUT_INVALID`, `PATH_NOT_FOUND`, `CONSENT_NEEDED`,
 * `GRAPH_MISSING`, `MODEL_UNCONFIGURED`, `CORPUS_NOT_FOUND`, `RESULTS_BUSY`, `RUN_BUSY`, `RUN_NOT_FOUND` (runs of another workspace).
 */
export async function solveSet(
  gloss: Gloss,
  request: SetRequest,
  listener: (event: SetEvent) => void,
  signal: AbortSignal,
): Promise<SetResult> {
  const questions = await readQuestionFile(request.file)
  const choice = runChoice(gloss, request.request)
  const plan = await planOf(gloss, request.request, choice)
  await gloss.session(plan.corpus)
  using _ = await takeFolder(request.out)
  const index = await openQuestionSetIndex(request.out, {
    questions: relative(request.out, request.file),
    plan,
  })
  const tasks = questions.flatMap((question) => tasksOf(openQuestion(question), request.runs))
  const set: OpenedSet = { gloss, request, index, listener }
  const rows = new Map<Task, AnswerRow>()
  const left: Task[] = []
  for (const task of tasks) {
    const row = await endedRow(task, set)
    if (row === null) left.push(task)
    else rows.set(task, row)
  }
  if (left.length > 0) await checkLeft(gloss, request, left.length)
  const files = createAnswerFiles(request.out)
  const sorted = () => tasks.flatMap((task) => rows.get(task) ?? [])
  const total = tasks.length
  listener({ type: 'begin', questions: questions.length, runs: request.runs, total, ended: rows.size })
  await files.rewrite(sorted())
  const preparation = left.length === 0 ? [] : await probeModels(gloss, plan.pattern, signal)
  let ended = rows.size
  const work = async (task: Task, inner: AbortSignal) => {
    if (request.mayBegin?.(task.place) === false) return
    const row = await solved(task, set, inner)
    rows.set(task, row)
    await files.append(row)
    listener({ type: 'ended', row, total, ended: ++ended })
  }
  await forEachConcurrent(left, request.concurrency ?? DEFAULT_CONCURRENCY, work, signal)
  await files.rewrite(sorted())
  const dumps = request.dump === true ? [await writeDump(gloss, sorted(), request.out)] : []
  return { rows: sorted(), preparation, files: [...files.paths, ...dumps] }
}

/** Checks the remaining runs before anything is asked for them. */
async function checkLeft(gloss: Gloss, { request, consent }: SetRequest, runs: number): Promise<void> {
  await checkRequest(gloss, request)
  const projection = projectionSentence(await projectRuns(gloss, [plannedRuns(gloss, request, runs)]))
  if (!(await consent(projection))) throw new GlossError('CONSENT_NEEDED', projection)
}

/** Reads a question file. Throws `PATH_NOT_FOUND`, `FILE_UNREADABLE`, and `INPUT_INVALID` with the place of the fault. */
export async function readQuestionFile(file: string): Promise<GoldQuestion[]> {
  return readQuestions(await readText(file, 'Questions are read from a file'), file, readCsvSheet)
}

/** Locks the folder: two processes would solve the same questions and lose each other's runs. Throws `RESULTS_BUSY` naming the other. */
async function takeFolder(folder: string): Promise<Disposable> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw writeFailure(folder, error)
  }
  return takeFileLock(join(folder, RUNS_FILE), {
    code: 'RESULTS_BUSY',
    busy: `The results in ${folder} are being written`,
    purpose: 'gloss solve --file',
  })
}

interface Task {
  readonly question: OpenQuestion
  readonly place: QuestionRun
}

interface OpenedSet {
  readonly gloss: Gloss
  readonly request: SetRequest
  readonly index: QuestionSetIndex
  readonly listener: (event: SetEvent) => void
}

function tasksOf(question: OpenQuestion, runs: number): Task[] {
  return Array.from({ length: runs }, (_, at) => ({ question, place: { id: question.id, run: at + 1 } }))
}

async function planOf(gloss: Gloss, request: SetRequest['request'], choice: RunChoice): Promise<SetPlan> {
  const { pattern, backend, monitor, preset } = choice
  const corpus = request.corpus ?? (await gloss.defaultCorpus('read'))
  const { settings = {}, filter = null } = request
  return { pattern, settings, corpus, backend, monitor, preset, filter }
}

/** Returns the row of an ended run; null if something is left to do. */
async function endedRow(task: Task, { gloss, request, index }: OpenedSet): Promise<AnswerRow | null> {
  const placed = index.get(task.place)
  if (placed === null) return null
  const record = await gloss.runs().get(placed.run)
  checkSameQuestion(task, record, request)
  const hasTries = request.again === true || placed.failures < MAX_ATTEMPTS
  const isOver = ENDED.has(record.status) || (record.status === 'failed' && !hasTries)
  return isOver && record.outcome !== null ? answerRow(task.place, record, record.outcome) : null
}

function checkSameQuestion({ place, question }: Task, { plan }: RunRecord, { out }: SetRequest): void {
  if (plan.question.text === question.query) return
  throw invalidInput(
    'file',
    `${out} answers a different question "${place.id}"; name another folder with --out.`,
    { question: place.id },
  )
}

async function solved(task: Task, set: OpenedSet, signal: AbortSignal): Promise<AnswerRow> {
  const { gloss, request, index, listener } = set
  const { place } = task
  const begun = index.get(place)
  let failures = request.again === true ? 0 : (begun?.failures ?? 0)
  let record = begun === null ? await begin(task, set) : await gloss.runs().get(begun.run)
  for (;;) {
    // A run with another version of the prompts cannot be resumed.
    if (record.outcome?.failure?.code === 'RUN_CHANGED') record = await begin(task, set)
    const { id: runId, status } = record
    const outcome = await continueRun(gloss, record, {
      onEvent: (event) => listener({ type: 'run', place, runId, event }),
      signal,
      budget: request.request.budget,
      again: status === 'failed',
    })
    signal.throwIfAborted()
    if (outcome.status !== 'failed') return answerRow(place, record, outcome)
    await index.set(place, { run: runId, failures: ++failures })
    if (failures >= MAX_ATTEMPTS) return answerRow(place, record, outcome)
    listener({ type: 'try-failed', place, runId, reason: outcome.failure?.message ?? '' })
    record = await gloss.runs().get(runId)
  }
}

async function begin({ question, place }: Task, { gloss, request, index }: OpenedSet): Promise<RunRecord> {
  const { id, query, category, answerType } = question
  const asked = { id, text: query, category, answerType }
  const record = await startRun(gloss, { ...request.request, question: asked })
  await index.set(place, { run: record.id, failures: index.get(place)?.failures ?? 0 })
  return record
}

const DUMP_FILE = 'dump.jsonl'

/** Writes every candidate of each run at every stage, or for runs without a pool question and result. One run in memory at a time. */
async function writeDump(gloss: Gloss, rows: readonly AnswerRow[], folder: string): Promise<string> {
  const path = join(folder, DUMP_FILE)
  await using file = await createLineFile(path)
  for (const { id, run, runId, query, answer } of rows) {
    const record = await endedRun(gloss.runs(), runId)
    const fields = findPattern(record?.plan.pattern ?? '')?.dump?.(record?.outcome?.details) ?? {}
    await file.add({ id, run, query, ...fields, final: answer })
  }
  return path
}
