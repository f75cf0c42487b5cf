/** How many units each section of a paper gives: sentences of twenty words each, of which any may become a unit. */
import { describe, expect, it } from 'vitest'
import { createExtractiveSummariser } from '../../../../ingest/index.ts'
import { readPaperOf } from '../../../fakes/read-paper.ts'

const signal = new AbortController().signal
let number = 0
const sentence = () => {
  number++
  return `Compound ${number} inhibited the first enzyme of strain S${number} within ${number} hours of slow incubation in the warm yeast broth.`
}
const sentences = (count: number) => Array.from({ length: count }, sentence).join(' ')

/** Units by the heading of their section. */
async function unitsOf(counts: Readonly<Record<string, number>>): Promise<Record<string, number>> {
  const parts = Object.entries(counts).map(([heading, count]) => `${heading}\n${sentences(count)}`)
  const text = parts.join('\n\n')
  const sections = parts.map((part) => {
    const start = text.indexOf(part)
    return { heading: part.slice(0, part.indexOf('\n')), level: 1, start, end: start + part.length }
  })
  const { drafts } = await createExtractiveSummariser().summarise(readPaperOf([text], { sections }), signal)
  const found: Record<string, number> = {}
  for (const { locator } of drafts) found[locator] = (found[locator] ?? 0) + 1
  return found
}

describe('the units of a paper', () => {
  it.each([
    { name: 'three of a text of 500 words', counts: { Palms: 25 }, units: { Palms: 3 } },
    {
      name: 'one for 80 words of a longer one, half of that rounded up',
      counts: { Palms: 26 },
      units: { Palms: 7 },
    },
    { name: 'so many of a text in one piece, however long', counts: { Palms: 80 }, units: { Palms: 20 } },
    { name: 'twelve of a section at most', counts: { Palms: 60, Zinc: 10 }, units: { Palms: 12, Zinc: 3 } },
    { name: 'one of a short section', counts: { Palms: 30, Zinc: 1 }, units: { Palms: 8, Zinc: 1 } },
    {
      name: 'two of a section about procedure at most',
      counts: { Palms: 20, 'Materials and methods': 20, 'Palm protocols': 4 },
      units: { Palms: 5, 'Materials and methods': 2, 'Palm protocols': 1 },
    },
    {
      name: 'none of one about statistics',
      counts: { Palms: 26, 'Statistical analysis': 8, 'Data analysis': 8, 'Sample size': 8 },
      units: { Palms: 7 },
    },
    {
      name: 'four of the abstract, whatever its length',
      counts: { Abstract: 16, Palms: 20 },
      units: { Abstract: 4, Palms: 5 },
    },
  ])('are $name', async ({ counts, units }) => {
    expect(await unitsOf(counts)).toEqual(units)
  })
})
