/** Tests one paper in two different files: kept once, with a notice, and nothing is lost. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { column, type Json } from '../../fixtures/service.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const sentences = Array.from(
  { length: 30 },
  (_, i) =>
    `In cohort ${i} the treated mice kept ${40 + i} percent more axons than mice that drank water alone.`,
)
const BODY = sentences.join(' ')
const ABSTRACT = 'Mice that were given lithium carbonate kept more axons than mice that drank water alone.'
const OTHER_ABSTRACT = 'Rats were treated with valproate, and their memory was tested in a maze.'

const paper = (abstract: string, body: string) =>
  `# Lithium carbonate slows the loss of axons in mice\n\n## Abstract\n\n${abstract}\n\n## Results\n\n${body}\n`
const whole = paper(ABSTRACT, BODY)
const short = paper(ABSTRACT, '')
const sequel = paper(OTHER_ABSTRACT, BODY.replaceAll('mice', 'rats').replaceAll('axons', 'words'))

function workspace(files: Readonly<Record<string, string>>) {
  const cli = cliFolder(temporaryFolder())
  for (const [name, text] of Object.entries(files)) cli.write(name, text)
  return {
    ...cli,
    ingest: async (more = '') => (await cli.run(`ingest . --topic none${more}`)).stdout,
    async states() {
      const { papers } = await cli.json('papers')
      return Object.fromEntries(papers.map(({ path, state }: Json) => [path.split('/').at(-1), state]))
    },
  }
}

describe('a paper in two files', () => {
  it.each([
    ['that differ by a space', whole, `${whole} \n`, 'kept', 'dropped:duplicate'],
    ['of which the second is an abstract', whole, short, 'kept', 'dropped:duplicate'],
    ['of which the first is an abstract', short, whole, 'dropped:duplicate', 'kept'],
    ['that share only a title are two papers', whole, sequel, 'kept', 'kept'],
  ])('%s', async (_, first, second, stateOfFirst, stateOfSecond) => {
    const { ingest, states, json } = workspace({ 'a.md': first, 'b.md': second })
    const stdout = await ingest()
    const kept = [stateOfFirst, stateOfSecond].filter((state) => state === 'kept').length
    expect(stdout).toContain(`Kept ${kept} of 2 papers`)
    expect(stdout.includes('Kept once: 1 file')).toBe(kept === 1)
    expect(await states()).toEqual({ 'a.md': stateOfFirst, 'b.md': stateOfSecond })
    const { hits } = await json('retrieve lithium carbonate axons')
    expect(new Set(column(hits, 'paper')).size).toBe(kept)
    expect(await ingest()).toContain('Unchanged since the last ingest: 2 papers')
  })

  it('is kept twice if a person says so, in later runs too', async () => {
    const { ingest, states, run } = workspace({ 'a.md': whole, 'b.md': `${whole}\n` })
    const [, keep = ''] = /gloss (gate --keep \S+)/.exec(await ingest()) ?? []
    expect((await run(keep)).code).toBe(0)
    await ingest()
    expect(await states()).toEqual({ 'a.md': 'kept', 'b.md': 'kept' })
  })

  it('returns by its other file when the kept one is removed', async () => {
    const { cwd, ingest, states } = workspace({ 'a.md': whole, 'b.md': `${whole}\n` })
    await ingest()
    rmSync(join(cwd, 'a.md'))
    await ingest(' --prune')
    await ingest()
    expect(await states()).toEqual({ 'b.md': 'kept' })
  })

  it('replaces its earlier version when its file has changed', async () => {
    const { ingest, states, write } = workspace({ 'a.md': whole })
    await ingest()
    write('a.md', `${whole}\nOne more sentence about the mice.\n`)
    await ingest()
    expect(await states()).toEqual({ 'a.md': 'kept' })
  })
})
