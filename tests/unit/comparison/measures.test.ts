/** Tests measures by name against trec_eval on the same run and judgements. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseMeasures } from '../../../comparison/index.ts'
import { rankedByScore } from '../../../packages/lab/evaluation/index.ts'

/** Returns the measure with the given name. */
const measureNamed = (name: string) => parseMeasures(name)[0]!

interface Reference {
  readonly measures: readonly string[]
  readonly qrels: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly run: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly figures: Readonly<Record<string, Readonly<Record<string, number>>>>
}

const REFERENCE = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', 'trec-eval-reference.json'), 'utf8'),
) as Reference

describe('a measure by name', () => {
  test.each(REFERENCE.measures)('%s is what trec_eval says on each of 45 topics', (name) => {
    const measure = measureNamed(name)
    for (const [topic, grades] of Object.entries(REFERENCE.qrels)) {
      const hits = Object.entries(REFERENCE.run[topic]!).map(([document, score]) => ({ document, score }))
      const ranking = rankedByScore(hits).map(({ document }) => document)
      const ours = measure.of(ranking, new Map(Object.entries(grades)))
      expect(Math.abs(ours - REFERENCE.figures[topic]![name]!), `${name} of ${topic}`).toBeLessThan(1e-6)
    }
  })

  test('has one name, however it was spelled', () => {
    expect(parseMeasures('ndcg@10, nDCG@10 MRR@10,recall@5  AP( rel=2 )@7').map(({ name }) => name)).toEqual([
      'nDCG@10',
      'RR@10',
      'R@5',
      'AP(rel=2)@7',
    ])
  })

  test('says how far down a ranking it looks', () => {
    expect(measureNamed('R@1000').depth).toBe(1000)
    expect(measureNamed('AP').depth).toBe(Number.POSITIVE_INFINITY)
    expect(measureNamed('IPrec@0.3').depth).toBe(Number.POSITIVE_INFINITY)
  })

  test.each([
    ['ERR@10', 'no such measure'],
    ['P', 'needs a number of hits'],
    ['R@0', 'whole one, from 1'],
    ['R@2.5', 'whole one, from 1'],
    ['Rprec@10', 'whole ranking'],
    ['IPrec@2', 'from 0 to 1'],
    ['AP(rel=0)', 'rel=GRADE'],
    ['nDCG(rel=2)@10', 'none'],
    ['nDCG@@10', 'no such measure'],
  ])('"%s" is refused: %s', (name, why) => {
    expect(() => measureNamed(name)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }))
    expect(() => measureNamed(name)).toThrow(why)
    expect(() => measureNamed(name)).toThrow('nDCG@20')
  })
})

test.each([
  ['hit@1', 'Success@1'],
  ['precision@1', 'P@1'],
  ['recip_rank', 'RR'],
  ['MAP', 'AP'],
])('%s is %s', (given, name) => {
  expect(measureNamed(given).name).toBe(name)
})

describe('nothing found, and nothing to be found', () => {
  const none = new Map([['a', 0]])
  const some = new Map([['a', 1]])

  test.each([
    'nDCG',
    'AP',
    'RR',
    'P@1',
    'R@1',
    'Success@1',
    'Rprec',
    'Bpref',
    'IPrec@0',
    'SetP',
    'SetR',
    'SetF',
  ])('%s is 0', (name) => {
    expect(measureNamed(name).of([], some)).toBe(0)
    expect(measureNamed(name).of(['a'], none)).toBe(0)
    expect(measureNamed(name).of([], new Map())).toBe(0)
    expect(measureNamed(name).of(['a'], some)).toBe(1)
  })
})
