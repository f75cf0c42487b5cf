import { expect, it } from 'vitest'
import { explainLines, unitsOnPaths } from '../../../cli/commands/explain-report.ts'

const UNIT = 'a'.repeat(32)
const OTHER = 'b'.repeat(32)
const TEXTS = new Map([[OTHER, 'A long statement about something that stands in between the two of them.']])

const name = (name: string, share: number, path: string[], asked = name) => ({ name, asked, share, path })
const fact = (text: string, cosine: number, isStated: boolean) => {
  const [subject = '', predicate = '', object = ''] = text.split(' ')
  return { subject, predicate, object, cosine, isStated }
}
const WALK = {
  prior: 0.9965,
  names: [name('akt', 0.12, ['akt', OTHER, 'kinase', UNIT], 'protein kinase b'), name('lupeol', 0.001, [])],
}

it.each([
  [
    'words with their terms, and the cosine',
    { words: 4.297, cosine: 0.6345, terms: [{ term: 'akt', score: 0.74, word: 'AKT' }] },
    ['      words   4.30  akt 0.74', '      cosine  0.634'],
  ],
  [
    'names with aligned shares, paths over names and short texts, and the alias that was asked',
    { walk: WALK },
    [
      '      walk    >99 %  from units similar to the question',
      '               12 %  protein kinase b = akt → “A long statement about something th…” → kinase → here',
      '               <1 %  lupeol → … (more than three steps away)',
    ],
  ],
  [
    'a path from name to name by a fact',
    { walk: { names: [name('ocr', 1, ['ocr', 'dna', UNIT])] } },
    ['      walk    100 %  ocr → dna → here'],
  ],
  [
    'facts, with those that the unit states',
    { facts: [fact('ocr displaces dna', 0.83, true), fact('ecoki binds dna', 0.5, false)] },
    ['      facts   0.830  ocr — displaces — dna  (stated here)', '              0.500  ecoki — binds — dna'],
  ],
])('an explanation shows %s', (_, why, lines) => {
  expect(explainLines({ why }, TEXTS)).toEqual(lines)
})

it('units on paths are named once each, without the hits themselves', () => {
  const names = [name('akt', 1, ['akt', OTHER, 'kinase', UNIT])]
  const hit = { why: { walk: { names: [...names, ...names] } } }
  expect(unitsOnPaths([hit])).toEqual([OTHER])
})
