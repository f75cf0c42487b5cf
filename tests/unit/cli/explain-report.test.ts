import { describe, expect, it } from 'vitest'
import { explainLines, unitsOnPaths } from '../../../cli/commands/explain-report.ts'

const UNIT = 'a'.repeat(32)
const OTHER = 'b'.repeat(32)
const TEXTS = new Map([[OTHER, 'A long statement about something that stands in between the two of them.']])

describe('explainLines', () => {
  it.each([
    {
      name: 'words with their terms, and the cosine',
      why: { words: 4.297, cosine: 0.6345, terms: [{ term: 'akt', score: 0.74, word: 'AKT' }] },
      lines: ['      words   4.30  akt 0.74', '      cosine  0.634'],
    },
    {
      name: 'names with aligned shares, paths over names and short texts, and the alias that was asked',
      why: {
        walk: {
          prior: 0.9965,
          names: [
            { name: 'akt', asked: 'protein kinase b', share: 0.12, path: ['akt', OTHER, 'kinase', UNIT] },
            { name: 'lupeol', asked: 'lupeol', share: 0.001, path: [] },
          ],
        },
      },
      lines: [
        '      walk    >99 %  from units similar to the question',
        '               12 %  protein kinase b = akt → “A long statement about something th…” → kinase → here',
        '               <1 %  lupeol → … (more than three steps away)',
      ],
    },
    {
      name: 'a path from name to name by a fact',
      why: { walk: { names: [{ name: 'ocr', asked: 'ocr', share: 1, path: ['ocr', 'dna', UNIT] }] } },
      lines: ['      walk    100 %  ocr → dna → here'],
    },
    {
      name: 'facts, with those that the unit states',
      why: {
        facts: [
          { subject: 'ocr', predicate: 'displaces', object: 'dna', cosine: 0.83, isStated: true },
          { subject: 'ecoki', predicate: 'binds', object: 'dna', cosine: 0.5, isStated: false },
        ],
      },
      lines: [
        '      facts   0.830  ocr — displaces — dna  (stated here)',
        '              0.500  ecoki — binds — dna',
      ],
    },
  ])('shows $name', ({ why, lines }) => {
    expect(explainLines({ why }, TEXTS)).toEqual(lines)
  })
})

describe('unitsOnPaths', () => {
  it('names the units between, once each, without the hits themselves', () => {
    const names = [{ name: 'akt', asked: 'akt', share: 1, path: ['akt', OTHER, 'kinase', UNIT] }]
    const hit = { why: { walk: { names: [...names, ...names] } } }
    expect(unitsOnPaths([hit])).toEqual([OTHER])
  })
})
