/** What the pictures on choices are drawn of, and the tables of published figures. */
import { describe, expect, it } from 'vitest'
import { accuracyFigures } from '../../../../evaluation/answers/accuracy.ts'
import { choicePictures } from '../../../../evaluation/report/choice-pictures.ts'
import type { AnswerPlots } from '../../../../evaluation/report/ports.ts'
import { publishedPatternTables } from '../../../../evaluation/report/published-pattern-tables.ts'
import { publishedTables } from '../../../../evaluation/report/published-tables.ts'
import type { AnswersReport } from '../../../../evaluation/report/report.ts'

/** Draws nothing: a picture is the JSON of its parts. */
const PLOTS = {
  shares: (_title: string, parts: unknown) => JSON.stringify(parts),
  split: (_title: string, axis: string, parts: unknown) => JSON.stringify([axis, parts]),
  overlap: (_title: string, parts: unknown) => JSON.stringify(parts),
} as unknown as AnswerPlots

function drawn(settings: readonly object[], overlap: object | null = null): Map<string, unknown> {
  const none = { selection: null, tools: null }
  const report = {
    settings: settings.map((one) => ({ ...none, ...one })),
    overlap,
  } as unknown as AnswersReport
  return new Map(choicePictures(report, PLOTS).map(({ file, svg }) => [file, JSON.parse(svg)]))
}

const SELECTION = {
  chosen: accuracyFigures(1, 2),
  solved: accuracyFigures(2, 2),
  hits: accuracyFigures(1, 2),
  byRight: [
    { right: 0, runs: 3, hits: 0 },
    { right: 1, runs: 5, hits: 2 },
  ],
}

describe('pictures on choices', () => {
  it('are none where there is nothing to show', () => {
    expect(drawn([]).size).toBe(0)
    expect(drawn([{ name: 'a' }, { name: 'b', tools: [] }]).size).toBe(0)
  })

  it('have a bar for each rate', () => {
    const pictures = drawn([
      { name: 'a', selection: SELECTION },
      { name: 'b', selection: { ...SELECTION, hits: null } },
    ])
    const bars = pictures.get('selection.svg') as { name: string; figures: unknown }[]
    expect(bars.map(({ name }) => name)).toEqual([
      'a: Pass@1',
      'a: Pass@n',
      'a: hit rate',
      'b: Pass@1',
      'b: Pass@n',
    ])
    expect(bars[0]!.figures).toEqual(SELECTION.chosen)
    expect(bars[1]!.figures).toEqual(SELECTION.solved)
  })

  it('have the runs by their right candidates, wrong and right ones', () => {
    const [, bars] = drawn([{ name: 'a', selection: SELECTION }]).get('right-candidates.svg') as [
      string,
      unknown,
    ]
    expect(bars).toEqual([
      { setting: 'a', name: '0 right', first: 3, second: 0, words: '3 (0 right)' },
      { setting: 'a', name: '1 right', first: 3, second: 2, words: '5 (2 right)' },
    ])
  })

  it('have the calls of each stage, code and what it called', () => {
    const tools = [
      { stage: 'solve', tool: 'code', calls: 1.25 },
      { stage: 'solve', tool: 'search', calls: 2.5 },
      { stage: 'check', tool: 'search', calls: 0.04 },
      { stage: 'solve', tool: 'browse', calls: 1 },
    ]
    const [, bars] = drawn([{ name: 'a', tools }]).get('tools.svg') as [string, unknown]
    expect(bars).toEqual([
      { setting: 'a', name: 'solve', first: 1.25, second: 3.5, words: '1.3 + 3.5' },
      { setting: 'a', name: 'check', first: 0, second: 0.04, words: '0.0 + 0.0' },
    ])
  })

  it('have what each setting solves and each other does not, and all of its own', () => {
    const cells = drawn([], { solved: { a: ['1', '2', '3'], b: ['3', '4'] } }).get('overlap.svg')
    expect(cells).toEqual([
      { setting: 'a', other: 'a', count: 3 },
      { setting: 'a', other: 'b', count: 2 },
      { setting: 'b', other: 'a', count: 1 },
      { setting: 'b', other: 'b', count: 2 },
    ])
  })
})

