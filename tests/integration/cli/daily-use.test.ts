/** Tests daily use: printed advice works when typed as printed. */
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { unknownSettings } from '../../../app/config/index.ts'
import { loadConfig } from '../../../app/index.ts'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { type CliRun, SAMPLE_PAPERS } from '../../fixtures/run-cli.ts'
import { putIngested } from '../../fixtures/served-samples.ts'
import { column } from '../../fixtures/service.ts'

const { cwd, json, run } = cliFolder()
let ingested: CliRun

beforeAll(async () => {
  await putIngested(cwd)
  ingested = await run(`ingest ${SAMPLE_PAPERS}`)
})

it('an ingest names the papers that the gate dropped, and a command that keeps them', async () => {
  const command = /^Keep them anyway: gloss (gate --keep .+)$/m.exec(ingested.stdout)?.[1] ?? ''
  const ids = command.split(' ').slice(2)
  expect(ids).toHaveLength(3)
  for (const id of ids) expect(ingested.stdout).toMatch(new RegExp(`^   ${id}  \\S.*$`, 'm'))
  const { code, stdout } = await run(command)
  expect({ code, kept: stdout.match(/^kept: /gm)?.length }).toEqual({ code: 0, kept: 3 })
  await run(['gate', '--undo', ...ids])
})

it.each([
  { name: 'one before it', args: (a: string) => ['--paper', a, 'which IC50'], most: 1 },
  {
    name: 'two before it',
    args: (a: string, b: string) => ['--paper', a, '--paper', b, 'which IC50'],
    most: 2,
  },
  { name: 'one after it', args: (a: string) => ['which IC50', '--paper', a], most: 1 },
])('options that may be repeated leave the question alone: $name', async ({ args, most }) => {
  const { papers } = await json('papers --state kept')
  const [first, second] = column(papers, 'id')
  const { query, hits } = await json(['retrieve', ...args(first, second)])
  expect(query).toBe('which IC50')
  expect(hits.length).toBeGreaterThan(0)
  expect([first, second].slice(0, most)).toEqual(expect.arrayContaining(column(hits, 'paper')))
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
    const { code, stdout } = await run('doctor', { GLOSS_API_KEY: 'a long key' })
    expect(code).toBe(1)
    expect(stdout).toContain('GLOSS_API_KEY is not a setting of Gloss. Did you mean GLOSS_KEY?')
    expect(stdout).toContain('the service is open')
  })
})
