/** Names are found in child processes with limits: a paper that takes too much loses its names, and no other paper does. */
import { afterAll, describe, expect, it } from 'vitest'
import { openChildNamer } from '../../../graph/adapters/child-namer.ts'
import { createWinkTagger } from '../../../graph/adapters/wink-tagger.ts'
import { createNamer } from '../../fakes/own-thread-namer.ts'

const LIMITS = { workers: 1, timeoutMs: 60_000, maxMemoryMb: 1024 }
const namer = openChildNamer(LIMITS)
afterAll(() => namer.close())

function paperOf(id: string, text: string) {
  return { title: `On ${id}`, texts: [text], units: [{ id, text, topic: '', kind: 'unit' as const }] }
}

const PAPERS = [
  paperOf('lupeol', 'Lupeol binds the kinase AKT1 in the bark.'),
  paperOf('ace', 'ACE inhibitors lower the pressure.'),
]

describe('the namer in a child process', () => {
  it('finds what this process finds', async () => {
    const found = await namer.name(PAPERS)
    expect(found).toEqual(await createNamer(createWinkTagger()).name(PAPERS))
    expect(found.every(({ mentions }) => mentions.length > 0)).toBe(true)
  })

  it('leaves the units of a paper that takes too long without names, and says whose', async () => {
    const lost: string[] = []
    // With a memory limit of its own, so that no child of another namer is warm already.
    const hasty = openChildNamer({
      ...LIMITS,
      maxMemoryMb: 1000,
      timeoutMs: 1,
      onLost: (title) => lost.push(title),
    })
    expect(await hasty.name(PAPERS)).toEqual([
      { unit: 'lupeol', mentions: [] },
      { unit: 'ace', mentions: [] },
    ])
    expect(lost).toEqual(['On lupeol', 'On ace'])
    await hasty.close()
  })
})
