/** `eval rws`: runs arms on the items of Reasoning With a Star, graded by programs and, if requested, by Parser and Judge. */
import { existsSync } from 'node:fs'
import { basename, dirname, join, parse } from 'node:path'
import { writeFiles } from '../../../../app/compare/index.ts'
import type { SetEvent, SetRequest } from '../../../../app/solve/index.ts'
import type { Gloss } from '../../../../app/wiring/index.ts'
import type { BackendFailure } from '../../../../comparison/index.ts'
import { closingAsync, GlossError, readText, seededRandom } from '../../../../core/index.ts'
import type { AnswerRow, PatternSettings } from '../../../../solver/index.ts'
import { openChildAlgebra } from '../../evaluation/adapters/child-algebra.ts'
import {
  auditOf,
  createStarVerifier,
  type GradedItem,
  gradeStarAnswers,
  itemPrompt,
  macroMean,
  openGradingLog,
  readStarItems,
  type SpendingFigures,
  type StarArmReport,
  type StarGrading,
  type StarItem,
  type StarPolicy,
  type StarVerifier,
  spendingFigures,
  starFigures,
} from '../../evaluation/index.ts'
import { checkModels, endedRuns, gridProjection, runKey, solveGridSet } from './solve-grid.ts'
import { type StarArm, starArm } from './star-arms.ts'

export interface StarRequest {
  /** JSON Lines files of items, each a set. */
  readonly data: readonly string[]
  readonly arms: readonly string[]
  readonly policy: StarPolicy
  /** Whether Parser and Judge are asked; otherwise items that programs cannot decide stay undecided. */
  readonly hasVerifier: boolean
  /** Share of the matches about which they are also asked. */
  readonly auditShare: number
  /** Decoding of all arms: `readDecoding` of arm-settings.ts. */
  readonly decoding: PatternSettings
  /** Budget of each run. */
  readonly budget: SetRequest['request']['budget']
  /** Folder of `report.json`, `gradings.jsonl`, and a folder for each set and arm with its answers. */
  readonly out: string
  readonly concurrency: number
  readonly consent: (projection: string) => Promise<boolean>
  readonly onProgress: (what: string) => void
  readonly onSet: (event: SetEvent) => void
}

export interface StarEvaluation {
  readonly arms: readonly StarArmReport[]
  /** Unweighted means over the sets, by arm. */
  readonly macroMeans: Readonly<Record<string, number>>
  readonly sets: number
  readonly verifier: string | null
  readonly policy: StarPolicy
  readonly decoding: PatternSettings
  /** Reasons for arms that could not be solved. */
  readonly failures: Readonly<Record<string, BackendFailure>>
  readonly grades: readonly (GradedItem & { readonly arm: string; readonly set: string })[]
}

/** Result without the data set, which is not part of Gloss: a missing file is reported, and is not a failure. */
export interface StarSkipped {
  readonly skipped: string
}

interface StarSet {
  readonly name: string
  readonly items: readonly StarItem[]
  /** Question file of the items, without their gold answers. */
  readonly file: string
}

const AUDIT_SEED = 2_511
const PROGRESS_STEP = 20
/** Parser and Judge, one repair each. */
const MAX_VERIFIER_CALLS = 4

