/** Tables of a report on answers, cell by cell; and a page and pictures of what there is to show. */
import { describe, expect, it } from 'vitest'
import { accuracyFigures } from '../../../../evaluation/answers/accuracy.ts'
import {
  accuracyRows,
  agreementRows,
  changeRows,
  errorTypeRows,
  helpRows,
  measuredRows,
  rateRows,
} from '../../../../evaluation/report/cells.ts'
import { markdownAnswers } from '../../../../evaluation/report/markdown.ts'
import { answersPictures } from '../../../../evaluation/report/pictures.ts'
import type { AnswerPlots } from '../../../../evaluation/report/ports.ts'
import type { AnswersReport } from '../../../../evaluation/report/report.ts'
import { answersTables } from '../../../../evaluation/report/tables.ts'

const ALONE = {
  accuracy: accuracyFigures(1, 2),
  passes: [],
  ...{ oracle: null, calibration: null, ledger: null, changes: null, watch: null },
  ...{ selection: null, spending: null, tools: null },
}

function report(settings: readonly object[], more: object = {}): AnswersReport {
  return {
    ...{ questions: 'set', asked: 2, runs: 1, graders: [], losses: {} },
    ...{ against: null, agreement: null, errorTypes: null, published: null, publishedPatterns: null },
    overlap: null,
    measured: { runs: 0, unknown: 0, facts: [] },
    settings: settings.map((one) => ({ ...ALONE, ...one })),
    ...more,
  } as unknown as AnswersReport
}

describe('accuracy', () => {
  it('has the attempts from the fewest on, and a dash for what a setting has not', () => {
    const passes = (...ks: readonly number[]) => ks.map((k) => ({ k, share: k / 20, questions: 2 }))
    const settings = [
      { name: 'a', passes: passes(10, 2) },
      {
        name: 'b',
        passes: passes(2, 5),
        oracle: accuracyFigures(0, 0),
        calibration: { rms: 0.5, ece: 0.25 },
      },
    ]
    expect(accuracyRows(report(settings)).map((row) => row.slice(4))).toEqual([
      ['Pass@2 %', 'Pass@5 %', 'Pass@10 %', 'oracle %', 'RMS error %', 'ECE %'],
      ['10.0', '–', '50.0', '–', '–', '–'],
      ['10.0', '25.0', '–', '–', '50.0', '25.0'],
    ])
  })

  it('of a single judged answer is that of one', () => {
    // Wilson's interval of 1 of 1.
    expect(accuracyRows(report([{ name: 'a', accuracy: accuracyFigures(1, 1) }]))[1]?.slice(0, 4)).toEqual([
      'a',
      '100.0 [20.7, 100.0]',
      '1 of 1',
      '0',
    ])
  })
})

