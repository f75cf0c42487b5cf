/** `gloss curate` on runs against a scripted server (specs/rethinker.md 5.3). */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { curateRuns } from '../../../app/index.ts'
import { NEVER } from '../../../scripts/lib/fake-thinking.ts'
import type { Script, ScriptedRequest } from '../../../scripts/lib/scripted-llm/server.ts'
import type { RoleScripts } from '../../../scripts/lib/scripted-solver.ts'
import {
  askedOf,
  boxed,
  openRethinker,
  promptOf,
  QUESTION,
  rethink,
  type Solver,
  writtenOf,
} from '../../fixtures/rethinker-run.ts'

const SETTINGS = { minCalls: 1, maxCalls: 50, ratios: null, seed: 1, keepsRecovered: false }

/** Runs a block of code, then answers. */
function afterCode(answer: string, code = 'print(6*7)') {
  return (request: ScriptedRequest): Script =>
    writtenOf(request).includes('<execution_results>')
      ? { text: boxed(answer) }
      : { text: `I count. <code>${code}</code>` }
}

const YES = () => ({ text: JSON.stringify({ consistent: 'yes', reason: 'It does.' }) })

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
  const { out = 'samples.jsonl', gold = '30', settings = {}, consent = async () => true } = options
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
  const { result, samples } = await curated(solver, [id])
  // Two solvers, two summaries, two critics, two rounds of the selector; what says the same is there once.
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