/** Throws `INPUT_INVALID` with the lines of a file at fault, `CONSENT_NEEDED`, `MODEL_UNCONFIGURED`, `CORPUS_NOT_FOUND` for an arm that retrieves. */
export async function evaluateStar(
  gloss: Gloss,
  request: StarRequest,
  signal: AbortSignal,
): Promise<StarEvaluation | StarSkipped> {
  const missing = request.data.find((file) => !existsSync(file))
  if (missing !== undefined)
    return {
      skipped: `Skipped: ${missing} is not there. The data set (SpaceML/ReasoningWithAStar on Hugging Face, RWS.jsonl, Apache-2.0) does not come with Gloss; name its file with --data FILE.`,
    }
  const sets = await Promise.all(request.data.map((file) => readSet(file, request.out)))
  const arms = request.arms.map((name) => starArm(name, request.decoding))
  for (const arm of arms) checkModels(gloss, arm.request)
  await gloss.features.need('algebra')
  await openCorpus(gloss, arms)
  await agreeOn(gloss, { arms, sets }, request)
  await using algebra = closingAsync(openChildAlgebra())
  const verifier = verifierOf(gloss, request)
  const isAudited = auditOfShare(request.auditShare)
  const grading = { policy: request.policy, algebra, verifier, isAudited }
  const log = await openGradingLog(join(request.out, 'gradings.jsonl'))
  const grades: ArmGrade[] = []
  const spent: ArmSpending[] = []
  const failures: Record<string, BackendFailure> = {}
  for (const set of sets)
    for (const arm of arms) {
      const solved = await solvedRows(gloss, arm, set, request, signal)
      if ('failure' in solved) {
        failures[arm.name] = solved.failure
        continue
      }
      const onGraded = progressOf(`${arm.name}, ${set.name}`, request)
      const { items } = set
      const { concurrency } = request
      const given = { items, outputs: outputsOf(solved.rows), log, grading, concurrency, onGraded }
      const graded = await gradeStarAnswers(given, signal)
      grades.push(...graded.map((one) => ({ ...one, arm: arm.name, set: set.name })))
      spent.push({ arm: arm.name, set: set.name, spending: spendingOf(solved.rows, graded) })
    }
  const solvedArms = arms.filter(({ name }) => !Object.hasOwn(failures, name))
  return { ...evaluationOf(grades, { spent, arms: solvedArms, sets, verifier, request }), failures }
}

type ArmGrade = StarEvaluation['grades'][number]

interface ArmSpending {
  readonly arm: string
  readonly set: string
  readonly spending: SpendingFigures | null
}

async function readSet(file: string, out: string): Promise<StarSet> {
  const text = await readText(file, 'The items of Reasoning With a Star are read from a file')
  const name = basename(file)
  const items = readStarItems(text, name)
  const questions = items.map((item) => JSON.stringify({ id: item.id, query: itemPrompt(item) }))
  const written = await writeFiles(join(out, parse(name).name), {
    'questions.jsonl': `${questions.join('\n')}\n`,
  })
  return { name, items, file: written[0] as string }
}

/** Opens a corpus, in which all patterns run; arms that do not retrieve accept an empty one. */
async function openCorpus(gloss: Gloss, arms: readonly StarArm[]): Promise<void> {
  const hasNone = (await gloss.workspace.listCorpora()).length === 0
  if (hasNone && !arms.some(({ isRetrieving }) => isRetrieving)) await gloss.sessionOfNew()
  else await gloss.session()
}

async function solvedRows(
  gloss: Gloss,
  arm: StarArm,
  { file }: StarSet,
  { concurrency, budget, onSet }: StarRequest,
  signal: AbortSignal,
): Promise<{ readonly rows: readonly AnswerRow[] } | { readonly failure: BackendFailure }> {
  const request = { ...arm.request, budget }
  const set = { file, runs: 1, out: folderOf(arm, file), request, concurrency }
  return await solveGridSet(gloss, async () => set, onSet, signal)
}

function outputsOf(rows: readonly AnswerRow[]): ReadonlyMap<string, string> {
  return new Map(rows.flatMap(({ id, answer }) => (answer === null ? [] : [[id, answer]])))
}

/** Returns the cost of the arm's runs; a run that failed before it began has no row. */
function spendingOf(rows: readonly AnswerRow[], graded: readonly GradedItem[]): SpendingFigures | null {
  const right = new Set(graded.flatMap(({ item, grade }) => (grade?.verdict === 'correct' ? [item.id] : [])))
  return spendingFigures(
    rows.map(({ id, ledger, seconds }) => ({
      ledger: Object.entries(ledger).map(([role, row]) => ({ role, ...row })),
      seconds,
      isRight: right.has(id),
    })),
  )
}