describe('other tables', () => {
  const watch = {
    ...{ runs: 3, looks: 9, triggers: 4, injections: 2, searches: 1, unhelped: 0, characters: 12_345 },
    problems: [{ problem: 'No page.', runs: 2 }],
    rates: {
      ...{ triggersPer10k: 3.636, injectionsPer10k: 1.818, tokensPerInjection: null },
      extraTokensPer10k: 641.26,
    },
  }
  const settings = [{ name: 'a', watch }, { name: 'b', watch: { ...watch, rates: null } }, { name: 'c' }]

  it('tell what a monitor did, of settings that were watched', () => {
    expect(helpRows(report(settings)).slice(1)).toEqual([
      ['a', '3', '9', '4', '2', '1', '0'],
      ['b', '3', '9', '4', '2', '1', '0'],
    ])
    expect(rateRows(report(settings)).slice(1)).toEqual([['a', '12.3', '3.64', '1.82', '–', '641.3']])
  })

  it('tell what a stage changed, by what became of it', () => {
    const turns = {
      ...{ wrong_to_right: 1, right_to_wrong: 2, wrong_to_wrong: 3, right_to_right: 4, unjudged: 5 },
    }
    const changes = { changes: [], stages: [{ stage: 'refine', seen: 20, changed: 15, turns }] }
    expect(changeRows(report([{ name: 'a', changes }, { name: 'b' }]))).toEqual([
      [
        ...['setting', 'stage', 'changed'],
        ...['wrong to right', 'right to wrong', 'wrong to wrong', 'right to right', 'unjudged'],
      ],
      ['a', 'refine', '15 of 20', '1', '2', '3', '4', '5'],
    ])
  })

  it('tell slopes with their intervals, where there are any', () => {
    const line = { task: 'reasoning', count: 3, slope: 0.3694, r: null, rInterval: null }
    const lines = [
      { ...line, slopeInterval: [0.12345, 0.6] },
      { ...line, slope: -0.5, slopeInterval: null, r: 0.25, rInterval: [-1, 1] },
    ]
    expect(agreementRows(report([], { agreement: { points: [], lines } })).slice(1)).toEqual([
      ['reasoning', '3', '0.369 [0.123, 0.600]', '–'],
      ['reasoning', '3', '-0.500', '0.250 [-1.000, 1.000]'],
    ])
    expect(agreementRows(report([]))).toEqual([['task', 'questions', 'slope', 'r']])
  })

  it('tell types of error in per cent of the labelled failures', () => {
    const errorTypes = {
      ...{ failures: 4, labelled: 3 },
      types: { reasoning_process: { count: 2, percent: 66.6667 } },
      joint: { count: 1, percent: 33.3333 },
    }
    expect(errorTypeRows(report([], { errorTypes })).slice(1)).toEqual([
      ['reasoning process', '2', '66.67'],
      ['reasoning and knowledge together', '1', '33.33'],
    ])
    expect(errorTypeRows(report([]))).toHaveLength(1)
    const titles = answersTables(report([], { errorTypes })).map(({ title }) => title)
    expect(titles).toContain('Types of error (3 of 4 failures labelled)')
  })

  it('tell what was measured, and of how many runs that is known', () => {
    const facts = [{ name: 'backend', values: [{ value: 'auto', of: null }] }]
    const titleOf = (unknown: number) =>
      answersTables(report([], { measured: { runs: 9, unknown, facts } })).map(({ title }) => title)
    expect(titleOf(0)).toEqual(['What was measured (9 runs)'])
    expect(titleOf(1)).toEqual(['What was measured (8 of 9 runs are known)'])
    expect(measuredRows(report([], { measured: { facts } }))[1]).toEqual(['backend', 'auto', 'all'])
  })

  it('are left out where they have no row', () => {
    expect(answersTables(report([{ name: 'a' }])).map(({ title }) => title)).toEqual([
      'Accuracy, with 95 % intervals',
    ])
    const problems = markdownAnswers(report(settings), [])
    expect(problems).toContain('## Never worked\n\n- a, 2 of 3 runs: No page.\n- b, 2 of 3 runs: No page.')
  })
})

