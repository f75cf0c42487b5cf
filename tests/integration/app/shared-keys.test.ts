/** Tests that machines with a common PostgreSQL server have the same keys, whichever of them made a key. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addKey,
  changingKeys,
  followKeys,
  listKeys,
  openKeyRing,
  removeKey,
  renewKey,
} from '../../../app/keys/index.ts'
import { GlossError } from '../../../core/index.ts'
import { openPostgresCorpora, type PostgresCorpora } from '../../../corpus/adapters/postgres-corpora.ts'
import type { SharedDatabase } from '../../../corpus/index.ts'
import { openPgliteServer } from '../../fakes/pglite-server.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const requestOf = (name: string) => ({ name, rights: ['read' as const], corpora: ['main'], expires: null })

let corpora: PostgresCorpora | undefined
let [one, other] = ['', '']
beforeEach(async () => {
  corpora ??= openPostgresCorpora(await openPgliteServer({ canSearch: false }))
  await corpora.shared.query('DELETE FROM gloss.key')
  ;[one, other] = [temporaryFolder(), temporaryFolder()]
})
afterAll(() => corpora?.close())

const change = <Result>(folder: string, work: () => Result) => changingKeys(corpora?.shared, folder, work)
const add = (folder: string, name: string) => change(folder, () => addKey(folder, requestOf(name), NOW))
/** Returns the name of a key at a machine's service after its next check, null if the key is unknown there. */
async function found(folder: string, key: string) {
  const stop = new AbortController()
  const faults: unknown[] = []
  const { ended } = await followKeys(corpora?.shared, folder, stop.signal, (error) => faults.push(error))
  stop.abort()
  await ended
  expect(faults).toEqual([])
  return openKeyRing({ key: undefined, workspace: folder }).find(key)?.name ?? null
}

describe('keys of machines that share a server', () => {
  it('are taken at each, until they are removed or renewed at any', async () => {
    const { key } = await add(one, 'ann')
    expect([await found(one, key), await found(other, key)]).toEqual(['ann', 'ann'])
    const { key: renewed } = await change(other, () => renewKey(other, 'ann', NOW))
    expect([await found(one, key), await found(one, renewed)]).toEqual([null, 'ann'])
    await change(one, () => removeKey(one, 'ann'))
    expect([await found(one, renewed), await found(other, renewed)]).toEqual([null, null])
    // The service still requires a key.
    expect(openKeyRing({ key: undefined, workspace: other }).isAsked()).toBe(true)
  })

  it('of a folder from before are added, under another name where that is taken', async () => {
    const { key } = await add(one, 'ann')
    const [same, bob] = ['ann', 'bob'].map((name) => addKey(other, requestOf(name), NOW).key)
    expect([await found(other, key), await found(other, bob!)]).toEqual(['ann', 'bob'])
    expect(await found(one, same!)).toMatch(/^ann-[0-9a-f]{6}$/)
    expect(listKeys(one, NOW)).toHaveLength(3)
  })

  it('refuse a name that another machine took', async () => {
    await add(one, 'ann')
    await expect(add(other, 'ann')).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })

  it('are as before at each where the server does not take a change', async () => {
    const query: SharedDatabase['query'] = async (text, values) => {
      if (!text.startsWith('SELECT')) throw new GlossError('STORE_UNREACHABLE', 'permission denied', {})
      return await corpora!.shared.query(text, values)
    }
    const refused = (folder: string, work: () => unknown) =>
      changingKeys({ ...corpora!.shared, query }, folder, work)
    const denied = { code: 'STORE_UNREACHABLE' }
    const addTo = (folder: string) => () => addKey(folder, requestOf('bob'), NOW)
    await expect(refused(one, addTo(one))).rejects.toMatchObject(denied)
    expect(existsSync(join(one, 'keys.json'))).toBe(false)
    const { key } = await add(other, 'ann')
    await expect(refused(other, addTo(other))).rejects.toMatchObject(denied)
    await expect(refused(other, () => removeKey(other, 'ann'))).rejects.toMatchObject(denied)
    expect([listKeys(other, NOW).map(({ name }) => name), await found(other, key)]).toEqual([['ann'], 'ann'])
  })

  it('are not asked for where there are none', async () => {
    expect(await found(one, 'any')).toBe(null)
    expect(existsSync(join(one, 'keys.json'))).toBe(false)
  })
})
