import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { createLedger } from '../../../../../../models/index.ts'
import { openSvgPlots } from '../../../../evaluation/adapters/svg-plots.ts'
import { accuracyFigures } from '../../../../evaluation/answers/accuracy.ts'
import { changedAnswers } from '../../../../evaluation/answers/changed-answers.ts'
import { agreementLines } from '../../../../evaluation/answers/diversity.ts'
import { errorTypeFigures } from '../../../../evaluation/answers/error-types.ts'
import type { PublishedReport } from '../../../../evaluation/answers/index.ts'
import { ledgerSummary } from '../../../../evaluation/answers/ledger-summary.ts'
import {
  type AnswersReport,
  answersPictures,
  answersTables,
  markdownAnswers,
} from '../../../../evaluation/index.ts'
import type { SettingReport } from '../../../../evaluation/report/report.ts'

const plots = await openSvgPlots()
const WATCH = {
  runs: 5,
  unhelped: 2,
  looks: 40,
  triggers: 9,
  injections: 7,
  searches: 1,
  characters: 0,
  injectedTokens: 0,
  rates: null,
  problems: [],
}
const MONITORED = {
  ...WATCH,
  characters: 50_000,
  rates: { triggersPer10k: 4, injectionsPer10k: 2, tokensPerInjection: 150, extraTokensPer10k: 300 },
}

const ledgerOf = (proposed: number, steps: number) => {
  const ledger = createLedger(new Map())
  const add = (role: string, completionTokens: number) =>
    ledger.add({
      role,
      model: 'm',
      seconds: 1,
      isFailed: false,
      usage: { promptTokens: 1_000, completionTokens, estimated: false },
    })
  add('proposer', proposed)
  add('monitor', 500)
  add('judge', 70)
  return ledgerSummary([{ questionId: 'q', rows: ledger.rows(), steps }])
}

const setting = (name: string, correct: number, proposed: number, steps: number): SettingReport => ({
  name,
  accuracy: accuracyFigures(correct, 149, 2),
  passes: [
    { k: 1, share: correct / 149, questions: 149 },
    { k: 5, share: null, questions: 0 },
  ],
  oracle: accuracyFigures(100, 149),
  calibration: { count: 149, rms: 0.31, ece: 0.28, bins: [{ count: 149, confidence: 0.9, accuracy: 0.6 }] },
  ledger: ledgerOf(proposed, steps),
  changes: changedAnswers(
    [
      {
        questionId: 'q',
        candidate: 0,
        stage: 'refine',
        before: 'A',
        after: 'B',
        wasCorrect: true,
        isCorrect: false,
      },
    ],
    (one, other) => one === other,
  ),
  watch: name === 'full' ? MONITORED : WATCH,
  ...{ selection: null, spending: null, tools: null },
})

const MEASURED = {
  runs: 10,
  unknown: 0,
  facts: [
    { name: 'backend', values: [{ value: 'auto', of: null }] },
    {
      name: 'retrieval',
      values: [
        { value: 'explicit', of: 'explicit' },
        { value: 'implicit', of: 'full' },
      ],
    },
  ],
}
const PUBLISHED: PublishedReport = {
  source: 'The paper',
  conditions: [{ name: 'main model', value: 'DeepSeek V3.1' }],
  systems: [{ table: '2', name: 'Grok-4', base: null, accuracyPercent: 30.2 }],
  settings: [{ table: '3a', name: 'full', accuracyPercent: 48.3, kiloTokens: 218.9, steps: 53.4 }],
  slopes: [{ task: 'retrieval', slope: 0.369 }],
  errorTypes: [{ type: 'reasoning_process', percent: 92.78 }],
}
const points = [0, 1].map((at) => ({
  questionId: String(at),
  task: 'retrieval',
  consistency: at,
  accuracy: 0.369 * at,
}))
const report: AnswersReport = {
  questions: 'hle | gold',
  asked: 149,
  measured: MEASURED,
  published: PUBLISHED,
  ...{ publishedPatterns: null, overlap: null },
  runs: 5,
  graders: ['model:o3-mini:abc', 'grader:multipleChoice'],
  settings: [setting('explicit', 62, 470_100, 94.8), setting('full', 72, 218_400, 53.4)],
  against: 'explicit',
  agreement: { points, lines: agreementLines(points) },
  errorTypes: errorTypeFigures([{ questionId: 'q', types: ['execution'], reason: '' }]),
  losses: { model_timeout: 2 },
}
const empty: AnswersReport = {
  ...report,
  settings: [
    {
      ...setting('full', 0, 0, 0),
      accuracy: accuracyFigures(0, 0, 149),
      passes: [],
      oracle: null,
      calibration: null,
      ledger: null,
      changes: null,
      watch: null,
    },
  ],
  agreement: null,
  errorTypes: null,
  measured: { runs: 0, unknown: 0, facts: [] },
  published: null,
  losses: {},
}
const rowsOf = (of: AnswersReport, title: RegExp) =>
  answersTables(of).find((table) => title.test(table.title))?.rows

