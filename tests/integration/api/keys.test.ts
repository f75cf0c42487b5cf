/** Tests the key file of a running service: which keys are accepted, from when, and which files are refused. */
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { addKey, listKeys, type Right, removeKey, renewKey } from '../../../app/index.ts'
import { isGlossError } from '../../../core/index.ts'
import { hasAllCases } from '../../fixtures/seeded-cases.ts'
import { type Served, serve } from '../../fixtures/served-samples.ts'

const SETTING = 'correct horse battery'

let served: Served
afterEach(() => served.close())

const workspace = () => served.gloss.config.workspace
const keyFile = () => join(workspace(), 'keys.json')

function make(name: string, rights: readonly Right[] = ['read'], expires: Date | null = null): string {
  const now = expires === null ? new Date() : new Date(expires.getTime() - 1_000)
  return addKey(workspace(), { name, rights, corpora: null, expires }, now).key
}

async function corporaWith(key?: string): Promise<[status: number, code: string | undefined]> {
  const { statusCode, ...answer } = await served.server.inject({
    url: '/corpora',
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  })
  return [statusCode, answer.json().code]
}

describe('a running service', () => {
  it('takes a key that is made, renewed or removed with the next request', async () => {
    served = await serve({ key: SETTING })
    expect(await corporaWith('gloss_unknown')).toEqual([401, 'UNAUTHORISED'])
    const first = make('anna')
    const other = make('ben')
    expect([await corporaWith(first), await corporaWith(other)]).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    const { key: second } = renewKey(workspace(), 'anna', new Date())
    expect([await corporaWith(first), await corporaWith(second)]).toEqual([
      [401, 'UNAUTHORISED'],
      [200, undefined],
    ])
    removeKey(workspace(), 'anna')
    expect([await corporaWith(second), await corporaWith(other), await corporaWith(SETTING)]).toEqual([
      [401, 'UNAUTHORISED'],
      [200, undefined],
      [200, undefined],
    ])
  })

  it('that asked for no key asks for one as soon as there is one, and goes on doing so', async () => {
    served = await serve()
    expect(await corporaWith()).toEqual([200, undefined])
    const key = make('anna')
    expect([await corporaWith(), await corporaWith(key)]).toEqual([
      [401, 'UNAUTHORISED'],
      [200, undefined],
    ])
    removeKey(workspace(), 'anna')
    expect(await corporaWith()).toEqual([401, 'UNAUTHORISED'])
    rmSync(keyFile())
    expect(await corporaWith()).toEqual([401, 'UNAUTHORISED'])
  })

  it('lets GLOSS_KEY do everything, and says so', async () => {
    served = await serve({ key: SETTING })
    const headers = { 'x-api-key': SETTING }
    const { body } = await served.server.inject({ url: '/access', headers })
    expect(JSON.parse(body)).toEqual({
      name: 'GLOSS_KEY',
      rights: ['read', 'ask', 'add', 'admin'],
      corpora: null,
      expires: null,
      asksModel: false,
    })
  })

  it('refuses a key after its end, and names it', async () => {
    served = await serve()
    const soon = new Date(Date.now() + 60_000)
    const key = make('soon', ['read'], soon)
    const over = make('over', ['read'], new Date(Date.now() - 1_000))
    expect(await corporaWith(key)).toEqual([200, undefined])
    const answer = await served.server.inject({ url: '/corpora', headers: { 'x-api-key': over } })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      401,
      expect.stringContaining('The API key over expired on '),
    ])
  })

  it('keeps when a key was last used, and whether it ever was', async () => {
    served = await serve()
    const key = make('anna')
    make('ben')
    await corporaWith(key)
    const uses = listKeys(workspace(), new Date()).map(({ name, lastUsed }) => [name, lastUsed])
    expect(uses).toEqual([
      ['anna', expect.stringMatching(/^\d{4}-/)],
      ['ben', null],
    ])
    writeFileSync(join(workspace(), 'keys-used.json'), '{"anna": 7')
    expect(listKeys(workspace(), new Date())[0]?.lastUsed).toBeNull()
    expect(await corporaWith(key)).toEqual([200, undefined])
  })

  it('keeps no key, and no file that others can open', async () => {
    served = await serve()
    const key = make('anna')
    await corporaWith(key)
    for (const name of ['keys.json', 'keys-used.json']) {
      const path = join(workspace(), name)
      expect(readFileSync(path, 'utf8')).not.toContain(key.slice('gloss_'.length))
      expect(statSync(path).mode & 0o777).toBe(0o600)
    }
  })

  it('hands no key of its own to the model server', async () => {
    served = await serve({ llmUrl: 'http://127.0.0.1:1', llmModel: 'none' })
    const key = make('anna', ['ask'])
    const { body } = await served.server.inject({
      url: '/v1/models',
      headers: { authorization: `Bearer ${key}` },
    })
    // Clients are not the operator, as with GLOSS_KEY.
    expect(body).not.toContain('127.0.0.1:1')
  })
})

