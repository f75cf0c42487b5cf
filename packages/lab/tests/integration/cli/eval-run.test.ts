/** Rankings as files that a researcher exchanges with other tools, and settings that change the ranking. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EvaluationResult } from '../../../../../app/index.ts'
import { writeJudgedFolder } from '../../../../../tests/fixtures/judged-folder.ts'
import { answerOf, lastObject, runCli } from '../../../../../tests/fixtures/run-cli.ts'
import { sharedFolder } from '../../../../../tests/fixtures/temporary-folder.ts'

const cwd = sharedFolder()
const gloss = <Answer = EvaluationResult>(...args: string[]) => answerOf<Answer>(args, { cwd })
const evaluate = (...more: string[]) => gloss('eval', 'retrieval', '--data', 'set', ...more)
const QRELS = join('set', 'qrels.tsv')

interface RunResult {
  readonly runs: readonly { readonly name: string; readonly measures: Readonly<Record<string, number>> }[]
}

beforeAll(async () => {
  writeJudgedFolder(join(cwd, 'set'))
  await gloss('import', 'set', '--format', 'beir')
})

describe('gloss eval retrieval --runs', () => {
  it('writes a run of each backend, which eval run measures alike', async () => {
    const result = await evaluate('--backends', 'words,hybrid', '--measures', 'AP nDCG@3', '--runs', 'runs')
    const lines = readFileSync(join(cwd, 'runs', 'words.run'), 'utf8')
      .trim()
      .split('\n')
    expect(lines[0]).toMatch(/^q1 Q0 d1 1 \d+\.\d+ words$/)
    const { runs } = await gloss<RunResult>(
      ...['eval', 'run', 'runs/words.run', 'runs/hybrid.run', '--qrels', QRELS, '--measures', 'AP nDCG@3'],
    )
    for (const { name, measures } of runs) {
      expect(Object.keys(measures)).toEqual(['AP', 'nDCG@3'])
      expect(result.backends[name]!.measures).toEqual(measures)
    }
  })

  it('writes that of a plug-in, whose name is its path', async () => {
    mkdirSync(join(cwd, 'my parts'))
    const module = `export const backend = { name: 'none', open: () => ({ retrieve: async (question) => [] }) }`
    writeFileSync(join(cwd, 'my parts', 'own.mjs'), module)
    await evaluate('--backends', 'words,./my parts/own.mjs', '--runs', 'of-plug-ins')
    const files = readdirSync(join(cwd, 'of-plug-ins'))
    expect(files).toEqual([expect.stringMatching(/^plugin-.*my-parts-own\.mjs\.run$/), 'words.run'])
  })

  it('says what the figures hold for', async () => {
    const once = await evaluate('--backends', 'words')
    expect(once.provenance).toMatchObject({
      units: expect.stringMatching(/^[0-9a-f]{16}$/),
      settings: { fusion: 'coverage', bm25K1: 1.2, bm25B: 0.75, fusionWeight: null },
      seed: expect.any(Number),
      machine: expect.stringContaining('Node v'),
    })
    const again = await evaluate('--backends', 'words')
    expect(again.provenance!.units).toBe(once.provenance!.units)
  })

  it('counts auto as what answered', async () => {
    const { backends, sameAs, pairs } = await evaluate('--backends', 'hybrid,auto,words')
    expect(backends['auto']!.answeredBy).toEqual({ hybrid: 3 })
    expect(sameAs).toEqual({ auto: 'hybrid' })
    expect(pairs.flatMap(({ better, worse }) => [better, worse])).not.toContain('auto')
  })
})

describe('settings of the ranking', () => {
  const scores = async (...more: string[]) => {
    const { hits } = await gloss<{ hits: { unit: string; score: number }[] }>(
      'retrieve',
      'phosphate from ATP',
      ...more,
    )
    return hits.map(({ score }) => score)
  }
  it.each([
    { option: '--bm25-k1', value: '0', backend: 'words' },
    { option: '--bm25-b', value: '0', backend: 'words' },
    { option: '--fusion-weight', value: '0.1', backend: 'hybrid' },
  ])('$option changes the scores of $backend', async ({ option, value, backend }) => {
    const before = await scores('--backend', backend)
    expect(await scores('--backend', backend, option, value)).not.toEqual(before)
  })
  it('refuses a weight that the fusion cannot take', async () => {
    const command = 'eval retrieval --data set --backends hybrid --fusion convex --fusion-weight 3 --json'
    const { code, stdout } = await runCli(command.split(' '), { cwd })
    expect(code).toBe(2)
    expect(lastObject<{ error: { message: string } }>(stdout).error.message).toMatch(
      /"convex".*within 0 and 1/,
    )
  })
})

describe('gloss eval run', () => {
  beforeAll(() => {
    writeFileSync(join(cwd, 'a.run'), 'q1 Q0 d2 1 3 a\nq1 Q0 d1 2 2 a\nq2 Q0 d3 1 1 a\n')
    writeFileSync(join(cwd, 'b.run'), 'q1 Q0 d1 1 0.9 b\nq3 Q0 d4 1 0.8 b\n')
  })

  it('fuses runs of any system and writes the fused one', async () => {
    const command = `eval run a.run b.run --qrels ${QRELS} --measures RR --fuse rrf --out f.run`
    const { runs } = await gloss<RunResult>(...command.split(' '))
    expect(runs.map(({ measures }) => measures['RR'])).toEqual([0.5, 2 / 3, 1])
    expect(readFileSync(join(cwd, 'f.run'), 'utf8')).toMatch(/^q1 Q0 d1 1 /)
  })

  it.each([
    {
      name: 'a measure that does not exist',
      args: ['a.run', '--qrels', QRELS, '--measures', 'ERR@3'],
      why: /ERR@3.*nDCG@20/,
    },
    { name: 'a fusion of one run', args: ['a.run', '--qrels', QRELS, '--fuse', 'rrf'], why: /two run files/ },
    {
      name: 'weights of another number',
      args: ['a.run', 'b.run', '--qrels', QRELS, '--fuse', 'sum', '--weights', '1'],
      why: /1 weights for 2 runs/,
    },
    {
      name: 'judgements that are none',
      args: ['a.run', '--qrels', 'a.run'],
      why: /Line 1 of a\.run is not a judgement/,
    },
    { name: 'a file that is not there', args: ['none.run', '--qrels', QRELS], why: /none\.run/ },
  ])('refuses $name', async ({ args, why }) => {
    const { code, stdout } = await runCli(['eval', 'run', ...args, '--json'], { cwd })
    expect(code).toBe(2)
    expect(lastObject<{ error: { message: string } }>(stdout).error.message).toMatch(why)
  })
})

it('export says when it had nothing to write, and why', async () => {
  const { stdout } = await runCli(['export', '--format', 'hipporag', '--out', 'facts.json'], { cwd })
  expect(stdout).toMatch(/0 units written[\s\S]*No unit of the corpus "main" has facts/)
})
