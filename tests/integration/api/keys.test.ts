/** Tests the key file of a running service: which keys are accepted, from when, and which files are refused. */
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addKey, listKeys, type Right, removeKey, renewKey } from '../../../app/index.ts'
import { isGlossError } from '../../../core/index.ts'
import { hasAllCases } from '../../fixtures/seeded-cases.ts'
import { openService, type Service } from '../../fixtures/service.ts'

const SETTING = 'correct horse battery'

const OPEN = '200'
const UNAUTHORISED = '401 UNAUTHORISED'
const FILE_REFUSED = '500 KEY_FILE_REFUSED'

let service: Service
const started = async (settings: object = {}) => {
  service = await openService({ ...settings })
}

const workspace = () => service.gloss.config.workspace
const keyFile = () => join(workspace(), 'keys.json')

function make(name: string, rights: readonly Right[] = ['read'], expires: Date | null = null): string {
  const now = expires === null ? new Date() : new Date(expires.getTime() - 1_000)
  return addKey(workspace(), { name, rights, corpora: null, expires }, now).key
}

/** Asks for the corpora and returns the status, followed by the code of a refusal. */
async function corporaWith(key?: string): Promise<string> {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const { status, body } = await service.get('/corpora', {}, headers)
  return status === 200 ? OPEN : `${status} ${body.code}`
}

describe('a running service', () => {
  it('applies a key that is made, renewed or removed to the next request', async () => {
    await started({ key: SETTING })
    expect(await corporaWith('gloss_unknown')).toEqual(UNAUTHORISED)
    const first = make('anna')
    const other = make('ben')
    expect([await corporaWith(first), await corporaWith(other)]).toEqual([OPEN, OPEN])
    const { key: second } = renewKey(workspace(), 'anna', new Date())
    expect([await corporaWith(first), await corporaWith(second)]).toEqual([UNAUTHORISED, OPEN])
    removeKey(workspace(), 'anna')
    expect([await corporaWith(second), await corporaWith(other), await corporaWith(SETTING)]).toEqual([
      UNAUTHORISED,
      OPEN,
      OPEN,
    ])
  })

  it('without keys asks for one from the first key on, also after all were removed', async () => {
    await started()
    expect(await corporaWith()).toEqual(OPEN)
    const key = make('anna')
    expect([await corporaWith(), await corporaWith(key)]).toEqual([UNAUTHORISED, OPEN])
    removeKey(workspace(), 'anna')
    expect(await corporaWith()).toEqual(UNAUTHORISED)
    rmSync(keyFile())
    expect(await corporaWith()).toEqual(UNAUTHORISED)
  })

  it('gives GLOSS_KEY every right, and says so', async () => {
    await started({ key: SETTING })
    expect((await service.get('/access', {}, { 'x-api-key': SETTING })).body).toEqual({
      name: 'GLOSS_KEY',
      rights: ['read', 'ask', 'add', 'admin'],
      corpora: null,
      expires: null,
      asksModel: false,
    })
  })

  it('refuses a key that has expired, and names it', async () => {
    await started()
    const soon = new Date(Date.now() + 60_000)
    const key = make('soon', ['read'], soon)
    const over = make('over', ['read'], new Date(Date.now() - 1_000))
    expect(await corporaWith(key)).toEqual(OPEN)
    const { body } = await service.get('/corpora', {}, { 'x-api-key': over })
    expect(body).toMatchObject({
      status: 401,
      detail: expect.stringContaining('The API key over expired on '),
    })
  })

  it('records when a key was last used', async () => {
    await started()
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
    expect(await corporaWith(key)).toEqual(OPEN)
  })

  it('stores no key as it is, and no file that other users can open', async () => {
    await started()
    const key = make('anna')
    await corporaWith(key)
    for (const name of ['keys.json', 'keys-used.json']) {
      const path = join(workspace(), name)
      expect(readFileSync(path, 'utf8')).not.toContain(key.slice('gloss_'.length))
      expect(statSync(path).mode & 0o777).toBe(0o600)
    }
  })

  it('does not show the address of the model server to clients with a key', async () => {
    await started({ llmUrl: 'http://127.0.0.1:1', llmModel: 'none' })
    const key = make('anna', ['ask'])
    const { text } = await service.get('/v1/models', {}, { authorization: `Bearer ${key}` })
    // Clients are not the operator, as with GLOSS_KEY.
    expect(text).not.toContain('127.0.0.1:1')
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

it('a key file with any one bit changed gives no key other rights or corpora', async () => {
  await started()
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
  expect(await corporaWith(key)).toBe(OPEN)
})

describe('a key file that', () => {
  function spoil(text: string | object): void {
    const { version, keys } = JSON.parse(readFileSync(keyFile(), 'utf8'))
    const spoilt = () => JSON.stringify({ version, keys: [{ ...keys[0], ...Object(text) }] })
    writeFileSync(keyFile(), typeof text === 'string' ? text : spoilt())
  }

  it.each(DAMAGE)('$name is refused: no key is accepted, and no service starts', async ({ text, says }) => {
    await started()
    const key = make('anna')
    spoil(text)
    expect(await corporaWith(key)).toEqual(FILE_REFUSED)
    expect(await corporaWith()).toEqual(UNAUTHORISED)
    expect((await service.get('/health')).status).toBe(200)
    await expect(openService({ workspace: workspace() })).rejects.toMatchObject({
      code: 'KEY_FILE_REFUSED',
      message: expect.stringContaining(says),
    })
    expect(() => make('ben')).toThrow(says)
  })

  it.each([0o644, 0o640, 0o604, 0o660])('others can open (mode %o) is refused', async (mode) => {
    await started()
    const key = make('anna')
    chmodSync(keyFile(), mode)
    expect(await corporaWith(key)).toEqual(FILE_REFUSED)
    await expect(openService({ workspace: workspace() })).rejects.toMatchObject({ code: 'KEY_FILE_REFUSED' })
    chmodSync(keyFile(), 0o600)
    expect(await corporaWith(key)).toEqual(OPEN)
  })

  it('has keys lets a service listen on addresses that others can reach', async () => {
    await started()
    make('anna')
    await started({ workspace: workspace(), host: '0.0.0.0' })
    expect(await corporaWith()).toBe(UNAUTHORISED)
  })
})
