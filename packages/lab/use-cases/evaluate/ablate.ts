/** `ablate`: solves the grid of ablations row by row, grades it, and puts it into one report. */
import { join } from 'node:path'
import { readQuestionFile, type SetEvent, type SetRequest } from '../../../../app/solve/index.ts'
import type { Gloss } from '../../../../app/wiring/index.ts'
import type { BackendFailure } from '../../../../comparison/index.ts'
import { GlossError } from '../../../../core/index.ts'
import type { PatternSettings } from '../../../../solver/index.ts'
import { checkGold } from '../../../../solver/index.ts'
import {
  type AnswersReport,
  type JudgingRequest,
  publishedOn,
  publishedPatterns,
  type SetGrading,
  settingReport,
} from '../../evaluation/index.ts'
import { type GridRow, type GridSet, gridRows } from './ablation-grid.ts'
import { subsetCorpus } from './corpus-subset.ts'
import { gradeSolvedSets } from './graded-report.ts'
import { gridProjection, solveGridSet } from './solve-grid.ts'

export interface AblationRequest extends Omit<JudgingRequest, 'answersOnly' | 'gradesPools'> {
  readonly file: string
  readonly runs: number
  /** Folder that contains a folder for each row. */
  readonly out: string
  /** Request of all rows, to which each adds its own settings. */
  readonly request: SetRequest['request']
  readonly concurrency?: number | undefined
  /** Tables and rows; all if absent. */
  readonly rows?: readonly string[] | undefined
  /** Decoding of every row: `readDecoding` of arm-settings.ts. */
  readonly decoding?: PatternSettings | undefined
  /** Row with which savings are compared; if absent, explicit retrieval as in the paper, else the first row. */
  readonly against?: string | undefined
  /** Generic corpus for the row of Table A5. */
  readonly genericCorpus?: string | undefined
  readonly onSet: (folder: string, event: SetEvent) => void
}

export interface AblationResult {
  readonly report: AnswersReport
  /** Folder of the answers of each row; rows with the same settings share one. */
  readonly folders: Readonly<Record<string, string>>
  /** Reasons for rows that could not be solved. */
  readonly failures: Readonly<Record<string, BackendFailure>>
}

const PUBLISHED_AGAINST = '3a:explicit'
/** With more settings there are more pairs than a reader compares: chosen, not measured. Figure 6 has eleven. */
const MAX_PAIRED_SETTINGS = 12

/** Throws `INPUT_INVALID`, `PATH_NOT_FOUND`, `MODEL_UNCONFIGURED`, `CONSENT_NEEDED`; a row that cannot be solved is listed with its code. */
export async function ablate(
  gloss: Gloss,
  request: AblationRequest,
  signal: AbortSignal,
): Promise<AblationResult> {
  const questions = await readQuestionFile(request.file)
  checkGold(questions, request.file)
  const rows = gridRows(request.request, request.rows, request.decoding)
  const against = againstOf(rows, request.against)
  const sets = [...new Set(rows.map(({ set }) => set))]
  const sentence = await projectionOf(gloss, sets, { questions: questions.length, runs: request.runs })
  if (!(await request.consent(sentence))) throw new GlossError('CONSENT_NEEDED', sentence)
  const failures = new Map<GridSet, BackendFailure>()
  for (const set of sets) {
    request.onProgress(`${set.folder}: ${namesOf(rows, set).join(', ')}`)
    const failure = await solved(gloss, set, request, signal)
    if (failure !== null) failures.set(set, failure)
  }
  const done = sets.filter((set) => !failures.has(set))
  const solvedSets = done.map((set) => ({
    name: namesOf(rows, set).join(' and '),
    lossName: set.folder,
    folder: join(request.out, set.folder),
  }))
  const { gradings, shared } = await gradeSolvedSets(gloss, { sets: solvedSets, questions }, request, signal)
  const settings = settingsOf(rows, new Map(done.map((set, at) => [set, gradings[at]!])))
  // Rows with parts left out are compared by what they save, patterns and backends question by question.
  const differ = (part: 'pattern' | 'backend') => new Set(rows.map(({ set }) => set.request[part])).size > 1
  const isPaired = differ('pattern') || (differ('backend') && done.length <= MAX_PAIRED_SETTINGS)
  return {
    report: {
      ...shared,
      settings,
      against: settings.some(({ name }) => name === against) ? against : null,
      published: publishedOn(
        questions,
        rows.map(({ table, rowName }) => ({ table, name: rowName })),
      ),
      publishedPatterns: publishedPatterns(rows.map((row) => row.published)),
      overlap: isPaired ? shared.overlap : null,
    },
    folders: Object.fromEntries(rows.map(({ name, set }) => [name, join(request.out, set.folder)])),
    failures: Object.fromEntries(
      rows.flatMap(({ name, set }) => {
        const failure = failures.get(set)
        return failure === undefined ? [] : [[name, failure]]
      }),
    ),
  }
}

