/** Tests `gloss keys`: its output for people and programs, and its errors. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

test('a key is made, shown once, listed, renewed and removed', async () => {
  const { json, run } = cliFolder(temporaryFolder())
  const made = await json('keys add anna --rights read,add --corpora main,inbox --expires 2099-01-31')
  expect(made).toMatchObject({
    name: 'anna',
    rights: ['read', 'add'],
    corpora: ['main', 'inbox'],
    expires: '2099-01-31T23:59:59.999Z',
    // 256 random bits.
    key: expect.stringMatching(/^gloss_[\w-]{43}$/),
  })
  const renewed = await json('keys renew anna')
  expect({ ...renewed, key: made.key, created: '' }).toEqual({ ...made, created: '' })
  expect(renewed.key).not.toBe(made.key)
  const { stdout, stderr } = await run('keys list')
  expect(stdout).toMatch(/anna +read,add +main,inbox +2099-01-31 23:59Z +never/)
  for (const { key } of [made, renewed]) expect(stdout + stderr).not.toContain(key)
  const removed = await run('keys remove anna')
  expect([removed.code, removed.stdout]).toEqual([0, expect.stringContaining('0 keys left')])
  expect(await json('keys list')).toMatchObject({ keys: [], hasSetting: false })
})

test('--corpus limits a key as --corpora does; without either it is valid for all', async () => {
  const { json } = cliFolder(temporaryFolder())
  expect((await json('keys add one --corpus main')).corpora).toEqual(['main'])
  const all = await json('keys add all', { GLOSS_CORPUS: 'main' })
  expect([all.corpora, all.rights]).toEqual([null, ['read', 'ask']])
})

test('wrong input is refused with the right one', async () => {
  const { cwd, json, run } = cliFolder(temporaryFolder())
  await json('keys add anna')
  for (const [args, code, says] of [
    [['add', 'anna'], 2, 'gloss keys renew anna'],
    [['add', 'a b'], 2, 'cannot be the name of a key'],
    [['add', 'ben', '--rights', 'root'], 2, 'read, ask, add, admin'],
    [['add', 'ben', '--corpora', '../x'], 2, 'not a valid corpus name'],
    [['add', 'ben', '--expires', '2001-01-01'], 2, 'already be expired'],
    [['add', 'ben', '--expires', 'soon'], 2, '12h or 30d'],
    [['remove', 'ben'], 1, 'KEY_NOT_FOUND'],
  ] as const) {
    const answer = await run(['keys', ...args])
    expect([answer.code, answer.stderr]).toEqual([code, expect.stringContaining(says)])
  }
  chmodSync(join(cwd, '.gloss', 'keys.json'), 0o644)
  const refused = await run('keys list')
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('mode 644')])
  expect((await run('doctor')).stdout).toContain('mode 644')
})
