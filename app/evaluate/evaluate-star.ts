/** `eval rws`: arms on the items of Reasoning With a Star, graded by programs and, where asked for, by Parser and Judge. */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { GlossError, readText, seededRandom } from '../../core/index.ts'
import { openChildAlgebra } from '../../evaluation/adapters/child-algebra.ts'
import {
  auditOf,
  createStarVerifier,
  type GradedItem,
  leftToAsk,
  macroMean,
  openGradingLog,
  readStarItems,
  runStarArm,
  type StarArm,
  type StarArmReport,
  type StarGrading,
  type StarItem,
  type StarPolicy,
  starFigures,
} from '../../evaluation/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { writeFiles } from './report-files.ts'
import { type StarDecoding, starArm } from './star-arms.ts'

export interface StarRequest {
  /** Each a set: a JSON Lines file of items. */
  readonly data: readonly string[]
  readonly arms: readonly string[]
  readonly policy: StarPolicy
  /** Whether Parser and Judge are asked; otherwise what programs leave open stays undecided. */
  readonly hasVerifier: boolean
  /** Share of the matches that they are asked about, too. */
  readonly auditShare: number
  readonly decoding: StarDecoding
  /** Folder of `answers.jsonl` and `report.json`. */
  readonly out: string
  readonly concurrency: number
  readonly consent: (projection: string) => Promise<boolean>
  readonly onProgress: (what: string) => void
}

export interface StarEvaluation {
  readonly arms: readonly StarArmReport[]
  /** By arm: unweighted over the sets. */
  readonly macroMeans: Readonly<Record<string, number>>
  readonly sets: number
  readonly verifier: string | null
  readonly policy: StarPolicy
  readonly decoding: StarDecoding
  /** Ledger rows are in the log; here an item's grade. */
  readonly grades: readonly (GradedItem & { readonly arm: string; readonly set: string })[]
}

/** The data set is not part of Gloss: a missing file is said, and is no failure. */
export interface StarSkipped {
  readonly skipped: string
}

interface StarSet {
  readonly name: string
  readonly items: readonly StarItem[]
}

const AUDIT_SEED = 2_511
const PROGRESS_STEP = 20
/** Parser and Judge, one repair each. */
const MOST_VERIFIER_CALLS = 4

/** Throws `INPUT_INVALID` with the lines of a file at fault, `CONSENT_NEEDED`, `MODEL_UNCONFIGURED`. */
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
  const sets = await Promise.all(request.data.map(readSet))
  await gloss.features.need('algebra')
  const arms = request.arms.map((name) => starArm(gloss, name, request.decoding))
  const log = await openGradingLog(join(request.out, 'answers.jsonl'))
  await agreeOn({ arms, sets, log }, request)
  const algebra = openChildAlgebra()
  try {
    const grading = { policy: request.policy, algebra, verifier: verifierOf(gloss, request) }
    const grades: (GradedItem & { readonly arm: string; readonly set: string })[] = []
    for (const arm of arms)
      for (const { name, items } of sets) {
        const run = {
          items,
          log,
          concurrency: request.concurrency,
          grading: { ...grading, isAudited: auditOfShare(request.auditShare) },
          onAnswered: (ended: number, total: number) => {
            if (ended === total || ended % PROGRESS_STEP === 0)
              request.onProgress(`${arm.name}, ${name}: ${ended} of ${total}`)
          },
        }
        const graded = await runStarArm(arm, run, signal)
        grades.push(...graded.map((one) => ({ ...one, arm: arm.name, set: name })))
      }
    return evaluationOf(grades, { arms, sets, grading, request })
  } finally {
    await algebra.close()
  }
}

async function readSet(file: string): Promise<StarSet> {
  const text = await readText(file, 'The items of Reasoning With a Star are read from a file')
  return { name: basename(file), items: readStarItems(text, basename(file)) }
}

function verifierOf(gloss: Gloss, { hasVerifier }: StarRequest) {
  if (!hasVerifier) return null
  const chat = gloss.chats.open('Parser and Judge', { role: 'judge' })
  return createStarVerifier({ parser: chat, judge: chat, modes: new Map() })
}

async function agreeOn(
  planned: {
    readonly arms: readonly StarArm[]
    readonly sets: readonly StarSet[]
    readonly log: Awaited<ReturnType<typeof openGradingLog>>
  },
  { hasVerifier, consent }: StarRequest,
): Promise<void> {
  const { arms, sets, log } = planned
  const items = sets.flatMap((set) => set.items)
  const calls = arms.reduce((sum, arm) => sum + arm.mostCalls * leftToAsk(arm, items, log), 0)
  const verified = hasVerifier ? MOST_VERIFIER_CALLS * arms.length * items.length : 0
  if (calls + verified === 0) return
  const verifying = verified === 0 ? '' : `, and at most ${verified} of Parser and Judge`
  const sentence = `${items.length} items by ${arms.map(({ name }) => name).join(', ')}: at most ${calls} model calls${verifying}; what is in the folder already is not asked again.`
  if (!(await consent(sentence))) throw new GlossError('CONSENT_NEEDED', sentence)
}

/** By the item's id, so that the same items are audited whatever runs beside them. */
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
  grades: StarEvaluation['grades'],
  {
    arms,
    sets,
    grading,
    request,
  }: {
    readonly arms: readonly StarArm[]
    readonly sets: readonly StarSet[]
    readonly grading: Pick<StarGrading, 'verifier'>
    readonly request: StarRequest
  },
): StarEvaluation {
  const gradesOf = (arm: string, set: string) =>
    grades.filter((grade) => grade.arm === arm && grade.set === set)
  return {
    arms: arms.flatMap((arm) =>
      sets.map((set) => {
        const graded = gradesOf(arm.name, set.name)
        const name = sets.length === 1 ? arm.name : `${arm.name}, ${set.name}`
        return { name, figures: starFigures(graded), audit: auditOf(graded) }
      }),
    ),
    macroMeans: Object.fromEntries(
      arms.map((arm) => [arm.name, macroMean(sets.map((set) => gradesOf(arm.name, set.name)))]),
    ),
    sets: sets.length,
    verifier: grading.verifier?.name ?? null,
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
