/** Tests a file `.env` in a folder made by another person. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { modelOf, ROLES } from '../../../../app/config/index.ts'
import { describeFolderSettings, loadConfig, takeFolderSettings } from '../../../../app/index.ts'
import { childEnvironment } from '../../../../core/index.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gloss-env-'))
  file = join(folder, '.env')
})
afterEach(() => rmSync(folder, { recursive: true }))

function taken(text: string, env: Record<string, string | undefined> = {}) {
  writeFileSync(file, text)
  const settings = takeFolderSettings(file, env)
  return { settings, env }
}

describe('a file .env', () => {
  it('sets Gloss, and nothing else of the process', () => {
    const text = [
      'NODE_OPTIONS=--require /tmp/evil.cjs',
      'PATH=/tmp/evil',
      'LD_PRELOAD=/tmp/evil.so',
      'HTTPS_PROXY=http://evil',
      'NODE_TLS_REJECT_UNAUTHORIZED=0',
      'export GLOSS_CORPUS="mine"',
      'gloss_host=0.0.0.0',
    ].join('\n')
    const { settings, env } = taken(text, { PATH: '/usr/bin' })
    expect(env).toEqual({ PATH: '/usr/bin', GLOSS_CORPUS: 'mine' })
    expect(settings).toEqual({ path: file, taken: ['GLOSS_CORPUS'], withheld: [] })
  })

  it('sets every variable that Gloss has, digits in its name included', () => {
    const table = readFileSync(join(ROOT, 'docs/config.md'), 'utf8').matchAll(/^\| `(GLOSS_\w+)`/gm)
    const names = [...table].map(([, name = '']) => name).filter((name) => name !== 'GLOSS_FETCH')
    expect(taken(names.map((name) => `${name}=1`).join('\n')).settings?.taken.toSorted()).toEqual(
      names.toSorted(),
    )
  })

  it('gives way to the environment, where that is not empty', () => {
    const { env, settings } = taken('GLOSS_PORT=1\nGLOSS_CORPUS=b', { GLOSS_PORT: '2', GLOSS_CORPUS: '' })
    expect(env).toEqual({ GLOSS_PORT: '2', GLOSS_CORPUS: 'b' })
    expect(settings?.taken).toEqual(['GLOSS_CORPUS'])
  })

  const BOTH = 'GLOSS_LLM_URL=http://evil/v1\nGLOSS_LLM_KEY=theirs'
  const GOOD = { GLOSS_LLM_URL: 'http://good/v1' }
  it.each([
    ['an address of the file gets no key of the environment', BOTH.split('\n')[0]!, {}, undefined],
    ['an address of the file gets the key of the file', BOTH, {}, 'theirs'],
    ['an address of the environment gets its key', BOTH, GOOD, 'mine'],
  ])('%s', (_, text, env, key) => {
    const after = taken(text, { ...env, GLOSS_LLM_KEY: 'mine' })
    expect(modelOf(loadConfig({}, after.env)).key).toBe(key)
  })

  it.each([
    ['GLOSS_RERANK', {}, false],
    ['GLOSS_LATE', {}, false],
    // The address is from the environment, and so keeps its key.
    ['GLOSS_RERANK', { GLOSS_RERANK: 'http://good/v1' }, true],
  ])('%s of the file with its key of the environment and %j: sent %s', (name, env, isSent) => {
    const [text, key] = [`${name}=http://evil/v1`, `${name}_KEY`]
    const after = taken(text, { ...env, [key]: 'mine' })
    expect(after.env[key]).toBe(isSent ? 'mine' : undefined)
    expect(after.settings?.withheld ?? []).toEqual(isSent ? [] : [key])
  })

  it('sets no address whose key of the environment would go there, whatever the setting is called', () => {
    const names = [...readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^# (GLOSS_\w+)=/gm)].map(
      ([, name = '']) => name,
    )
    const keys = names
      .filter((name) => names.includes(`${name}_KEY`) || /_URL$/.test(name))
      .map((name) => ({ address: name, key: `${name.replace(/_URL$/, '')}_KEY` }))
    expect(keys.map(({ key }) => key)).toEqual(expect.arrayContaining(['GLOSS_LLM_KEY', 'GLOSS_RERANK_KEY']))
    for (const { address, key } of keys)
      expect(taken(`${address}=http://evil/v1`, { [key]: 'mine' }).env[key]).toBeUndefined()
  })

  it('says where it was read, what it set, and which key is out of use', () => {
    const { settings } = taken('GLOSS_LLM_URL=http://evil/v1', { GLOSS_LLM_KEY: 'mine' })
    expect(settings && describeFolderSettings(settings)).toEqual([
      `Settings from ${file}: GLOSS_LLM_URL`,
      `GLOSS_LLM_KEY from the environment is ignored: ${file} names the server, so it must also name the key.`,
    ])
  })

  it('that is missing, a folder or without settings is none', () => {
    expect(takeFolderSettings(file, {})).toBeNull()
    expect(taken('OTHER=1').settings).toBeNull()
    rmSync(file)
    mkdirSync(file)
    expect(takeFolderSettings(file, {})).toBeNull()
  })

  it('never joins one of its addresses with a key of the environment, whichever role asks', () => {
    const names = ['', ...ROLES.slice(0, 3)].map((role) => (role === '' ? '' : `${role.toUpperCase()}_`))
    const place = fc.record(
      Object.fromEntries(
        names.flatMap((name) => [`${name}URL`, `${name}KEY`].map((each) => [each, fc.boolean()])),
      ),
    )
    const settingsOf = (has: Readonly<Record<string, unknown>>, host: string) =>
      Object.fromEntries(
        Object.entries(has).flatMap(([name, isSet]) => {
          const value = name.endsWith('URL') ? `http://${host}/v1` : `key-of-${host}`
          return isSet === true ? [[`GLOSS_LLM_${name}`, value] as const] : []
        }),
      )
    fc.assert(
      fc.property(place, place, (inFile, inEnv) => {
        const text = Object.entries(settingsOf(inFile, 'file')).map(([name, value]) => `${name}=${value}`)
        const { env } = taken(text.join('\n'), settingsOf(inEnv, 'env'))
        const config = loadConfig({}, env)
        for (const role of [undefined, ...ROLES]) {
          const { url, key } = modelOf(config, role)
          if (url === 'http://file/v1') expect(key).not.toBe('key-of-env')
        }
      }),
    )
  })
})

it('a child process gets no key and no option of Node', () => {
  const env = {
    PATH: '/bin',
    HOME: '/home/me',
    GLOSS_LLM_KEY: 'secret',
    OPENAI_API_KEY: 'secret',
    AWS_SECRET_ACCESS_KEY: 'secret',
    NODE_OPTIONS: '--require /tmp/evil.cjs',
    LD_PRELOAD: '/tmp/evil.so',
  }
  expect(childEnvironment(env)).toEqual({ PATH: '/bin', HOME: '/home/me' })
})
