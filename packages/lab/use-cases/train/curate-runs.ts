/** `curate`: writes trajectories of past runs to a file of training samples, with the reasons for dropped ones (ReThinker, Algorithm 4). */
import { existsSync } from 'node:fs'
import type { Gloss } from '../../../../app/wiring/index.ts'
import { closingAsync, contentId, GlossError, writeNamedFile } from '../../../../core/index.ts'
import { openChildAlgebra } from '../../evaluation/adapters/child-algebra.ts'
import {
  type AnswerVerdict,
  createVerdicts,
  type GradingLog,
  isLogged,
  type JudgeModel,
  judgeModel,
  judgementOf,
  loggedValue,
  openGradingLog,
  runTasks,
  type TaskCost,
  tasksSentence,
} from '../../evaluation/index.ts'
import {
  type Curation,
  type CurationCase,
  type CurationSettings,
  consistencyCost,
  consistencyTask,
  createConsistencyCheck,
  curate,
  curationCase,
  followingText,
  insistentTask,
  maxConsistencyChecks,
  trainingSample,
} from '../../training/index.ts'
import { type CuratedRun, curatedRuns, readTrajectories } from './read-trajectories.ts'
import { trainingChat } from './training-roles.ts'

export interface CurateRequest {
  /** Ids of runs, unique prefixes of them, or folders of `solve --file`. */
  readonly runs: readonly string[]
  /** File of samples; answers of models are kept next to it. */
  readonly out: string
  /** Question file with the answers; if absent, for folders the one that they were made from. */
  readonly questions?: string | undefined
  readonly settings: CurationSettings
  /** Called with the projected tokens and cost before a model is asked; false ends it with `CONSENT_NEEDED`. */
  readonly consent: (projection: string) => Promise<boolean>
  readonly onProgress: (what: string) => void
}

/** Report that is written next to the samples. */
export interface CurationReport extends Omit<Curation, 'kept'> {
  readonly runs: number
  readonly settings: CurationSettings
  /** Models with the hashes of their prompts. */
  readonly judge: string
  readonly consistency: string
}

export interface CurateResult extends CurationReport {
  /** Paths of samples, report, and answers of models. */
  readonly files: readonly string[]
}

const PURPOSE = 'The curation of trajectories'
const PROGRESS_STEP = 20

interface Curating {
  readonly gloss: Gloss
  readonly request: CurateRequest
  readonly runs: readonly CuratedRun[]
  readonly judge: JudgeModel
  readonly log: GradingLog
  readonly signal: AbortSignal
}

type Verdicts = ReadonlyMap<string, AnswerVerdict>

/**
 * Repeating a curation that was stopped asks only what was not said yet. Throws `INPUT_INVALID` where `out` exists, `MODEL_UNCONFIGURED`,
 * `MODEL_UNAVAILABLE`, `CONSENT_NEEDED`, and as `curatedRuns` and `readTrajectories` do.
 */
export async function curateRuns(
  gloss: Gloss,
  request: CurateRequest,
  signal: AbortSignal,
): Promise<CurateResult> {
  const { out, settings } = request
  if (existsSync(out))
    throw new GlossError('INPUT_INVALID', `${out} already exists; name another file with --out.`, {
      field: 'out',
      path: out,
    })
  const runs = await curatedRuns(gloss, request.runs, request.questions)
  const chat = gloss.chats.open(PURPOSE, trainingChat(gloss, 'curator'))
  const judge = judgeModel(chat)
  const logFile = `${out}.judgements.jsonl`
  const curating = { gloss, request, runs, judge, log: await openGradingLog(logFile), signal }
  const { cases, verdicts } = await readCases(curating)
  await agreeOn(cases, verdicts, curating)
  const curation = await curate(cases, settings, {
    rightIds: () => rightIds(verdicts, curating),
    consistentIds: (left) => consistentIds(left, curating),
  })
  const { kept, ...counts } = curation
  const report: CurationReport = {
    runs: runs.length,
    ...counts,
    settings,
    judge: judge.judge,
    consistency: createConsistencyCheck(chat, judge.modes).name,
  }
  const reportFile = `${out}.report.json`
  await writeNamedFile(reportFile, `${JSON.stringify(report, null, 2)}\n`)
  await writeNamedFile(out, sampleLines(kept, gloss))
  return { ...report, files: [out, reportFile, ...(existsSync(logFile) ? [logFile] : [])] }
}

