/** Figures of papers: as printed, with their n, and told apart from ours. */
import { describe, expect, it } from 'vitest'
import { publishedPatterns } from '../../../../evaluation/patterns/published.ts'

describe('published figures of patterns', () => {
  it('R42 hit rates of ReThinker are Pass@1 / Pass@n to the printed digits', () => {
    const { figures = [] } = publishedPatterns([{ pattern: 'rethinker' }]) ?? {}
    expect(figures).toHaveLength(6)
    for (const { passOne, passAny, hitRate, n } of figures) {
      expect(n).toBeGreaterThan(99)
      expect(Math.abs((100 * (passOne ?? 0)) / (passAny ?? 1) - (hitRate ?? 0))).toBeLessThan(0.1)
    }
  })

  it('runs by right candidates add up to the totals of Tables 13 and 14', () => {
    const { byRight = [] } = publishedPatterns([{ pattern: 'rethinker' }]) ?? {}
    const totals = byRight.map(({ runs }) => runs.reduce((sum, count) => sum + count, 0))
    expect(totals).toEqual([937, 1_327, 85, 95, 85, 94])
    for (const { runs, hits } of byRight)
      for (const [at, hit] of hits.entries()) expect(hit).toBeLessThanOrEqual(runs[at] ?? 0)
  })

  it('R43 rows of the grid have theirs, others none', () => {
    const row = { pattern: 'rethinker', table: '4', row: 'latin' }
    expect(publishedPatterns([row])?.figures).toMatchObject([{ passOne: 30.6, hitRate: 70.83, n: 500 }])
    expect(
      publishedPatterns([
        { ...row, table: '2' },
        { pattern: 'eigen1', table: '3a', row: 'full' },
      ]),
    ).toBeNull()
  })

  it('S51 158 items of the single shot and 167 of the patterns stand with the contradiction', () => {
    const arms = ['single', 'hmaw', 'pace', 'phase', 'schema'].map((pattern) => ({ pattern }))
    const { figures = [], notes = [] } = publishedPatterns(arms) ?? {}
    const onStar = figures.filter(({ questions }) => questions === 'RWS')
    expect(onStar.map(({ pattern, n }) => [pattern, n])).toEqual([
      ...Array.from({ length: 5 }, () => ['single', 158]),
      ...['hmaw', 'pace', 'phase', 'schema'].map((pattern) => [pattern, 167]),
    ])
    expect(notes.join(' ')).toMatch(/158 items.*of 167/)
  })

  it('S50 the unweighted mean of each pattern over the six sets is the printed one', () => {
    const means = ['hmaw', 'pace', 'phase', 'schema'].map((pattern) => {
      const values = publishedPatterns([{ pattern }])?.figures.map(({ passOne }) => passOne ?? 0) ?? []
      return Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2))
    })
    expect(means).toEqual([62.03, 64.57, 64.4, 63.66])
  })
})

describe('notes on what papers print', () => {
  const notesOn = (...patterns: readonly string[]) =>
    publishedPatterns(patterns.map((pattern) => ({ pattern })))?.notes ?? []

  it('are those of the patterns that were asked for', () => {
    expect(notesOn('eigen1')).toEqual([expect.stringMatching(/^Eigen-1 gives DeepSeek V3\.1 alone/)])
    expect(notesOn('rethinker')).toEqual([expect.stringMatching(/^ReThinker calls hit rate/)])
    expect(notesOn('rethinker', 'eigen1')).toHaveLength(2)
  })

  it('name the contradiction of Reasoning With a Star beside others', () => {
    const contradiction = expect.stringMatching(/^Reasoning With a Star, .*: The paper contradicts itself/)
    expect(notesOn('hmaw')).toEqual([contradiction])
    expect(notesOn('single', 'rethinker')).toEqual([expect.stringMatching(/^ReThinker/), contradiction])
  })
})

describe('the figures of Reasoning With a Star', () => {
  const { figures = [] } = publishedPatterns([{ pattern: 'single' }, { pattern: 'schema' }]) ?? {}
  const ofStar = figures.filter(({ questions }) => questions === 'RWS')

  it('are those of Table 1 for single shots and of Table 2 for workflows', () => {
    expect(ofStar.map(({ table, model, passOne }) => [table, model, passOne])).toEqual([
      ['1', 'Gemini 2.5 Pro', 35.44],
      ['1', 'OSS 20B', 32.91],
      ['1', 'OSS 120B', 32.91],
      ['1', 'Llama 3.3', 31.01],
      ['1', 'Mistral 24.11', 27.22],
      ['2', 'Gemini 2.5 Pro', 44.31],
    ])
    for (const { passAny, hitRate, row } of ofStar)
      expect([passAny, hitRate, row]).toEqual([null, null, null])
  })
})

describe('the figures of Eigen-1', () => {
  const { figures = [], byRight = [] } = publishedPatterns([{ pattern: 'eigen1' }]) ?? {}

  it('are those of its Table 2, one attempt and five, on three sets', () => {
    const ofTable = figures.filter(({ table, row }) => table === '2' && row === null)
    expect(ofTable.map(({ questions, n }) => [questions, n])).toEqual([
      ['HLE Bio/Chem Gold', 149],
      ['SuperGPQA Biology hard', 92],
      ['TRQA Literature', 172],
    ])
    expect(ofTable.map(({ passOne, passAny }) => [passOne, passAny])).toEqual([
      [48.3, 61.74],
      [69.57, 78.26],
      [54.65, 79.07],
    ])
    expect(ofTable[0]).toMatchObject({ model: 'DeepSeek V3.1', hitRate: null })
    expect(byRight).toEqual([])
  })

  it('are none for a pattern that no paper has', () => {
    expect(publishedPatterns([{ pattern: 'unknown' }])).toBeNull()
    expect(publishedPatterns([])).toBeNull()
  })

  it('by right candidates are those of the whole pattern, not of a row of its grid', () => {
    expect(publishedPatterns([{ pattern: 'rethinker', table: '4', row: 'latin' }])?.byRight).toEqual([])
    const both = publishedPatterns([{ pattern: 'rethinker' }, { pattern: 'eigen1' }])
    expect(new Set(both?.byRight.map(({ pattern }) => pattern))).toEqual(new Set(['rethinker']))
  })
})