/** Returns a folder next to the questions. */
function folderOf({ name }: StarArm, file: string): string {
  return join(dirname(file), name)
}

function progressOf(name: string, { onProgress }: StarRequest) {
  return (ended: number, total: number) => {
    if (ended === total || ended % PROGRESS_STEP === 0) onProgress(`${name}: ${ended} of ${total} graded`)
  }
}

function verifierOf(gloss: Gloss, { hasVerifier }: StarRequest): StarVerifier | null {
  if (!hasVerifier) return null
  const chat = gloss.chats.open('Parser and Judge', { role: 'judge' })
  return createStarVerifier({ parser: chat, judge: chat, modes: new Map() })
}

async function agreeOn(
  gloss: Gloss,
  { arms, sets }: { readonly arms: readonly StarArm[]; readonly sets: readonly StarSet[] },
  { hasVerifier, consent }: StarRequest,
): Promise<void> {
  const left: { request: StarArm['request']; runs: number }[] = []
  for (const { items, file } of sets)
    for (const arm of arms) {
      const ended = await endedRuns(folderOf(arm, file))
      const runs = items.filter(({ id }) => !ended.has(runKey(id, 1))).length
      left.push({ request: arm.request, runs })
    }
  const items = sets.reduce((sum, set) => sum + set.items.length, 0)
  const verified = hasVerifier ? MAX_VERIFIER_CALLS * arms.length * items : 0
  const runs = left.reduce((sum, one) => sum + one.runs, 0)
  if (runs + verified === 0) return
  const verifying = verified === 0 ? '' : ` At most ${verified} calls of Parser and Judge on top.`
  const sentence = `${items} items by ${arms.map(({ name }) => name).join(', ')}; what is in the folder already is not asked again. ${await gridProjection(gloss, left)}${verifying}`
  if (!(await consent(sentence))) throw new GlossError('CONSENT_NEEDED', sentence)
}

/** Chooses audited items by their id, so that the choice does not depend on other items. */
function auditOfShare(share: number): StarGrading['isAudited'] {
  return ({ id }) => {
    const seed = [...id].reduce(
      (hash, character) => Math.imul(hash, 31) + character.charCodeAt(0),
      AUDIT_SEED,
    )
    return seededRandom(seed)() < share
  }
}

function evaluationOf(
  grades: readonly ArmGrade[],
  {
    spent,
    arms,
    sets,
    verifier,
    request,
  }: {
    readonly spent: readonly ArmSpending[]
    readonly arms: readonly StarArm[]
    readonly sets: readonly StarSet[]
    readonly verifier: StarVerifier | null
    readonly request: StarRequest
  },
): Omit<StarEvaluation, 'failures'> {
  const gradesOf = (arm: string, set: string) =>
    grades.filter((grade) => grade.arm === arm && grade.set === set)
  return {
    arms: arms.flatMap((arm) =>
      sets.map((set) => {
        const graded = gradesOf(arm.name, set.name)
        const name = sets.length === 1 ? arm.name : `${arm.name}, ${set.name}`
        const spending = spent.find((one) => one.arm === arm.name && one.set === set.name)?.spending ?? null
        return { name, figures: starFigures(graded), audit: auditOf(graded), spending }
      }),
    ),
    macroMeans: Object.fromEntries(
      arms.map((arm) => [arm.name, macroMean(sets.map((set) => gradesOf(arm.name, set.name)))]),
    ),
    sets: sets.length,
    verifier: verifier?.name ?? null,
    policy: request.policy,
    decoding: request.decoding,
    grades,
  }
}

/** Returns the path of `report.json`, which also holds each grade. Throws as `writeFiles`. */
export async function writeStarReport(folder: string, evaluation: StarEvaluation): Promise<string> {
  const [path] = await writeFiles(folder, { 'report.json': `${JSON.stringify(evaluation, null, 2)}\n` })
  return path as string
}
