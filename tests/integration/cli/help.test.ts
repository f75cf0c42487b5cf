/** What the program prints as help: the same as docs/cli.md, with experimental names marked. */
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BACKEND_NAMES, EXPERIMENTAL_BACKENDS, EXPERIMENTAL_MONITORS } from '../../../app/index.ts'
import { runCli, startCli } from '../../fixtures/run-cli.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'cli.md'), 'utf8')

/** The part that the page has once, in front of the commands. */
const COMMON_HELP = /\nCommon options:\n(?: .*\n)+? {2}-h, --help.*/.exec(page)?.[0] ?? 'missing'

async function help(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(args, { cwd: tmpdir() })
  expect([code, stderr]).toEqual([0, ''])
  return stdout.trimEnd()
}

/** The code block under a heading of the page. */
function block(heading: string): string {
  const [, text] = page.split(`\n## ${heading}\n\n\`\`\`\n`)
  return text?.split('\n```')[0] ?? ''
}

describe('docs/cli.md', () => {
  it.each([
    { heading: 'gloss', args: ['help'], common: '' },
    { heading: 'gloss', args: [], common: '' },
    { heading: 'gloss corpus', args: ['corpus', '--help'], common: '' },
    { heading: 'gloss retrieve', args: ['help', 'retrieve'], common: COMMON_HELP },
    { heading: 'gloss think', args: ['think', '--help'], common: COMMON_HELP },
    { heading: 'gloss doctor', args: ['doctor', '--help'], common: COMMON_HELP },
    { heading: 'gloss graph correct', args: ['graph', 'mend', '--help'], common: COMMON_HELP },
  ])('shows what gloss $args prints', async ({ heading, args, common }) => {
    expect(await help(args)).toBe([block(heading), common].filter((part) => part !== '').join('\n'))
  })

  it('has no version: gloss --version prints it alone', async () => {
    expect(await help(['--version'])).toMatch(/^\d+\.\d+\.\d+$/)
  })

  it('lists the common options once', () => {
    expect(page.split(COMMON_HELP)).toHaveLength(2)
  })
})

describe('gloss help', () => {
  it.each([
    { command: 'think', option: '--monitor', names: EXPERIMENTAL_MONITORS },
    { command: 'solve', option: '--monitor', names: EXPERIMENTAL_MONITORS },
  ])('marks the experimental names of $option of $command', async ({ command, option, names }) => {
    const text = (await help(['help', command])).replace(/\s+/g, ' ')
    const [, described = ''] = text.split(` ${option} <`)
    expect(described).toMatch(
      new RegExp(`^(?:(?! --).)*; experimental: ${names.join(', ').replaceAll('+', '\\+')}( |$)`),
    )
  })
})

describe('gloss backends', () => {
  it('lists every backend, the default and the experimental ones marked', async () => {
    const lines = (await help(['backends'])).split('\n')
    expect(lines.map((line) => line.split(' ')[0])).toEqual(BACKEND_NAMES)
    expect(lines.filter((line) => line.endsWith(' (experimental)'))).toHaveLength(
      EXPERIMENTAL_BACKENDS.length,
    )
    expect(lines).toContain('auto (default)')
  })

  it.each(['ask', 'retrieve', 'think', 'solve', 'compare'])(
    'is named in the help of %s, which lists no backend itself',
    async (command) => {
      const text = await help(['help', command])
      expect(text.replace(/\s+/g, ' ')).toContain('`gloss backends` lists them')
      expect(text).not.toContain('lightrag')
    },
  )
})

describe('gloss --help', () => {
  it('loads no command, and finds the command that was nearly named', async () => {
    const { stdout, stderr, code } = await startCli(['retreive', 'x'], { cwd: tmpdir() }).run()
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('Did you mean retrieve?')
    const listing = startCli(['--help'], { cwd: tmpdir(), env: { NODE_DEBUG_NATIVE: '', NODE_DEBUG: 'esm' } })
    const { stderr: loaded } = await listing.run()
    expect(loaded).toMatch(/file:\S*\/cli\/program\.ts/)
    expect(loaded).not.toMatch(/file:\S*\/(?:cli\/commands\/|app\/index\.ts)/)
  })
})

describe('the options of a command', () => {
  it.each(['solve', 'think', 'retrieve', 'ask'])(
    'of `gloss %s` begin with what a person needs first',
    async (name) => {
      const stdout = await help([name, '--help'])
      const [common = '', advanced = ''] = stdout.split('\nAdvanced:\n')
      expect(common).toContain('\nOptions:\n')
      expect(common).toContain('--backend <name>')
      expect(common).not.toMatch(/--bm25|--fusion-weight|--stride|--threshold/)
      expect(advanced).toContain('--bm25-k1')
      expect(advanced).toContain('Common options:')
    },
  )
})
