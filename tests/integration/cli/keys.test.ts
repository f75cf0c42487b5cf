/** Tests `gloss keys`: its output for people and programs, and its errors. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

interface Key {
  readonly key: string
  readonly name: string
  readonly rights: readonly string[]
  readonly corpora: readonly string[] | null
  readonly expires: string | null
}
interface Keys {
  readonly keys: readonly Key[]
  readonly hasSetting: boolean
}

test('a key is made, shown once, listed, renewed and removed', async () => {
  const options = { cwd: temporaryFolder(), env: {} }
  const made = await answerOf<Key>(
    ['keys', 'add', 'anna', '--rights', 'read,add', '--corpora', 'main,inbox', '--expires', '2099-01-31'],
    options,
  )
  expect(made).toMatchObject({
    name: 'anna',
    rights: ['read', 'add'],
    corpora: ['main', 'inbox'],
    expires: '2099-01-31T23:59:59.999Z',
  })
  // 256 random bits.
  expect(made.key).toMatch(/^gloss_[\w-]{43}$/)
  const renewed = await answerOf<Key>(['keys', 'renew', 'anna'], options)
  expect({ ...renewed, key: made.key, created: '' }).toEqual({ ...made, created: '' })
  expect(renewed.key).not.toBe(made.key)
  const listed = await runCli(['keys', 'list'], options)
  expect(listed.stdout).toMatch(/anna +read,add +main,inbox +2099-01-31 23:59Z +never/)
  for (const { key } of [made, renewed]) expect(listed.stdout + listed.stderr).not.toContain(key)
  const removed = await runCli(['keys', 'remove', 'anna'], options)
  expect([removed.code, removed.stdout]).toEqual([0, expect.stringContaining('0 keys left')])
  const { keys, hasSetting } = await answerOf<Keys>(['keys', 'list'], options)
  expect([keys, hasSetting]).toEqual([[], false])
})

test('--corpus limits a key as --corpora does, and neither gives all', async () => {
  const options = { cwd: temporaryFolder(), env: {} }
  const one = await answerOf<Key>(['keys', 'add', 'one', '--corpus', 'main'], options)
  const all = await answerOf<Key>(['keys', 'add', 'all'], { ...options, env: { GLOSS_CORPUS: 'main' } })
  expect([one.corpora, all.corpora, all.rights]).toEqual([['main'], null, ['read', 'ask']])
})

test('what is wrong is refused with what is right', async () => {
  const options = { cwd: temporaryFolder(), env: {} }
  await answerOf(['keys', 'add', 'anna'], options)
  for (const { args, code, says } of [
    { args: ['add', 'anna'], code: 2, says: 'gloss keys renew anna' },
    { args: ['add', 'a b'], code: 2, says: 'cannot be the name of a key' },
    { args: ['add', 'ben', '--rights', 'root'], code: 2, says: 'read, ask, add, admin' },
    { args: ['add', 'ben', '--corpora', '../x'], code: 2, says: 'not a valid corpus name' },
    { args: ['add', 'ben', '--expires', '2001-01-01'], code: 2, says: 'expired already' },
    { args: ['add', 'ben', '--expires', 'soon'], code: 2, says: '12h or 30d' },
    { args: ['remove', 'ben'], code: 1, says: 'KEY_NOT_FOUND' },
  ]) {
    const answer = await runCli(['keys', ...args], options)
    expect([answer.code, answer.stderr]).toEqual([code, expect.stringContaining(says)])
  }
  chmodSync(join(options.cwd, '.gloss', 'keys.json'), 0o644)
  const refused = await runCli(['keys', 'list'], options)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('mode 644')])
  expect((await runCli(['doctor'], options)).stdout).toContain('mode 644')
})
