/** The tables of a report on answers as rows of cells; the first row is the head, and a table without others has nothing to say. */

import type { Interval } from '../../../../comparison/index.ts'
import { dollars, type Row } from '../../../../comparison/index.ts'
import { type AccuracyFigures, type SettingRow, withSavings } from '../answers/index.ts'
import type { AnswersReport } from './report.ts'

const NONE = '–'

export function accuracyRows({ settings }: AnswersReport): Row[] {
  const attempts = [...new Set(settings.flatMap(({ passes }) => passes.map(({ k }) => k)))].sort(
    (a, b) => a - b,
  )
  const rows = settings.map(({ name, accuracy, passes, oracle, calibration }) => [
    name,
    accuracyCell(accuracy),
    `${accuracy.correct} of ${accuracy.judged}`,
    String(accuracy.unjudged),
    ...attempts.map((k) => percentCell(passes.find((pass) => pass.k === k)?.share ?? null)),
    oracle === null ? NONE : accuracyCell(oracle),
    percentCell(calibration?.rms ?? null),
    percentCell(calibration?.ece ?? null),
  ])
  const passes = attempts.map((k) => `Pass@${k} %`)
  return [
    ['setting', 'accuracy %', 'right', 'unjudged', ...passes, 'oracle %', 'RMS error %', 'ECE %'],
    ...rows,
  ]
}

/** Accuracy, tokens and steps of each setting, with what it saves. */
export function costRows({ settings, against }: AnswersReport): Row[] {
  const known = settings.flatMap(({ name, accuracy, ledger }) =>
    ledger === null
      ? []
      : [{ name, accuracy, tokens: ledger.withHelpers.completionTokens, steps: ledger.steps }],
  )
  const saved: readonly SettingRow[] =
    against === null || !known.some(({ name }) => name === against) ? [] : withSavings(known, against)
  const rows = settings.flatMap(({ name, accuracy, ledger }) => {
    if (ledger === null) return []
    const row = saved.find((one) => one.name === name)
    return [
      [
        name,
        accuracyCell(accuracy),
        kilo(ledger.withHelpers.completionTokens),
        kilo(ledger.agents.completionTokens),
        kilo(ledger.withHelpers.promptTokens),
        ledger.steps.toFixed(1),
        dollars(ledger.withHelpers.cost),
        signed(row?.savedTokensPercent ?? null),
        signed(row?.savedStepsPercent ?? null),
      ],
    ]
  })
  const head = ['setting', 'accuracy %', 'K tokens', 'without helpers', 'K prompt tokens', 'steps', 'cost']
  const savings = [`tokens saved %`, `steps saved %`]
  return [[...head, ...savings], ...rows]
}

/** What the answers were made with; the runs are named where they differ. */
export function measuredRows({ measured: { facts } }: AnswersReport): Row[] {
  const rows = facts.flatMap(({ name, values }) => values.map(({ value, of }) => [name, value, of ?? 'all']))
  return [['what', 'value', 'runs'], ...rows]
}

/** Whether evidence that was asked for came. */
export function helpRows({ settings }: AnswersReport): Row[] {
  const rows = settings.flatMap(({ name, watch }) => {
    if (watch === null) return []
    const { runs, looks, triggers, injections, searches, unhelped } = watch
    return [[name, ...[runs, looks, triggers, injections, searches, unhelped].map(String)]]
  })
  const head = [
    'setting',
    'runs',
    'looks',
    'triggers',
    'injections',
    'searches by code',
    'asked and never helped',
  ]
  return [head, ...rows]
}

/** Tokens of a question by role. */
export function roleRows({ settings }: AnswersReport): Row[] {
  const rows = settings.flatMap(({ name, ledger }) =>
    (ledger?.roles ?? []).map(({ role, kind, calls, promptTokens, completionTokens, cost }) => [
      name,
      role,
      kind,
      calls.toFixed(1),
      kilo(promptTokens),
      kilo(completionTokens),
      dollars(cost),
    ]),
  )
  return [['setting', 'role', 'kind', 'calls', 'K prompt tokens', 'K completion tokens', 'cost'], ...rows]
}

/** What the monitor did, per 10,000 characters that watched agents wrote. */
export function rateRows({ settings }: AnswersReport): Row[] {
  const rows = settings.flatMap(({ name, watch }) => {
    if (watch === null || watch.rates === null) return []
    const { characters, rates } = watch
    return [
      [
        name,
        kilo(characters),
        rates.triggersPer10k.toFixed(2),
        rates.injectionsPer10k.toFixed(2),
        rates.tokensPerInjection?.toFixed(1) ?? NONE,
        rates.extraTokensPer10k.toFixed(1),
      ],
    ]
  })
  return [['setting', 'K characters', 'triggers', 'injections', 'tokens each', 'extra tokens'], ...rows]
}

export function changeRows({ settings }: AnswersReport): Row[] {
  const rows = settings.flatMap(({ name, changes }) =>
    (changes?.stages ?? []).map(({ stage, seen, changed, turns }) => [
      name,
      stage,
      `${changed} of ${seen}`,
      ...[
        turns.wrong_to_right,
        turns.right_to_wrong,
        turns.wrong_to_wrong,
        turns.right_to_right,
        turns.unjudged,
      ].map(String),
    ]),
  )
  const turns = ['wrong to right', 'right to wrong', 'wrong to wrong', 'right to right', 'unjudged']
  return [['setting', 'stage', 'changed', ...turns], ...rows]
}

/** Figure 8. */
export function agreementRows({ agreement }: AnswersReport): Row[] {
  const rows = (agreement?.lines ?? []).map(({ task, count, slope, slopeInterval, r, rInterval }) => {
    return [task, String(count), withInterval(slope, slopeInterval), withInterval(r, rInterval)]
  })
  return [['task', 'questions', 'slope', 'r'], ...rows]
}

/** Figure 7. */
export function errorTypeRows({ errorTypes }: AnswersReport): Row[] {
  const head = ['error type', 'failures', '% of labelled']
  if (errorTypes === null) return [head]
  const rows = Object.entries(errorTypes.types).map(([type, { count, percent }]) => {
    return [type.replaceAll('_', ' '), String(count), percent.toFixed(2)]
  })
  const { count, percent } = errorTypes.joint
  return [head, ...rows, ['reasoning and knowledge together', String(count), percent.toFixed(2)]]
}

function accuracyCell({ accuracy, interval: [low, high], judged }: AccuracyFigures): string {
  return judged === 0 ? NONE : `${percent(accuracy)} [${percent(low)}, ${percent(high)}]`
}

function withInterval(value: number | null, interval: Interval | null): string {
  if (value === null) return NONE
  return interval === null
    ? value.toFixed(3)
    : `${value.toFixed(3)} [${interval.map((end) => end.toFixed(3)).join(', ')}]`
}

function percentCell(share: number | null): string {
  return share === null ? NONE : percent(share)
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}

function kilo(tokens: number): string {
  return (tokens / 1_000).toFixed(1)
}

function signed(value: number | null): string {
  return value === null ? NONE : value.toFixed(1)
}