async function solved(
  gloss: Gloss,
  { folder, corpus, request: own }: GridSet,
  { file, runs, out, concurrency, genericCorpus, onSet }: AblationRequest,
  signal: AbortSignal,
): Promise<BackendFailure | null> {
  const open = async () => {
    const asked = own.corpus ?? (await gloss.defaultCorpus('read'))
    const named = await corpusOf(gloss, corpus, asked, genericCorpus)
    return { file, runs, out: join(out, folder), request: { ...own, corpus: named }, concurrency }
  }
  const ended = await solveGridSet(gloss, open, (event) => onSet(folder, event), signal)
  return 'failure' in ended ? ended.failure : null
}

async function corpusOf(
  gloss: Gloss,
  wanted: GridSet['corpus'],
  corpus: string,
  genericCorpus: string | undefined,
): Promise<string> {
  if (wanted === null) return corpus
  if (wanted !== 'generic') return await subsetCorpus(gloss, corpus, wanted.share)
  if (genericCorpus !== undefined) return genericCorpus
  throw new GlossError(
    'INPUT_INVALID',
    'This row needs a corpus that is unrelated to the questions; name one with --generic-corpus NAME.',
    { field: 'generic-corpus' },
  )
}

function againstOf(rows: readonly GridRow[], asked: string | undefined): string | null {
  if (asked === undefined)
    return (rows.find(({ name }) => name === PUBLISHED_AGAINST) ?? rows[0])?.name ?? null
  const found = rows.find(({ name, rowName }) => name === asked || rowName === asked)
  if (found !== undefined) return found.name
  throw new GlossError(
    'INPUT_INVALID',
    `"${asked}" is not one of the selected rows: ${rows.map(({ name }) => name).join(', ')}.`,
    { field: 'against' },
  )
}

/** Returns the projection, which includes runs that are already solved. */
async function projectionOf(
  gloss: Gloss,
  sets: readonly GridSet[],
  { questions, runs }: { readonly questions: number; readonly runs: number },
): Promise<string> {
  const sentence = await gridProjection(
    gloss,
    sets.map(({ request }) => ({ request, runs: questions * runs })),
  )
  return `${sets.length} settings x ${questions} questions x ${runs} runs, less those already solved. ${sentence}`
}

function namesOf(rows: readonly GridRow[], set: GridSet): string[] {
  return rows.filter((row) => row.set === set).map(({ name }) => name)
}

function settingsOf(
  rows: readonly GridRow[],
  graded: ReadonlyMap<GridSet, SetGrading>,
): AnswersReport['settings'] {
  return rows.flatMap(({ name, set }, place) => {
    const grading = graded.get(set)
    if (grading === undefined) return []
    const report = settingReport(name, grading.settled)
    const isAgain = rows.slice(0, place).some((row) => row.set === set)
    // Rows of one set share one ledger by role.
    return [
      isAgain && report.ledger !== null ? { ...report, ledger: { ...report.ledger, roles: [] } } : report,
    ]
  })
}
