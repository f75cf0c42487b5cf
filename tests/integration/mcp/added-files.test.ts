/** Tests that an agent on the same machine can add files of the folders that the operator named, and no others. */
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { command, openMcp } from '../../fixtures/mcp-clients.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { sharedFolder, temporaryFolder } from '../../fixtures/temporary-folder.ts'

const PAPER = samplePaper('bark-extract-lupeol')
const PROSE = 'Lupeol binds the kinase AKT1 in the cells of rats, as we show here for each dose. '.repeat(20)

const NO_PAPERS = ['id_rsa', 'credentials', 'run.sh', 'data.sqlite', 'settings.json', 'a.env', 'key.pem']

const ground = sharedFolder()
const allowed = join(ground, 'papers')
const at = (...names: readonly string[]) => join(allowed, ...names)
beforeAll(() => {
  for (const folder of ['deep', '.git', '.git/deep', 'deep/.cache'])
    mkdirSync(at(folder), { recursive: true })
  for (const folder of ['papers-of-others', 'second']) mkdirSync(join(ground, folder))
  for (const place of ['one.pdf', 'deep/two.pdf', '.hidden.pdf', '.git/deep/a.pdf', 'deep/.cache/a.pdf'])
    copyFileSync(PAPER, at(place))
  copyFileSync(PAPER, join(ground, 'outside.pdf'))
  for (const folder of ['papers-of-others', 'second']) copyFileSync(PAPER, join(ground, folder, 'a.pdf'))
  for (const name of NO_PAPERS) writeFileSync(at(name), PROSE)
  symlinkSync(join(ground, 'outside.pdf'), at('link.pdf'))
  symlinkSync(ground, at('up'))
  symlinkSync(at('one.pdf'), at('inner-link.pdf'))
  symlinkSync(at('.hidden.pdf'), at('to-hidden.pdf'))
  writeFileSync(at('list.bib'), `@article{a, title={A title}, file={:${join(ground, 'outside.pdf')}:PDF}}`)
  writeFileSync(at('other.bib'), `@article{a, title={A title}, file={:../outside.pdf:PDF}}`)
})

async function opened(options: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const workspace = temporaryFolder()
  const client = await openMcp({ workspace, options, env })
  onTestFinished(() => client[Symbol.asyncDispose]())
  return client
}
const given = (source: string) => ({ source, topic: 'none' })

describe('with a folder', () => {
  it('or several, papers in them are added, however their paths are written; other files are refused without showing whether they exist', async () => {
    const second = join(ground, 'second')
    const client = await opened(['--allow-add', allowed, '--allow-add', second])
    const paths = [
      at('one.pdf'),
      at('deep', '..', 'deep', 'two.pdf'),
      at('inner-link.pdf'),
      join(second, 'a.pdf'),
    ]
    for (const path of paths) {
      const { value } = await client.call('add', given(path))
      expect([path, value]).toMatchObject([path, { kept: 1 }])
    }
    // A list reaches no other file.
    for (const path of [at('list.bib'), at('other.bib')])
      expect((await client.call('add', given(path))).value).toMatchObject({ kept: 0 })
    const refusals = {
      'no such file': [
        join(ground, 'outside.pdf'),
        join(ground, 'papers-of-others', 'a.pdf'),
        at('..', 'outside.pdf'),
        at('link.pdf'),
        at('up', 'outside.pdf'),
        at('missing.pdf'),
        join(homedir(), '.ssh', 'id_rsa'),
        '/etc/passwd',
        '/proc/self/environ',
        '/dev/zero',
        'file:///etc/passwd',
        allowed,
        `${allowed}/`,
        'zotero:http://127.0.0.1:1/api',
        '\0',
      ],
      hidden: [
        at('.hidden.pdf'),
        at('.git', 'deep', 'a.pdf'),
        at('deep', '.cache', 'a.pdf'),
        at('to-hidden.pdf'),
      ],
      'not a file': [at('deep')],
      'kind of paper': NO_PAPERS.map((name) => at(name)),
    }
    for (const [why, paths] of Object.entries(refusals))
      for (const path of paths) {
        const { value } = await client.call('add', given(path))
        expect([path, value]).toMatchObject([
          path,
          { error: { code: 'INPUT_INVALID', field: 'source', message: expect.stringContaining(why) } },
        ])
      }
  })

  it('that does not exist prevents the start', async () => {
    await expect(opened(['--allow-add', join(ground, 'none')])).rejects.toThrow()
  })
})

describe('a client that names its roots', () => {
  const client = new Client({ name: 'rooted', version: '1' }, {
    capabilities: { roots: {} },
    versionNegotiation: { mode: 'legacy' },
  } as never)
  beforeAll(async () => {
    const options = ['--allow-add', allowed]
    await client.connect(
      new StdioClientTransport({ ...command({ workspace: sharedFolder(), options }), stderr: 'ignore' }),
    )
  })
  afterAll(() => client.close())

  /** Returns `added`, or the failure of adding a file with one root. */
  async function added(uri: string, path: string): Promise<string> {
    client.setRequestHandler('roots/list', () => ({ roots: [{ uri }] }))
    const { isError = false, content } = await client.callTool({ name: 'add', arguments: given(path) })
    return isError ? JSON.stringify(content) : 'added'
  }

  it('may add files that are in a folder of the operator and in one of its own', async () => {
    expect(await added(`file://${at('deep')}`, at('deep', 'two.pdf'))).toBe('added')
    expect(await added(`file://${at('deep')}`, at('one.pdf'))).toContain('INPUT_INVALID')
  })

  it.each(['https://example.org/papers', 'file://elsewhere/papers', 'file:///papers%2Fold'])(
    'is refused with the root that is not a folder of this computer: %s',
    async (uri) => {
      const said = await added(uri, at('one.pdf'))
      expect(said).toContain('INPUT_INVALID')
      expect(said).toContain(uri)
    },
  )
})

describe('a long message', () => {
  const bytesOf = (megabytes: number) => {
    const pdf = readFileSync(PAPER)
    return Buffer.concat([pdf, Buffer.alloc(megabytes * 1024 * 1024 - pdf.length, '\n')]).toString('base64')
  }

  it('may hold a paper of GLOSS_MAX_BODY_MB as base64; a larger one is refused, and so is a path if no folder is allowed', async () => {
    const client = await opened(['--allow-add'], { GLOSS_MAX_BODY_MB: '9' })
    const { isError, value } = await client.call('add', { base64: bytesOf(9), name: 'a.pdf', topic: 'none' })
    expect([isError, value]).toMatchObject([false, { kept: 1 }])
    const { value: larger } = await client.call('add', { base64: bytesOf(10), name: 'b.pdf', topic: 'none' })
    expect(larger['error']).toMatchObject({ code: 'TOO_LARGE' })
    const { value: path } = await client.call('add', given(at('one.pdf')))
    const message = expect.stringContaining('--allow-add FOLDER')
    expect(path['error']).toMatchObject({ code: 'INPUT_INVALID', message })
  })

  it('that is over every limit is not read, and the next one is answered', async () => {
    const client = await opened([])
    const long = client.call('search', { query: 'x'.repeat(11 * 1024 * 1024) }, AbortSignal.timeout(200))
    await expect(long).rejects.toThrow()
    expect(await client.tools()).toHaveLength(9)
  })
})
