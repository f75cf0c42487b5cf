import { describe, expect, it } from 'vitest'
import { createLedger } from '../../../../../../models/index.ts'
import { openSvgPlots } from '../../../../evaluation/adapters/svg-plots.ts'
import {
  accuracyFigures,
  agreementLines,
  changedAnswers,
  errorTypeFigures,
  ledgerSummary,
  type PublishedReport,
} from '../../../../evaluation/answers/index.ts'
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
const rowsOf = (of: AnswersReport, title: RegExp) =>
  answersTables(of).find((table) => title.test(table.title))?.rows

describe('a report on answers', () => {
  it('has tokens, steps and what is saved, and nothing of the paper', () => {
    expect(rowsOf(report, /saved against "explicit"/)?.map((row) => row.slice(2))).toEqual([
      ['K tokens', 'without helpers', 'K prompt tokens', 'steps', 'cost', 'tokens saved %', 'steps saved %'],
      ['470.6', '470.1', '2.0', '94.8', 'not known', '–', '–'],
      ['218.9', '218.4', '2.0', '53.4', 'not known', '53.5', '43.7'],
    ])
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