describe('figures of the paper on the same questions', () => {
  const published = {
    source: 'Paper',
    conditions: [{ name: 'judge', value: 'o3-mini' }],
    systems: [
      { table: '2', name: 'second', base: null, accuracyPercent: 30.256 },
      { table: '2', name: 'third', base: 'Base', accuracyPercent: 9.5 },
      { table: 'A4', name: 'first', base: null, accuracyPercent: 48.3 },
    ],
    settings: [
      { table: '3a', name: 'full', accuracyPercent: 48.34, kiloTokens: 218.94, steps: 53.44 },
      { table: 'A5', name: 'plain', accuracyPercent: 25.3, kiloTokens: null, steps: null },
    ],
    slopes: [{ task: 'retrieval', slope: 0.3694 }],
    errorTypes: [{ type: 'reasoning_process_of_all', percent: 92.784 }],
  }
  const tables = publishedTables(published)

  it('are tables of conditions, systems from the best, ablations, slopes and errors', () => {
    expect(tables.map(({ title }) => title.split('): ')[1])).toEqual([
      'conditions',
      'systems',
      'ablations',
      'agreement against accuracy, Figure 8',
      'types of error, Figure 7',
    ])
    expect(tables.map(({ rows }) => rows.slice(1))).toEqual([
      [['judge', 'o3-mini']],
      [
        ['first', '–', '48.30', 'A4'],
        ['second', '–', '30.26', '2'],
        ['third', 'Base', '9.50', '2'],
      ],
      [
        ['full', '48.3', '218.9', '53.4', '3a'],
        ['plain', '25.3', '–', '–', 'A5'],
      ],
      [['retrieval', '0.369']],
      [['reasoning process of all', '92.78']],
    ])
    for (const { rows } of tables) for (const row of rows) expect(row).toHaveLength(rows[0]!.length)
  })

  it('are none on other questions', () => {
    expect(publishedTables(null)).toEqual([])
  })
})

describe('published figures', () => {
  const figure = {
    source: 'Paper',
    table: '2',
    pattern: 'p',
    row: null,
    model: 'm',
    questions: 'set',
    n: null,
    passOne: 48.3,
    passAny: null,
    hitRate: 70.833,
  }
  const byRight = [
    {
      source: 'Paper',
      table: '13',
      pattern: 'p',
      model: 'm',
      questions: 'set',
      runs: [5, 4, 3],
      hits: [1, 0],
    },
    { source: 'Paper', table: '14', pattern: 'q', model: 'm', questions: 'set', runs: [2], hits: [2] },
  ]

  it('are tables of their own', () => {
    const figures = [figure, { ...figure, row: 'latin', n: 500 }]
    const [first, second] = publishedPatternTables({ publishedPatterns: { figures, byRight, notes: [] } })
    expect(first!.rows.slice(1)).toEqual([
      ['p', '–', 'm', 'set', 'not printed', '48.30', '–', '70.83', 'Paper, Table 2'],
      ['p', 'latin', 'm', 'set', '500', '48.30', '–', '70.83', 'Paper, Table 2'],
    ])
    expect(second!.rows).toEqual([
      ['pattern', 'model', 'questions', '1 right', '2 right', '3 right', 'where'],
      ['p', 'm', 'set', '5 (1)', '4 (0)', '3 (0)', 'Paper, Tables 13'],
      ['q', 'm', 'set', '2 (2)', 'Paper, Tables 14'],
    ])
  })

  it('are none where the papers have none', () => {
    expect(publishedPatternTables({ publishedPatterns: null })).toEqual([])
    const [, second] = publishedPatternTables({
      publishedPatterns: { figures: [figure], byRight: [], notes: [] },
    })
    expect(second!.rows).toEqual([['pattern', 'model', 'questions', 'where']])
  })
})
