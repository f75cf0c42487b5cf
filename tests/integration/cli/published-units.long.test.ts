import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answerOf } from '../../fixtures/run-cli.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const PUBLISHED_UNITS = 1412

describe.skipIf(!hasShared)(orSkipped('the published units'), () => {
  const flat = sharedPath('data', 'eigen1-units', 'paragraphs.json')
  const openie = sharedPath('data', 'eigen1-units', 'openie_results_ner_gpt-4o.json')

  it('are 1,412 in their order; a second import, and the OpenIE form of them, add nothing', async () => {
    const cwd = temporaryFolder()
    const gloss = <Answer = Record<string, unknown>>(...args: string[]) => answerOf<Answer>(args, { cwd })
    const counts = async () => {
      const { papers, units, passages } = await gloss('corpus', 'show', '--corpus', 'published')
      return { papers, units, passages }
    }
    const one = { papers: 1, units: PUBLISHED_UNITS, passages: 0 }
    for (const file of [flat, flat, openie]) {
      await gloss('import', file, '--format', 'units', '--corpus', 'published')
      expect(await counts()).toEqual(one)
    }
    const wanted = (JSON.parse(readFileSync(flat, 'utf8')) as (string | { text: string })[]).map((unit) =>
      typeof unit === 'string' ? unit : unit.text,
    )
    const { units } = await gloss<{ units: { text: string }[] }>('units', '--corpus', 'published')
    expect(units.map(({ text }) => text)).toEqual(wanted)
  })

  it('and their facts leave as they came, to the byte', async () => {
    const cwd = temporaryFolder()
    const run = (...args: string[]) => answerOf([...args, '--corpus', 'facts'], { cwd })
    const facts = { docs: PUBLISHED_UNITS, added: PUBLISHED_UNITS }
    expect(await run('import', openie, '--format', 'hipporag')).toMatchObject({ facts })
    await run('export', '--format', 'hipporag', '--out', 'out.json')
    expect(readFileSync(join(cwd, 'out.json')).equals(readFileSync(openie))).toBe(true)
  })
})
