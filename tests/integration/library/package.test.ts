/** The package as another program has it: its types, its examples, its report. */
import { execFile, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { declarationsOf } from '../../../scripts/dev/library-declarations.ts'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { SAMPLE_PAPERS } from '../../fixtures/run-cli.ts'
import { putIngested, samplePaper } from '../../fixtures/served-samples.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const EXAMPLES = join(ROOT, 'examples')
const MODULES = join(ROOT, 'node_modules')
const hasPython = spawnSync('python3', ['--version']).status === 0

let declarations: Awaited<ReturnType<typeof declarationsOf>>
beforeAll(async () => {
  declarations = await declarationsOf(ROOT)
})

/** A folder of a stranger's: the package in node_modules with its declarations, the code of this checkout behind it. */
function strangersFolder(): string {
  const folder = temporaryFolder()
  const own = join(folder, 'node_modules', '@gloss-papers', 'gloss')
  mkdirSync(own, { recursive: true })
  for (const { path, text } of declarations) {
    mkdirSync(dirname(join(own, 'types', path)), { recursive: true })
    writeFileSync(join(own, 'types', path), text)
  }
  symlinkSync(join(ROOT, 'library'), join(own, 'library'))
  const exports = { '.': { types: './types/library/index.d.ts', default: './library/index.ts' } }
  writeFileSync(
    join(own, 'package.json'),
    JSON.stringify({ name: '@gloss-papers/gloss', type: 'module', exports }),
  )
  for (const name of ['ai', 'zod', '@types', '@ai-sdk'])
    symlinkSync(join(MODULES, name), join(folder, 'node_modules', name))
  cpSync(EXAMPLES, folder, { recursive: true })
  cpSync(join(import.meta.dirname, 'public-types.ts'), join(folder, 'public-types.ts'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

async function run(folder: string, name: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [name, ...args], { cwd: folder })
  return stdout
}

describe('on an older Node', () => {
  it('the library is refused in a sentence', async () => {
    const older = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })"
    const program = `import ${JSON.stringify(join(ROOT, 'library', 'index.ts'))}`
    const args = ['--import', `data:text/javascript,${encodeURIComponent(older)}`, '--input-type=module']
    const { status, stderr } = spawnSync(process.execPath, [...args, '--eval', program], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('Gloss needs Node 24 or newer in the program that imports it')
  })
})

describe('the types', () => {
  it('fit the examples and a program of every member, and refuse what is wrong', () => {
    const folder = strangersFolder()
    const compilerOptions = {
      ...{
        target: 'es2024',
        module: 'nodenext',
        strict: true,
        noEmit: true,
        allowImportingTsExtensions: true,
      },
      ...{ lib: ['esnext'], types: ['node'], exactOptionalPropertyTypes: true, skipLibCheck: true },
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const tsc = [join(MODULES, 'typescript', 'bin', 'tsc'), '-p', folder]
    const { stdout, status } = spawnSync(process.execPath, tsc, { encoding: 'utf8' })
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
  })

  it('reach into no room but the ports, and each export has a docstring and the mark `@public`', () => {
    expect(declarations.length).toBeGreaterThan(6)
    for (const { path, text } of declarations) {
      for (const [, from = ''] of text.matchAll(/ from '([^']+)';/g))
        expect(from, path).toMatch(/^(\.\/[a-z-]+|\.\.\/plugins\/index)\.js$/)
      const exported = text.match(/^export (declare function|interface|type \w)/gm) ?? []
      expect(text.match(/@public/g) ?? [], path).toHaveLength(exported.length)
    }
  })
})

describe('the examples', () => {
  it('notebook.ts reads, asks, proves and walks', async () => {
    const stdout = await run(strangersFolder(), 'notebook.ts', SAMPLE_PAPERS)
    expect(stdout).toContain('kept 12 of 15 papers')
    expect(stdout).toMatch(
      /1\. The methanolic bark extract showed an IC50 of 18\.4 .* page 1, verbatim: true\]/,
    )
    expect(stdout).toMatch(/by units: /)
    expect(stdout).toMatch(/^CORPUS_NOT_FOUND: /m)
  })

  it('own-parts.ts reads, gates and ranks by parts from outside', async () => {
    const folder = strangersFolder()
    mkdirSync(join(folder, 'mails'))
    const mail = (subject: string) =>
      `Subject: ${subject}\nDate: Mon, 1 Jan 2024\n\nAbstract\n\nThe bark of the tree holds 3.2 mg of lupeol in each gram of dry mass. The leaves hold none of it.\n`
    writeFileSync(join(folder, 'mails', 'a.eml'), mail('Lupeol in bark'))
    writeFileSync(join(folder, 'mails', 'b.eml'), mail('Draft on leaves').replace('3.2', '9.9'))
    const stdout = await run(folder, 'own-parts.ts', 'mails')
    expect(stdout).toContain('kept 1, dropped {"draft":1}')
    expect(stdout).toMatch(/^shared: .*3\.2 mg of lupeol.*\[Lupeol in bark\]/m)
  })

  it.each([
    { name: 'ai-sdk-tool.ts', workspace: 'tool-corpora' },
    { name: 'framework-retrievers.ts', workspace: 'framework-corpora' },
  ])('$name finds the bark extract in papers that it has read before', async ({ name, workspace }) => {
    const folder = strangersFolder()
    await putIngested(folder)
    renameSync(join(folder, '.gloss'), join(folder, workspace))
    expect(await run(folder, name, SAMPLE_PAPERS)).toContain('IC50 of 18.4 µg/mL')
  })

  it('are all run', () => {
    const tested = readFileSync(import.meta.filename, 'utf8')
    const names = readdirSync(EXAMPLES).filter((name) => !name.startsWith('custom-'))
    expect(names.filter((name) => !tested.includes(name))).toEqual([])
  })
})

describe('the command line', () => {
  const QUESTION = 'IC50 of the bark extract'

  it('loads the backend and the reader of the examples by path', async () => {
    const { json } = cliFolder(strangersFolder())
    await json(['ingest', samplePaper('bark-extract-lupeol'), '--reader', './custom-reader.ts'])
    const { hits } = await json(['retrieve', QUESTION, '--backend', './custom-backend.ts'])
    expect(hits[0].text).toContain('IC50')
    const compared = await json(['compare', QUESTION, '--backends', 'words,./custom-backend.ts'])
    expect(Object.keys(compared.questions[0].answers)).toHaveLength(2)
  })

  it.skipIf(!hasPython)('asks the Python server http_backend.py (skipped without python3)', async () => {
    const { cwd, json } = cliFolder(strangersFolder())
    const stdio: StdioOptions = ['ignore', 'pipe', 'ignore']
    const server = spawn('python3', [join(EXAMPLES, 'http_backend.py'), '0'], { stdio })
    onTestFinished(() => void server.kill())
    const [port] = (await once(server.stdout!, 'data')) as [Buffer]
    await putIngested(cwd)
    const backend = `http://127.0.0.1:${String(port).trim()}`
    const { hits } = await json(['retrieve', QUESTION, '-k', '3', '--backend', backend])
    expect(hits).toHaveLength(3)
    expect(hits[0].text).toContain('IC50')
  })
})
