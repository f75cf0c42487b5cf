/** `gloss curate` on runs against a scripted server (specs/rethinker.md 5.3). */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { solveSet, startRun } from '../../../../../app/index.ts'
import { NEVER } from '../../../../../tests/fakes/fake-thinking.ts'
import type { Script, ScriptedRequest } from '../../../../../tests/fakes/scripted-llm/server.ts'
import type { RoleScripts } from '../../../../../tests/fakes/scripted-solver.ts'
import {
  askedOf,
  boxed,
  openRethinker,
  promptOf,
  QUESTION,
  rethink,
  type Solver,
  summaryOf,
  writtenOf,
} from '../../../../../tests/fixtures/rethinker-run.ts'
import { curateRuns } from '../../../use-cases/train/curate-runs.ts'

const SETTINGS = { minCalls: 1, maxCalls: 50, ratios: null, seed: 1, keepsRecovered: false }

/** Runs a block of code, then answers. */
function afterCode(answer: string, code = 'print(6*7)') {
  return (request: ScriptedRequest): Script =>
    writtenOf(request).includes('<execution_results>')
      ? { text: boxed(answer) }
      : { text: `I count. <code>${code}</code>` }
}

const YES = () => ({ text: JSON.stringify({ consistent: 'yes', reason: 'It does.' }) })

function judged(correct: 'yes' | 'no'): string {
  return JSON.stringify({ extracted_final_answer: 'x', reasoning: '', correct, confidence: '90' })
}

async function openRuns(scripts: RoleScripts = {}): Promise<Solver> {
  return await openRethinker({
    solver: afterCode('30'),
    critic: afterCode('30'),
    selector: (request) =>
      writtenOf(request).includes('<execution_results>')
        ? { text: 'FINAL DECISION: <select>Response 1</select>' }
        : { text: 'I check. <code>print(1)</code>' },
    curator: YES,
    ...scripts,
  })
}

/** Opens runs without code, which need neither a sandbox nor tool calls. */
async function openQuickRuns(scripts: RoleScripts = {}): Promise<Solver> {
  return await openRethinker({ curator: YES, ...scripts })
}

const NO_TOOLS = { minCalls: 0 }

function questionsOf({ workspace }: Solver, gold = '30'): string {
  const file = join(workspace, `questions-${gold}.jsonl`)
  writeFileSync(file, `${JSON.stringify({ id: 'set-1', query: QUESTION, gt: gold })}\n`)
  return file
}

interface Curating {
  readonly out?: string
  readonly gold?: string
  readonly settings?: object
  readonly consent?: (projection: string) => Promise<boolean>
}

async function curated(solver: Solver, runs: readonly string[], options: Curating = {}) {
  const { out = 'samples.jsonl', gold = '30', settings = NO_TOOLS, consent = async () => true } = options
  const path = join(solver.workspace, out)
  const request = {
    runs,
    out: path,
    questions: questionsOf(solver, gold),
    settings: { ...SETTINGS, ...settings },
    consent,
    onProgress: () => undefined,
  }
  const result = await curateRuns(solver.gloss, request, NEVER)
  const text = readFileSync(path, 'utf8')
  const samples = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  return { result, samples, text }
}

