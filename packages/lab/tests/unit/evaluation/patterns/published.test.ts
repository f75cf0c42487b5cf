/** Figures of papers: as printed, with their n, and told apart from ours. */
import { describe, expect, it } from 'vitest'
import { publishedPatterns } from '../../../../evaluation/index.ts'

describe('published figures of patterns', () => {
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

  it('by right candidates are those of the whole pattern, not of a row of its grid', () => {
    expect(publishedPatterns([{ pattern: 'rethinker', table: '4', row: 'latin' }])?.byRight).toEqual([])
    const both = publishedPatterns([{ pattern: 'rethinker' }, { pattern: 'eigen1' }])
    expect(new Set(both?.byRight.map(({ pattern }) => pattern))).toEqual(new Set(['rethinker']))
  })
})
