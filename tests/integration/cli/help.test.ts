/** What the program prints as help: the same as docs/cli.md, with experimental names marked. */
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXPERIMENTAL_BACKENDS, EXPERIMENTAL_MONITORS } from '../../../app/index.ts'
import { COMMON_HELP } from '../../../cli/context.ts'
import { runCli } from '../../fixtures/run-cli.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'cli.md'), 'utf8')

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
    { heading: 'gloss corpus', args: ['corpus', '--help'], common: '' },
    { heading: 'gloss retrieve', args: ['help', 'retrieve'], common: COMMON_HELP },
    { heading: 'gloss think', args: ['think', '--help'], common: COMMON_HELP },
    { heading: 'gloss doctor', args: ['doctor', '--help'], common: COMMON_HELP },
    { heading: 'gloss graph correct', args: ['graph', 'mend', '--help'], common: COMMON_HELP },
  ])('shows what gloss $args prints', async ({ heading, args, common }) => {
    expect(await help(args)).toBe([block(heading), common].filter((part) => part !== '').join('\n'))
  })

  it('lists the common options once', () => {
    expect(page.split(COMMON_HELP)).toHaveLength(2)
  })
})

describe('gloss help', () => {
  it.each([
    { command: 'retrieve', option: '--backend', names: EXPERIMENTAL_BACKENDS },
    { command: 'think', option: '--backend', names: EXPERIMENTAL_BACKENDS },
    { command: 'think', option: '--monitor', names: EXPERIMENTAL_MONITORS },
    { command: 'solve', option: '--monitor', names: EXPERIMENTAL_MONITORS },
    { command: 'compare', option: '--backends', names: EXPERIMENTAL_BACKENDS },
  ])('marks the experimental names of $option of $command', async ({ command, option, names }) => {
    const text = (await help(['help', command])).replace(/\s+/g, ' ')
    const [, described = ''] = text.split(` ${option} <`)
    expect(described).toMatch(new RegExp(`^(?:(?! --).)*; experimental: ${names.join(', ')}( |$)`))
  })
})