/** Reads cases one by one and applies the checks of programs; texts are not kept. */
async function readCases({ gloss, runs, judge, request, signal }: Curating) {
  const embedder = await gloss.embedder('static')
  await using algebra = closingAsync(openChildAlgebra())
  const programs = createVerdicts({ algebra, judge, judgesAll: false })
  const cases: CurationCase[] = []
  const verdicts = new Map<string, AnswerVerdict>()
  for (const [at, { id: run, question }] of runs.entries()) {
    const trajectories = await readTrajectories(gloss, run)
    // Files of questions may share ids; programs share verdicts by them.
    const asked = { ...question, id: `${question.id} ${contentId(question.query)}` }
    const vectors = await embedder.embed(trajectories.map(followingText), signal)
    for (const [place, trajectory] of trajectories.entries()) {
      const vector = vectors[place] ?? new Float32Array()
      const one = curationCase(trajectory, { run, question: question.id, vector })
      cases.push(one)
      if (one.answer === null) continue
      verdicts.set(one.id, await programs.candidate(asked, answerTag(one.answer), signal))
    }
    if ((at + 1) % PROGRESS_STEP === 0) request.onProgress(`${at + 1} of ${runs.length} runs read`)
  }
  return { cases, verdicts }
}

/** Returns an answer in tags, as agents write it: a grader looks there first. */
function answerTag(answer: string): string {
  return `<answer>${answer}</answer>`
}

async function agreeOn(
  cases: readonly CurationCase[],
  verdicts: Verdicts,
  { request, judge, log, gloss }: Curating,
): Promise<void> {
  const open = openTasks(verdicts).filter((task) => !isLogged(task, log))
  const possible = cases.filter(({ id }) => {
    const verdict = verdicts.get(id)
    return verdict !== undefined && (verdict.task !== null || isRight(verdict, log))
  })
  const checked = maxConsistencyChecks(possible, request.settings)
  const costs: TaskCost[] = [
    ...open.map(({ cost }) => cost),
    ...checked.map(({ checkedTokens }) => consistencyCost(checkedTokens)),
  ]
  if (costs.length === 0) return
  const sentence = `${cases.length} trajectories: ${tasksSentence(costs, judge.model, gloss.prices, 1)}`
  if (!(await request.consent(sentence))) throw new GlossError('CONSENT_NEEDED', sentence)
}

function openTasks(verdicts: Verdicts) {
  const tasks = [...verdicts.values()].flatMap(({ task }) => (task === null ? [] : [insistentTask(task)]))
  return [...new Map(tasks.map((task) => [task.key, task])).values()]
}

function isRight(verdict: AnswerVerdict, log: GradingLog): boolean {
  const judgement = judgementOf(verdict, log)
  return judgement.state === 'judged' && judgement.isCorrect
}

async function rightIds(verdicts: Verdicts, curating: Curating): Promise<Set<string>> {
  const { log, signal } = curating
  await runTasks(openTasks(verdicts), runnerOf(curating, 'answers judged'), signal)
  return new Set([...verdicts].filter(([, verdict]) => isRight(verdict, log)).map(([id]) => id))
}

/** Returns consistent cases. Runs are read once more for their texts, one by one. */
async function consistentIds(cases: readonly CurationCase[], curating: Curating): Promise<Set<string>> {
  const { gloss, runs, judge, log, signal, request } = curating
  const consistent = new Set<string>()
  const byRun = Map.groupBy(cases, ({ run }) => run)
  let ended = 0
  for (const { id: run, question } of runs) {
    const own = new Map((byRun.get(run) ?? []).map((one) => [one.path, one.id]))
    if (own.size === 0) continue
    const tasks = new Map(
      (await readTrajectories(gloss, run)).flatMap(({ path, thought, output }) => {
        const id = own.get(path)
        if (id === undefined) return []
        const order = { question: question.query, thought, output }
        const about = { model: judge.model, modes: judge.modes, question: question.id }
        return [[id, consistencyTask(order, about)] as const]
      }),
    )
    await runTasks([...tasks.values()], runnerOf(curating), signal)
    for (const [id, task] of tasks) if (loggedValue(task, log) === 'consistent') consistent.add(id)
    ended += own.size
    request.onProgress(`${ended} of ${cases.length} checked for contradictions`)
  }
  return consistent
}

function runnerOf({ gloss, log, request }: Curating, done?: string) {
  return {
    ports: {
      prices: gloss.prices,
      openJudge: (ledger: Parameters<typeof trainingChat>[2]) =>
        gloss.chats.open(PURPOSE, trainingChat(gloss, 'curator', ledger)),
    },
    log,
    onSettled: (ended: number, total: number) => {
      if (done !== undefined && (ended === total || ended % PROGRESS_STEP === 0))
        request.onProgress(`${ended} of ${total} ${done}`)
    },
  }
}

/** Yields samples in the order of runs and paths. */
async function* sampleLines(kept: readonly CurationCase[], gloss: Gloss): AsyncIterable<string> {
  for (const [run, own] of Map.groupBy(kept, (one) => one.run)) {
    const byPath = new Map((await readTrajectories(gloss, run)).map((one) => [one.path, one]))
    for (const one of own) {
      const trajectory = byPath.get(one.path)
      if (trajectory !== undefined) yield `${JSON.stringify(trainingSample(trajectory, one))}\n`
    }
  }
}
