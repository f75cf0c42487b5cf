/** Tests one paper in two different files: kept once, with a notice, and nothing is lost. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answerOf, type CliOptions, runCli } from '../../fixtures/run-cli.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const TITLE = 'Lithium carbonate slows the loss of axons in mice'
const BODY = Array.from(
  { length: 30 },
  (_, i) =>
    `In cohort ${i} the treated mice kept ${40 + i} percent more axons than mice that drank water alone.`,
).join(' ')
const ABSTRACT = 'Mice that were given lithium carbonate kept more axons than mice that drank water alone.'

const paper = (title: string, abstract: string, body: string) =>
  `# ${title}\n\n## Abstract\n\n${abstract}\n\n## Results\n\n${body}\n`
const whole = paper(TITLE, ABSTRACT, BODY)
const short = paper(TITLE, ABSTRACT, '')
const sequel = paper(
  TITLE,
  'Rats were treated with valproate, and their memory was tested in a maze.',
  `${BODY.replaceAll('mice', 'rats').replaceAll('axons', 'words')}`,
)

interface Listed {
  readonly papers: readonly { readonly id: string; readonly path: string; readonly state: string }[]
}
interface Found {
  readonly hits: readonly { readonly paper: string }[]
}

function workspace(files: Readonly<Record<string, string>>) {
  const cwd = temporaryFolder()
  const options: CliOptions = { cwd }
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text)
  for (const [name, text] of Object.entries(files)) write(name, text)
  return {
    write,
    remove: (name: string) => rmSync(join(cwd, name)),
    run: (...args: string[]) => runCli(args, options),
    ingest: () => runCli(['ingest', '.', '--topic', 'none'], options),
    async states() {
      const { papers } = await answerOf<Listed>(['papers'], options)
      return Object.fromEntries(papers.map(({ path, state }) => [path.split('/').at(-1), state]))
    },
    papersFound: async () =>
      new Set(
        (await answerOf<Found>(['retrieve', 'lithium carbonate axons'], options)).hits.map(
          (hit) => hit.paper,
        ),
      ).size,
  }
}

describe('a paper in two files', () => {
  const CASES = [
    [
      'that differ by a space',
      { 'a.md': whole, 'b.md': `${whole} \n` },
      { 'a.md': 'kept', 'b.md': 'dropped:duplicate' },
      1,
    ],
    [
      'of which the second is an abstract',
      { 'a.md': whole, 'b.md': short },
      { 'a.md': 'kept', 'b.md': 'dropped:duplicate' },
      1,
    ],
    [
      'of which the first is an abstract',
      { 'a.md': short, 'b.md': whole },
      { 'a.md': 'dropped:duplicate', 'b.md': 'kept' },
      1,
    ],
    [
      'that share a title alone is two papers',
      { 'a.md': whole, 'b.md': sequel },
      { 'a.md': 'kept', 'b.md': 'kept' },
      2,
    ],
  ] as const
  it.for(CASES)('%s', async ([, files, states, found]) => {
    const { ingest, states: statesNow, papersFound } = workspace(files)
    const { stdout } = await ingest()
    const kept = Object.values(states).filter((state) => state === 'kept').length
    expect(stdout).toContain(`Kept ${kept} of 2 papers`)
    expect(stdout.includes('Kept once: 1 file')).toBe(kept === 1)
    expect(await statesNow()).toEqual(states)
    expect(await papersFound()).toBe(found)
    expect((await ingest()).stdout).toContain('Unchanged since the last ingest: 2 papers')
  })

  it('is kept twice where a person says so, in later runs too', async () => {
    const { ingest, states, run } = workspace({ 'a.md': whole, 'b.md': `${whole}\n` })
    const { stdout } = await ingest()
    const keep = /gloss (gate --keep \S+)/.exec(stdout)?.[1]?.split(' ') ?? []
    expect((await run(...keep)).code).toBe(0)
    await ingest()
    expect(await states()).toEqual({ 'a.md': 'kept', 'b.md': 'kept' })
  })

  it('comes back by its other file when the kept one is removed', async () => {
    const { ingest, states, run, remove } = workspace({ 'a.md': whole, 'b.md': `${whole}\n` })
    await ingest()
    remove('a.md')
    await run('ingest', '.', '--prune')
    await ingest()
    expect(await states()).toEqual({ 'b.md': 'kept' })
  })

  it('replaces what it was before where its file has changed', async () => {
    const { ingest, states, write } = workspace({ 'a.md': whole })
    await ingest()
    write('a.md', `${whole}\nOne more sentence about the mice.\n`)
    await ingest()
    expect(await states()).toEqual({ 'a.md': 'kept' })
  })
})
