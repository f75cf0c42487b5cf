/** Tests daily use: printed advice works when typed as printed. */
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { unknownSettings } from '../../../app/config/index.ts'
import { loadConfig } from '../../../app/index.ts'
import { answerOf, type CliRun, runCli, SAMPLE_PAPERS } from '../../fixtures/run-cli.ts'
import { putIngested } from '../../fixtures/served-samples.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const cwd = sharedFolder()
let ingested: CliRun

beforeAll(async () => {
  await putIngested(cwd)
  ingested = await runCli(['ingest', SAMPLE_PAPERS], { cwd })
})

it('an ingest names the papers that the gate dropped, and a command that keeps them', async () => {
  const command = /^Keep them anyway: gloss (gate --keep .+)$/m.exec(ingested.stdout)?.[1] ?? ''
  const ids = command.split(' ').slice(2)
  expect(ids).toHaveLength(3)
  for (const id of ids) expect(ingested.stdout).toMatch(new RegExp(`^   ${id}  \\S.*$`, 'm'))
  const { code, stdout } = await runCli(command.split(' '), { cwd })
  expect({ code, kept: stdout.match(/^kept: /gm)?.length }).toEqual({ code: 0, kept: 3 })
  await runCli(['gate', '--undo', ...ids], { cwd })
})

describe('options that may be repeated leave the question alone', () => {
  let papers: string[]

  beforeAll(async () => {
    const listed = await answerOf<{ papers: { id: string; state: string }[] }>(['papers'], { cwd })
    papers = listed.papers.filter(({ state }) => state === 'kept').map(({ id }) => id)
  })

  it.each([
    { name: 'one before it', args: (a: string) => ['--paper', a, 'which IC50'], most: 1 },
    {
      name: 'two before it',
      args: (a: string, b: string) => ['--paper', a, '--paper', b, 'which IC50'],
      most: 2,
    },
    { name: 'one after it', args: (a: string) => ['which IC50', '--paper', a], most: 1 },
  ])('$name', async ({ args, most }) => {
    const [first = '', second = ''] = papers
    const answer = await answerOf<{ query: string; hits: { paper: string }[] }>(
      ['retrieve', ...args(first, second)],
      { cwd },
    )
    expect(answer.query).toBe('which IC50')
    const from = new Set(answer.hits.map(({ paper }) => paper))
    expect(from.size).toBeGreaterThan(0)
    expect([first, second].slice(0, most)).toEqual(expect.arrayContaining([...from]))
  })
})

describe('a variable that Gloss does not read', () => {
  it.each([
    { name: 'GLOSS_API_KEY', meant: 'GLOSS_KEY', leavesOpen: true },
    { name: 'GLOSS_TOKEN', meant: 'GLOSS_KEY', leavesOpen: true },
    { name: 'GLOSS_WORKSAPCE', meant: 'GLOSS_WORKSPACE', leavesOpen: false },
    { name: 'GLOSS_SERPKEY', meant: 'GLOSS_SERP_KEY', leavesOpen: false },
    { name: 'GLOSS_MAX_UPLOAD_MB', meant: 'GLOSS_MAX_FILE_MB', leavesOpen: false },
    { name: 'GLOSS_ZEBRA', meant: null, leavesOpen: false },
  ])('$name is named with the nearest one', ({ name, meant, leavesOpen }) => {
    const config = loadConfig({ workspace: join(cwd, '.gloss') }, {})
    expect(unknownSettings(config, true, { [name]: 'a value' })).toMatchObject([{ name, meant, leavesOpen }])
    expect(unknownSettings(config, false, { [name]: 'a value' })).toMatchObject([{ leavesOpen: false }])
  })

  it('is not one of the settings, of the roles, or empty', () => {
    const config = loadConfig({ workspace: join(cwd, '.gloss') }, {})
    const env = { GLOSS_KEY: 'x', GLOSS_LLM_MONITOR_MODEL: 'm', GLOSS_API_KEY: '', HOME: '/' }
    expect(unknownSettings(config, true, env)).toEqual([])
  })

  it('is a problem that doctor names', async () => {
    const { code, stdout } = await runCli(['doctor'], { cwd, env: { GLOSS_API_KEY: 'a long key' } })
    expect(code).toBe(1)
    expect(stdout).toContain('GLOSS_API_KEY is not a setting of Gloss. Did you mean GLOSS_KEY?')
    expect(stdout).toContain('the service is open')
  })
})
