/** Tests which modules a command loads before it answers; modules are counted, since start times depend on the machine. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const MAIN = join(ROOT, 'cli', 'main.ts')
const LIST = new URL('../../fixtures/list-modules.ts', import.meta.url).href
const OURS = pathToFileURL(`${ROOT}/`).href
const workspace = sharedFolder()

async function gloss(...args: string[]): Promise<{ stdout: string; modules: string[] }> {
  const file = join(workspace, 'modules.txt')
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', LIST, MAIN, ...args], {
    cwd: workspace,
    env: { PATH: process.env['PATH'], LOADED_MODULES: file },
  })
  const modules = readFileSync(file, 'utf8').split('\n')
  return {
    stdout,
    modules: modules.filter((url) => url.startsWith(OURS)).map((url) => url.slice(OURS.length)),
  }
}

const ours = (modules: readonly string[]) =>
  modules.filter((path) => !path.startsWith('node_modules/')).length

beforeAll(async () => {
  await gloss('ingest', samplePaper('bark-extract-lupeol'), '--topic', 'none')
})

describe('a command loads what it needs', () => {
  it('retrieve: neither what reads papers, nor what watches a model, solves, evaluates or serves', async () => {
    const { stdout, modules } = await gloss('retrieve', 'which fraction held lupeol?')
    expect(stdout).toContain('1. ')
    // The children that read papers are started by one file of ingest/, and runs are kept by one of solver/.
    const allowed = ['ingest/adapters/paper-pool.ts', 'solver/ports.ts']
    const rooms = /^(ingest|tools|monitor|solver|comparison|packages|answer|library|mcp|api|web)\//
    const loaded = modules.filter((path) => rooms.test(path) && !allowed.includes(path))
    expect(loaded.filter((path) => !path.startsWith('solver/adapters/'))).toEqual([])
    const packages =
      /^node_modules\/(yaml|fastify|openai|@hyzyla|linkedom|htmlparser2|mammoth|tesseract|undici)/
    expect(modules.filter((path) => packages.test(path))).toEqual([])
    expect(ours(modules)).toBeLessThanOrEqual(278)
  })

  it('ingest: neither what solves, nor what watches a model, runs code or serves', async () => {
    const { modules } = await gloss('ingest', samplePaper('bark-extract-lupeol'), '--topic', 'none')
    const rooms = /^(tools|monitor|solver|comparison|packages|answer|library|mcp|api|web)\//
    const loaded = modules.filter((path) => rooms.test(path) && path !== 'solver/ports.ts')
    expect(loaded.filter((path) => !path.startsWith('solver/adapters/'))).toEqual([])
    expect(modules.filter((path) => /^node_modules\/(csv-parse|cli-progress)/.test(path))).toEqual([])
    expect(ours(modules)).toBeLessThanOrEqual(455)
  })

  it('help: only the lines of the commands', async () => {
    const { stdout, modules } = await gloss('--help')
    expect(stdout).toContain('retrieve')
    expect(modules.filter((path) => !/^(cli|core|node_modules\/(commander|stemmer))\//.test(path))).toEqual(
      [],
    )
    expect(modules.length).toBeLessThan(68)
  })
})