test('R36 R37 a run becomes samples of its stages, and every trajectory is a sample or has a reason', async () => {
  const solver = await openRuns()
  const { id } = await rethink(solver, { paths: 2, reselections: 1 })
  const { result, samples } = await curated(solver, [id], { settings: SETTINGS })
  // Two solvers, two summaries, two critics, two rounds of the selector; duplicates are kept once.
  expect(result).toMatchObject({ runs: 1, in: 8, out: 4, dropped: { duplicate: 4, wrong_answer: 0 } })
  expect(samples.map(({ stage }) => stage).sort()).toEqual(['critic', 'reflector', 'selector', 'solver'])
  const solved = samples.find(({ stage }) => stage === 'solver')
  expect(solved.user).toMatch(/^User: The problem is: How many\?/)
  expect(solved.user).toMatch(
    /\nAssistant: I count\. <code>print\(6\*7\)<\/code>\n<execution_results>\{"output":"42/,
  )
  expect(solved.assistant).toBe(boxed('30'))
  expect(solved).toMatchObject({ question: 'set-1', run: id, path: 'solver.0/0' })
  expect(solved.hash).toMatch(/^[0-9a-f]{32}$/)
})

test('R36 the same runs and the same seed give the same file, in any order of the arguments', async () => {
  const solver = await openQuickRuns()
  const runs = [await rethink(solver), await rethink(solver, { paths: 1 })].map(({ id }) => id)
  const settings = { ...NO_TOOLS, ratios: { solver: 0.5, critic: 0.5 }, seed: 4 }
  const first = await curated(solver, runs, { settings })
  const again = await curated(solver, [...runs.toReversed(), ...runs], { out: 'again.jsonl', settings })
  expect(again.text).toBe(first.text)
  expect(first.samples.map(({ stage }) => stage).sort()).toEqual(['critic', 'solver'])
  expect(first.result.dropped.resampled).toBeGreaterThan(0)
})

describe('what is dropped', () => {
  test('wrong answers, as programs say, without a question to a model', async () => {
    const solver = await openQuickRuns()
    const { id } = await rethink(solver, { paths: 1 })
    const { result } = await curated(solver, [id], { gold: '31' })
    expect(result).toMatchObject({ in: 3, out: 0, dropped: { wrong_answer: 3 } })
    expect(askedOf(solver, 'curator')).toEqual([])
  })

  test('R38 what contradicts itself, and where the verdict cannot be read', async () => {
    const solver = await openQuickRuns({
      curator(request) {
        const isSolver = /I worked it out/.test(promptOf(request)) && !/Once more/.test(promptOf(request))
        return { text: isSolver ? 'I cannot say.' : JSON.stringify({ consistent: 'no' }) }
      },
      critic: () => ({ text: `Once more. ${boxed('30')}` }),
    })
    const { id } = await rethink(solver, { paths: 1 })
    const { result } = await curated(solver, [id])
    expect(result).toMatchObject({ in: 3, out: 0, dropped: { contradictory: 3 } })
    expect(Object.values(result.stages).map(({ balanced }) => balanced)).toEqual([1, 1, 1])
  })

  test('tools that failed, but for those that were put right where that is asked for', async () => {
    const solver = await openRuns({
      solver(request) {
        const results = writtenOf(request).split('<execution_results>').length - 1
        return { text: ['<code>1/0</code>', 'So. <code>print(1)</code>', boxed('30')][results] ?? '' }
      },
      critic: afterCode('30', 'print(web_parse("gloss:none", "how many"))'),
    })
    const { id } = await rethink(solver, { paths: 1 })
    const { result, samples } = await curated(solver, [id])
    expect(result.dropped).toMatchObject({ failed_tool: 2 })
    expect(samples.map(({ stage }) => stage)).toEqual(['reflector'])
    const kept = await curated(solver, [id], { out: 'kept.jsonl', settings: { keepsRecovered: true } })
    expect(kept.samples.map(({ stage }) => stage).sort()).toEqual(['critic', 'reflector', 'solver'])
  })

  test('an agent that never answered, and one whose answer stands before its last turn', async () => {
    const solver = await openQuickRuns({
      solver: () => ({ text: 'I do not know.' }),
      reflector: () => ({ text: 'Nothing of the form.' }),
    })
    const { id } = await rethink(solver, { paths: 1, maxNudges: 0 })
    const { result } = await curated(solver, [id])
    expect(result).toMatchObject({ in: 3, out: 1, dropped: { wrong_answer: 2 } })
  })
})

test('answers on which no program decides are judged, and a repeated curation asks nothing again', async () => {
  const solver = await openQuickRuns({
    solver: () => ({ text: boxed('a sentence of its own') }),
    critic: () => ({ text: boxed('a sentence of its own') }),
    reflector: () => ({ text: summaryOf('a sentence of its own') }),
    curator: (request) =>
      promptOf(request).includes('extracted_final_answer')
        ? { text: judged('yes') }
        : { text: JSON.stringify({ consistent: 'yes' }) },
  })
  const { id } = await rethink(solver, { paths: 1 })
  const first = await curated(solver, [id], { gold: 'the same in other words' })
  expect(first.result).toMatchObject({ in: 3, out: 3 })
  const asked = askedOf(solver, 'curator').length
  // One answer and two checks, since solver and critic say the same.
  expect(asked).toBe(3)
  renameSync(join(solver.workspace, 'samples.jsonl'), join(solver.workspace, 'first.jsonl'))
  const again = await curated(solver, [id], { gold: 'the same in other words' })
  expect(again.text).toBe(first.text)
  expect(askedOf(solver, 'curator')).toHaveLength(asked)
})

test('a model that answers nothing is no verdict', async () => {
  const solver = await openQuickRuns({ curator: () => ({ text: '' }) })
  const { id } = await rethink(solver, { paths: 1 })
  const { result } = await curated(solver, [id])
  expect(result).toMatchObject({ in: 3, out: 0, dropped: { contradictory: 3 } })
})

test('runs may be named by the folder of their questions, whose file has the answers', async () => {
  const solver = await openQuickRuns()
  const out = join(solver.workspace, 'results')
  const settings = { paths: 1, solverRounds: 1, criticRounds: 1, reselections: 0 }
  await solveSet(
    solver.gloss,
    {
      file: questionsOf(solver),
      runs: 2,
      out,
      request: { pattern: 'rethinker', settings },
      consent: async () => true,
    },
    () => undefined,
    NEVER,
  )
  const path = join(solver.workspace, 'samples.jsonl')
  const request = { runs: [out], out: path, settings: { ...SETTINGS, ...NO_TOOLS } }
  const parts = { consent: async () => true, onProgress: () => undefined }
  expect(await curateRuns(solver.gloss, { ...request, ...parts }, NEVER)).toMatchObject({
    runs: 2,
    in: 6,
    out: 3,
    dropped: { duplicate: 3 },
  })
})

test('the cost is told before anything is asked, and what was not agreed to is not asked', async () => {
  const solver = await openQuickRuns()
  const { id } = await rethink(solver, { paths: 1 })
  const told: string[] = []
  const consent = async (projection: string) => {
    told.push(projection)
    return false
  }
  await expect(curated(solver, [id], { consent })).rejects.toMatchObject({ code: 'CONSENT_NEEDED' })
  expect(told).toEqual([
    expect.stringMatching(
      /^3 trajectories: 3 calls to curator \(at most 6, where its answers cannot be read\), about \d+ prompt/,
    ),
  ])
  expect(askedOf(solver, 'curator')).toEqual([])
  expect(existsSync(join(solver.workspace, 'samples.jsonl'))).toBe(false)
})

test('a judge that fails half-way ends it; repeated, it asks only what is left', async () => {
  let isUp = false
  const solver = await openQuickRuns({
    curator: (request) =>
      isUp || promptOf(request).includes('It counted.') ? YES() : { fault: { kind: 'status', status: 503 } },
  })
  const { id } = await rethink(solver, { paths: 1 })
  await expect(curated(solver, [id])).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
  expect(existsSync(join(solver.workspace, 'samples.jsonl'))).toBe(false)
  isUp = true
  const before = askedOf(solver, 'curator').length
  const { result } = await curated(solver, [id])
  expect(result.out).toBe(3)
  expect(askedOf(solver, 'curator').length - before).toBeLessThanOrEqual(3)
})

describe('bad input', () => {
  test('a run that does not exist, a file that does, and a question without an answer', async () => {
    const solver = await openQuickRuns()
    const { id } = await rethink(solver, { paths: 1 })
    await expect(curated(solver, ['abcdef'])).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' })
    await expect(curated(solver, [join(solver.workspace)])).rejects.toMatchObject({ code: 'PATH_NOT_FOUND' })
    await expect(curated(solver, [id], { gold: '' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('is not known'),
    })
    writeFileSync(join(solver.workspace, 'samples.jsonl'), 'mine')
    await expect(curated(solver, [id])).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('already exists'),
    })
    expect(readFileSync(join(solver.workspace, 'samples.jsonl'), 'utf8')).toBe('mine')
  })

  test('a run of another pattern names the patterns that have trajectories', async () => {
    const solver = await openQuickRuns()
    const record = await startRun(solver.gloss, { question: { id: 'q', text: QUESTION }, pattern: 'single' })
    await expect(curated(solver, [record.id])).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('samples are made from runs of rethinker'),
    })
  })

  test.each([
    { name: 'torn', value: '{"path": "solv' },
    { name: 'of another form', value: 'null' },
  ])('a journal with an entry that is $name', async ({ value }) => {
    const solver = await openQuickRuns()
    const { id } = await rethink(solver, { paths: 1 })
    const database = new Database(join(solver.workspace, '.gloss', 'runs.sqlite'))
    database.prepare("UPDATE journal SET value = ? WHERE key = 'solver.0/0/agent.0'").run(value)
    database.close()
    await expect(curated(solver, [id])).rejects.toMatchObject({
      code: 'STORE_DAMAGED',
      message: expect.stringContaining(id),
    })
  })
})
