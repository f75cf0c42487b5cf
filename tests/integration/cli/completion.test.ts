/** Tests the completions of `gloss completion` in the installed shells. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BACKEND_NAMES } from '../../../app/index.ts'
import { runCli } from '../../fixtures/run-cli.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

async function script(shell: string): Promise<string> {
  const { code, stdout, stderr } = await runCli(['completion', shell], { cwd: tmpdir() })
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0

describe.skipIf(!has('bash'))('in bash', async () => {
  const text = await script('bash')

  /** Returns the completions of the last word; words are split as by bash, at colons too. */
  const offered = (...words: string[]) => {
    const path = join(temporaryFolder(), 'gloss.bash')
    writeFileSync(path, text)
    const ask = `source '${path}'; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gloss; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', ask, 'bash', 'gloss', ...words], { encoding: 'utf8' })
    expect(stderr).toBe('')
    return stdout.split('\n').filter((line) => line !== '')
  }

  it.each([
    { name: 'a command', words: ['retr'], offers: ['retrieve'] },
    { name: 'a command below a command', words: ['graph', 'corr'], offers: ['correct'] },
    { name: 'an option', words: ['retrieve', '--fus'], offers: ['--fusion-weight', '--fusion'] },
    { name: 'an option after a value', words: ['retrieve', '-k', '3', '--one'], offers: ['--one-per-paper'] },
    { name: 'the names of an option', words: ['retrieve', '--backend', ''], offers: BACKEND_NAMES },
    { name: 'the names of a list', words: ['compare', '--backends', ''], offers: BACKEND_NAMES },
    {
      name: 'a name behind a colon',
      words: ['retrieve', '--backend', 'hipporag', ':', 'mo'],
      offers: ['model'],
    },
    { name: 'nothing, so that bash offers files', words: ['ingest', 'pap'], offers: [] },
  ])('offers $name', ({ words, offers }) => {
    expect(offered(...words)).toEqual(offers)
  })
})

describe.each(['zsh', 'fish'])('in %s', (shell) => {
  it.skipIf(!has(shell))('the script is valid', async () => {
    const { status, stderr } = spawnSync(shell, ['-n'], { input: await script(shell), encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })

  it('the script names the commands, the options and their values', async () => {
    const text = await script(shell)
    for (const name of ['retrieve', 'completion', 'hipporag']) expect(text).toContain(name)
    expect(text).toMatch(/one-per-paper/)
  })
})

it('another shell is refused with the choices', async () => {
  const { code, stderr } = await runCli(['completion', 'tcsh'], { cwd: tmpdir() })
  expect(code).toBe(2)
  expect(stderr).toContain('bash, zsh, fish')
})