describe('a report on answers', () => {
  it('has what the monitor did per 10,000 characters, of settings that were watched (E31)', () => {
    expect(rowsOf(report, /^Monitor, per 10,000/)).toEqual([
      ['setting', 'K characters', 'triggers', 'injections', 'tokens each', 'extra tokens'],
      ['full', '50.0', '4.00', '2.00', '150.0', '300.0'],
    ])
    expect(rowsOf(empty, /^Monitor, per 10,000/)).toBeUndefined()
  })

  it('has accuracy with its interval, attempts, oracle and calibration', () => {
    expect(rowsOf(report, /^Accuracy, with/)).toEqual([
      [
        'setting',
        'accuracy %',
        'right',
        'unjudged',
        'Pass@1 %',
        'Pass@5 %',
        'oracle %',
        'RMS error %',
        'ECE %',
      ],
      ['explicit', '41.6 [34.0, 49.6]', '62 of 149', '2', '41.6', '–', '67.1 [59.2, 74.1]', '31.0', '28.0'],
      ['full', '48.3 [40.4, 56.3]', '72 of 149', '2', '48.3', '–', '67.1 [59.2, 74.1]', '31.0', '28.0'],
    ])
  })

  it('has tokens, steps and what is saved, and nothing of the paper', () => {
    expect(rowsOf(report, /saved against "explicit"/)?.map((row) => row.slice(2))).toEqual([
      ['K tokens', 'without helpers', 'K prompt tokens', 'steps', 'cost', 'tokens saved %', 'steps saved %'],
      ['470.6', '470.1', '2.0', '94.8', 'not known', '–', '–'],
      ['218.9', '218.4', '2.0', '53.4', 'not known', '53.5', '43.7'],
    ])
  })

  it('has the figures of the paper in tables of their own, with its conditions, and none on other questions', () => {
    const own = answersTables(report).filter(({ title }) => !title.startsWith('Published'))
    expect(JSON.stringify(own)).not.toMatch(/[Pp]aper|92\.78|Grok/)
    expect(rowsOf(report, /^Published .*: conditions/)).toEqual([
      ['what', 'value'],
      ['main model', 'DeepSeek V3.1'],
    ])
    expect(rowsOf(report, /^Published .*: ablations/)?.at(1)).toEqual(['full', '48.3', '218.9', '53.4', '3a'])
    expect(rowsOf(report, /^Published .*: systems/)?.at(1)).toEqual(['Grok-4', '–', '30.20', '2'])
    expect(rowsOf(report, /^Published .*Figure 8/)?.at(1)).toEqual(['retrieval', '0.369'])
    expect(rowsOf(report, /^Published .*Figure 7/)?.at(1)).toEqual(['reasoning process', '92.78'])
    const other = answersTables({ ...report, published: null })
    expect(other.filter(({ title }) => title.startsWith('Published'))).toEqual([])
  })

  it('X22: begins with what was measured, and says whose it is where settings differ', () => {
    expect(answersTables(report)[0]).toEqual({
      title: 'What was measured (10 runs)',
      rows: [
        ['what', 'value', 'runs'],
        ['backend', 'auto', 'all'],
        ['retrieval', 'explicit', 'explicit'],
        ['retrieval', 'implicit', 'full'],
      ],
    })
  })

  it('counts runs that asked for evidence and were given none, and names what never worked', () => {
    expect(rowsOf(report, /^Evidence/)?.at(1)).toEqual(['explicit', '5', '40', '9', '7', '1', '2'])
    const problem = 'The retriever failed at all 3 queries: No facts. [GRAPH_MISSING]'
    const [first] = report.settings
    const failing = {
      ...report,
      settings: [{ ...first!, watch: { ...WATCH, problems: [{ problem, runs: 2 }] } }],
    }
    expect(markdownAnswers(failing, [])).toContain(
      'explicit, 2 of 5 runs: The retriever failed at all 3 queries',
    )
  })

  it('says nothing in tables and pictures that have nothing to say', () => {
    expect(answersTables(empty).map(({ title }) => title)).toEqual(['Accuracy, with 95 % intervals'])
    expect(answersPictures(empty, plots)).toEqual([])
  })

  it('is a page that names its graders, pictures and losses', () => {
    const pictures = answersPictures(report, plots)
    const page = markdownAnswers(report, pictures)
    for (const { file } of pictures) expect(page).toContain(`](${file})`)
    expect(page).toContain('- model:o3-mini:abc')
    expect(page).toContain('(hle \\| gold), 5 independent runs of each')
    expect(page).toContain('- model\\_timeout: 2')
    expect(page).not.toMatch(/undefined|NaN|\[object/)
  })
})

describe('pictures of a report on answers', () => {
  const pictures = answersPictures(report, plots)

  it('are one for each of its parts', () => {
    expect(pictures.map(({ file }) => file)).toEqual([
      'accuracy.svg',
      'calibration-1.svg',
      'calibration-2.svg',
      'tokens.svg',
      'agreement.svg',
      'error-types.svg',
    ])
  })

  it('are whole SVG files with a title and their figures in words, the same every time', () => {
    expect(answersPictures(report, plots)).toEqual(pictures)
    for (const { title, svg } of pictures) {
      expect(svg).toMatch(/^<svg role="img" xmlns="http:\/\/www\.w3\.org\/2000\/svg" /)
      expect(svg).toContain(`<title>${title}</title>`)
      expect(svg).toMatch(/<desc>[^<]+<\/desc>/)
      expect(svg).not.toMatch(/undefined|NaN/)
      const root = parseDocument(svg, { xmlMode: true })
      expect(root.children).toHaveLength(1)
    }
  })

  it('draw a bar and an interval for each setting, and nothing of the paper', () => {
    const svg = pictures[0]?.svg ?? ''
    expect(svg.match(/<rect /g)).toHaveLength(2)
    expect(svg).not.toMatch(/<circle |paper/)
    expect(svg).toContain('48.3 % (72 of 149)')
  })

  it('hold names of any kind', () => {
    const named = setting('a <b> & "c" \u0007 ', 1, 1, 1)
    const [picture] = answersPictures({ ...report, settings: [named] }, plots)
    expect(picture?.svg).toContain('a &lt;b&gt; &amp; "c" \uFFFD')
    expect(picture?.svg).not.toContain('\u0007')
  })
})
