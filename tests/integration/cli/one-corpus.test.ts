/** Tests which corpus a command uses by default, by which names it accepts papers, and settings of a folder. */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { column } from '../../fixtures/service.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const { cwd, json, run } = cliFolder()

beforeAll(async () => {
  writeSmallPapers(join(cwd, 'papers'), 3)
  await json('ingest papers --topic none --corpus thesis')
})

describe('with one corpus', () => {
  it.each(['retrieve paper', 'ask what does the paper say?', 'corpus show'])(
    'gloss %s uses it',
    async (command) => {
      expect((await json(command)).corpus).toBe('thesis')
    },
  )

  it.each(['papers', 'units', 'gate', 'corpus verify', 'export --format csv --out units.csv', 'graph build'])(
    'gloss %s finds it',
    async (command) => {
      const { code, stderr } = await run(command)
      expect({ code, stderr }).toMatchObject({ code: 0 })
    },
  )

  it('gloss ingest adds to it', async () => {
    expect(await json('ingest papers')).toMatchObject({ corpus: 'thesis', unchanged: 3 })
  })
})

it('with several, and none called main, the error names them', async () => {
  const several = cliFolder(temporaryFolder())
  for (const name of ['a', 'b']) await several.json(`corpus create ${name}`)
  const { code, stderr } = await several.run('retrieve paper')
  expect([code, stderr]).toEqual([1, expect.stringMatching(/available: a, b\.[\s\S]*CORPUS_NOT_FOUND/)])
})

it('nothing is added to the sample papers unless they are named', async () => {
  const samples = cliFolder(temporaryFolder())
  mkdirSync(join(samples.cwd, 'own'))
  copyFileSync(samplePaper('bark-extract-lupeol'), join(samples.cwd, 'own', 'a.pdf'))
  await samples.json('corpus create sample')
  expect(await samples.json('corpus show')).toMatchObject({ corpus: 'sample' })
  expect(await samples.json('ingest own')).toMatchObject({ corpus: 'main' })
})

it('a paper is found by its file name, and refused by a name of several, which are listed', async () => {
  const [{ id, path }] = (await json('papers')).papers
  const file = path.split('/').at(-1)
  const { units } = await json(`units --paper ${file}`)
  expect([...new Set(column(units, 'paper'))]).toEqual([id])
  mkdirSync(join(cwd, 'more'))
  copyFileSync(samplePaper('suzuki-low-palladium'), join(cwd, 'more', file))
  await json('ingest more --topic none')
  const { code, stderr } = await run(`units --paper ${file}`)
  expect([code, stderr]).toEqual([1, expect.stringContaining(`"${file}" names several papers: `)])
  expect(stderr).toContain(id.slice(0, 12))
})

it.each([
  {
    name: 'no paper at all',
    files: { 'a.xlsx': 'PK', 'b.xlsx': 'PK', 'c.key': 'x' },
    says: /Skipped: 3 files of kinds that Gloss cannot read \(\.xlsx 2, \.key 1\)\.\n[\s\S]*No papers found\. Gloss reads PDF/,
  },
  { name: 'only files that cannot be read', files: { 'a.pdf': 'no PDF' }, says: /0 of 1 paper .* 1 failed/ },
])('gloss ingest that finds $name exits with 1', async ({ files, says }) => {
  const folder = cliFolder(temporaryFolder())
  for (const [name, text] of Object.entries(files)) folder.write(name, text)
  const { code, stdout } = await folder.run('ingest .')
  expect([code, stdout]).toEqual([1, expect.stringMatching(says)])
})

it('a .env of another person in the folder sets Gloss up, which is printed, but runs no code', async () => {
  const folder = cliFolder(temporaryFolder())
  const [ran, evil] = [join(folder.cwd, 'ran'), join(folder.cwd, 'evil.cjs')]
  folder.write('evil.cjs', `require('node:fs').writeFileSync(${JSON.stringify(ran)}, '')`)
  folder.write('.env', `NODE_OPTIONS=--require ${evil}\nGLOSS_CORPUS=of-the-file\n`)
  const { code, stdout, stderr } = await folder.run(
    `ingest ${samplePaper('bark-extract-lupeol')} --topic none`,
  )
  expect([code, stdout + stderr]).toEqual([0, expect.stringContaining('of-the-file')])
  expect(stderr).toMatch(/^Settings from .*\.env: GLOSS_CORPUS$/m)
  expect(existsSync(ran)).toBe(false)
})

it('an address with a password in it is refused without repeating it', async () => {
  const env = { GLOSS_LLM_URL: 'http://user:s3cr3t-of-mine@127.0.0.1:9/v1', GLOSS_LLM_MODEL: 'm' }
  const { code, stdout, stderr } = await run('doctor', env)
  expect([code, stderr]).toEqual([2, expect.stringContaining('GLOSS_LLM_URL: must not contain a user name')])
  expect(stdout + stderr).not.toContain('s3cr3t-of-mine')
})