describe('a page', () => {
  const overlap = {
    ...{ questions: ['1', '2'], leftOut: 0, solved: { a: ['1'], b: ['1'] }, byAll: ['1'], byNone: ['2'] },
    ...{ byItAlone: { a: [], b: [] }, byAny: 1, pairs: [] },
  }
  const pageOf = (
    settings: readonly object[],
    more: object = {},
    pictures: { file: string; title: string }[] = [],
  ) => markdownAnswers(report(settings, more), pictures)

  it('says of one run that it is one', () => {
    expect(pageOf([])).toContain('# Answers\n\n2 questions (set), 1 run of each.\n\n')
    expect(pageOf([], { runs: 2 })).toContain('2 questions (set), 2 independent runs of each.')
  })

  it('tells how it is measured of what it shows, and of nothing else', () => {
    const selection = {
      ...{ runs: 1, candidates: [1, 1], hits: null, byRight: [], meanRight: 1 },
      ...{ chosen: accuracyFigures(1, 1), solved: accuracyFigures(1, 1) },
      ...{ withoutPool: 0, unjudged: 0, judgeErrors: 0 },
    }
    const told = (page: string) =>
      ['- Accuracy covers', '- Pass@1: the chosen', '- A question is solved', '- Published figures'].map(
        (start) => page.includes(`\n${start}`),
      )
    expect(told(pageOf([{ name: 'a' }]))).toEqual([true, false, false, false])
    expect(told(pageOf([{ name: 'a' }, { name: 'b', selection }]))).toEqual([true, true, false, false])
    expect(told(pageOf([], { overlap }))).toEqual([true, false, true, false])
    const published = { source: 's', conditions: [], systems: [], settings: [], slopes: [], errorTypes: [] }
    expect(told(pageOf([], { published }))).toEqual([true, false, false, true])
    const publishedPatterns = { figures: [], byRight: [], notes: ['One note.'] }
    expect(told(pageOf([], { publishedPatterns }))).toEqual([true, false, false, true])
  })

  it('has its parts in their order', () => {
    const parts = {
      ...{ graders: ['g'], losses: { model_timeout: 2 }, overlap },
      measured: { runs: 1, unknown: 0, facts: [{ name: 'backend', values: [{ value: 'auto', of: null }] }] },
      publishedPatterns: { figures: [], byRight: [], notes: ['One note.'] },
    }
    const page = pageOf([{ name: 'a' }], parts, [{ file: 'x.svg', title: 'A [picture]' }])
    const starts = page.split('\n\n').filter((part) => /^(?:#|!|Of the)/.test(part))
    expect(starts.map((part) => part.slice(0, 26))).toEqual([
      '# Answers',
      '## What was measured (1 ru',
      '## Graded by',
      '![A \\[picture\\]](x.svg)',
      '## Accuracy, with 95 % int',
      '## Solved by one setting a',
      '## Left out',
      'Of the 2 questions that ev',
      '## What to know of the pub',
      '## How it is measured',
    ])
    expect(page).toContain('## Left out\n\n- model\\_timeout: 2\n\n')
    expect(page).toContain('- One note.')
  })
})

describe('pictures', () => {
  /** Draws nothing: a picture is the JSON of its parts. */
  const PLOTS = {
    shares: (title: string, bars: unknown) => JSON.stringify([title, bars]),
    calibration: (title: string, figures: unknown) => JSON.stringify([title, figures]),
    split: (title: string, axis: string, bars: unknown) => JSON.stringify([title, axis, bars]),
    agreement: (title: string, points: unknown, lines: unknown) => JSON.stringify([title, points, lines]),
    overlap: (title: string, cells: unknown) => JSON.stringify([title, cells]),
  } as unknown as AnswerPlots
  const drawn = (settings: readonly object[], more: object = {}) =>
    new Map(answersPictures(report(settings, more), PLOTS).map(({ file, svg }) => [file, JSON.parse(svg)]))

  it('of accuracy have a bar for each setting of which an answer was judged', () => {
    const [one, none] = [accuracyFigures(1, 1), accuracyFigures(0, 0, 3)]
    const settings = [
      { name: 'a', accuracy: one },
      { name: 'b', accuracy: none },
    ]
    const [title, bars] = drawn(settings).get('accuracy.svg')
    expect([title, bars.map(({ name }: { name: string }) => name)]).toEqual([
      'Accuracy on 2 questions',
      ['a'],
    ])
    expect(drawn([{ name: 'b', accuracy: none }]).size).toBe(0)
  })

  it('of calibration are numbered by their settings', () => {
    const none = { accuracy: accuracyFigures(0, 0) }
    const calibration = { rms: 0.5 }
    const pictures = drawn([
      { name: 'a', ...none },
      { name: 'b', ...none, calibration },
    ])
    expect([...pictures]).toEqual([['calibration-2.svg', ['Calibration of b', calibration]]])
  })

  it('of tokens have thousands by role', () => {
    const roles = [{ role: 'proposer', promptTokens: 12_340, completionTokens: 1_250 }]
    const pictures = drawn([{ name: 'a', ledger: { ...ledgerOf(1_000), roles } }, { name: 'b' }])
    expect(pictures.get('tokens.svg')?.[2]).toEqual([
      { setting: 'a', name: 'proposer', first: 12.34, second: 1.25, words: '12.3 + 1.3' },
    ])
  })

  it('of agreement and of errors are there where there is something to show', () => {
    const points = [{ questionId: '1', task: 't', consistency: 1, accuracy: 1 }]
    const agreement = { points, lines: [{ task: 't' }] }
    expect(drawn([], { agreement }).get('agreement.svg')?.slice(1)).toEqual([points, [{ task: 't' }]])
    expect(drawn([], { agreement: { ...agreement, points: [] } }).size).toBe(0)
    const types = { reasoning_process: { count: 1, percent: 50 }, execution: { count: 0, percent: 0 } }
    const errors = (labelled: number) =>
      drawn([], { errorTypes: { failures: 3, labelled, types, joint: { count: 0, percent: 0 } } }).get(
        'error-types.svg',
      )?.[1]
    expect(errors(2)).toMatchObject([
      { name: 'reasoning process', figures: { accuracy: 0.5, correct: 1, judged: 2 } },
      { name: 'execution', figures: { accuracy: 0, correct: 0, judged: 2 } },
    ])
    expect(errors(1)).toHaveLength(2)
    expect(errors(0)).toBeUndefined()
  })
})

function ledgerOf(tokens: number): object {
  const sum = { promptTokens: tokens, completionTokens: tokens, cost: null }
  return { questions: 1, steps: 1, agents: sum, withHelpers: sum, judges: sum, estimated: false }
}