const DAMAGE = [
  { name: 'is cut off', text: '{"version": 1, "keys": [{"na', says: 'it is not JSON' },
  { name: 'is empty', text: '', says: 'it is not JSON' },
  { name: 'is a list', text: '[]', says: 'is damaged at its beginning' },
  { name: 'has an unknown right', text: { rights: ['root'] }, says: 'keys.0.rights.0' },
  { name: 'has no right', text: { rights: [] }, says: 'keys.0.rights' },
  { name: 'has a short hash', text: { hash: 'ab' }, says: 'keys.0.hash' },
  { name: 'has a field of another version', text: { limit: 3 }, says: 'limit' },
]

/** Distance of tested bits: in `npm test` every seventh, so one or two of each byte. */
const BITS_APART = hasAllCases ? 1 : 7

it('a key file of which any one bit is another gives no key other rights, corpora or time', async () => {
  served = await serve()
  const key = make('anna')
  const whole = readFileSync(keyFile())
  const { keys } = JSON.parse(whole.toString())
  let refused = 0
  for (let bit = 0; bit < whole.length * 8; bit += BITS_APART) {
    const changed = Buffer.from(whole)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    writeFileSync(keyFile(), changed)
    try {
      const [listed] = listKeys(workspace(), new Date())
      expect([bit, listed]).toMatchObject([bit, { rights: keys[0].rights, corpora: keys[0].corpora }])
    } catch (error) {
      if (!isGlossError(error, 'KEY_FILE_REFUSED')) throw error
      refused++
    }
  }
  // The rest are blanks changed into other blanks.
  expect(refused).toBeGreaterThan((whole.length * 8 * 0.9) / BITS_APART)
  writeFileSync(keyFile(), whole)
  expect((await corporaWith(key))[0]).toBe(200)
})

describe('a key file that', () => {
  function spoil(text: string | object): void {
    const { version, keys } = JSON.parse(readFileSync(keyFile(), 'utf8'))
    const spoilt = () => JSON.stringify({ version, keys: [{ ...keys[0], ...Object(text) }] })
    writeFileSync(keyFile(), typeof text === 'string' ? text : spoilt())
  }

  it.each(DAMAGE)('$name is refused: nobody gets in, and no service starts', async ({ text, says }) => {
    served = await serve()
    const key = make('anna')
    spoil(text)
    expect(await corporaWith(key)).toEqual([500, 'KEY_FILE_REFUSED'])
    expect(await corporaWith()).toEqual([401, 'UNAUTHORISED'])
    expect((await served.server.inject('/health')).statusCode).toBe(200)
    await expect(serve({ workspace: workspace() })).rejects.toMatchObject({
      code: 'KEY_FILE_REFUSED',
      message: expect.stringContaining(says),
    })
    expect(() => make('ben')).toThrow(says)
  })

  it.each([0o644, 0o640, 0o604, 0o660])('others can open (mode %o) is refused', async (mode) => {
    served = await serve()
    const key = make('anna')
    chmodSync(keyFile(), mode)
    expect(await corporaWith(key)).toEqual([500, 'KEY_FILE_REFUSED'])
    await expect(serve({ workspace: workspace() })).rejects.toMatchObject({ code: 'KEY_FILE_REFUSED' })
    chmodSync(keyFile(), 0o600)
    expect(await corporaWith(key)).toEqual([200, undefined])
  })

  it('is there lets a service listen where others can reach it', async () => {
    served = await serve()
    make('anna')
    const open = await serve({ workspace: workspace(), host: '0.0.0.0' })
    expect((await open.server.inject('/corpora')).statusCode).toBe(401)
    await open.server.close()
    await open.gloss.close()
  })
})
