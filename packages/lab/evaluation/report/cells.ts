/** Builds the tables of a report on answers as rows of cells; the first row is the head, and a table with only a head is left out. */
import { dollars, type Interval, type Row, withInterval } from '../../../../comparison/index.ts'
import type { SpendingFigures, SpendingSum } from '../answers/index.ts'
import {
  accuracyCell,
  type Column,
  columnsUpTo,
  fixed,
  kilo,
  NONE,
  percent,
  percentCell,
  rowsOf,
} from './columns.ts'
import type { AnswersReport, SettingReport } from './report.ts'

type Part<Key extends keyof SettingReport> = { readonly name: string } & NonNullable<SettingReport[Key]>

/** Returns the settings for which this is known, with their names. */
function known<Key extends 'watch' | 'selection'>({ settings }: AnswersReport, key: Key): Part<Key>[] {
  return settings.flatMap((setting) => {
    const part = setting[key]
    return part === null ? [] : [{ name: setting.name, ...part } as Part<Key>]
  })
}

const SETTING: Column<{ readonly name: string }> = ['setting', ({ name }) => name]

export function accuracyRows({ settings }: AnswersReport): Row[] {
  const attempts = new Set(settings.flatMap(({ passes }) => passes.map(({ k }) => k)))
  return rowsOf(settings, [
    SETTING,
    ['accuracy %', ({ accuracy }) => accuracyCell(accuracy)],
    ['right', ({ accuracy }) => `${accuracy.correct} of ${accuracy.judged}`],
    ['unjudged', ({ accuracy }) => accuracy.unjudged],
    ...[...attempts]
      .sort((a, b) => a - b)
      .map(
        (k): Column<SettingReport> => [
          `Pass@${k} %`,
          ({ passes }) => percentCell(passes.find((pass) => pass.k === k)?.share ?? null),
        ],
      ),
    ['oracle %', ({ oracle }) => (oracle === null ? NONE : accuracyCell(oracle))],
    ['RMS error %', ({ calibration }) => percentCell(calibration?.rms ?? null)],
    ['ECE %', ({ calibration }) => percentCell(calibration?.ece ?? null)],
  ])
}

/** Returns accuracy by category, as in Humanity's Last Exam, ReThinker's Tables 10 to 12 and GAIA's levels. */
export function categoryRows({ settings }: AnswersReport): Row[] {
  const parts = settings.flatMap(({ name, categories }) => categories.map((own) => ({ name, ...own })))
  return rowsOf(parts, [
    SETTING,
    ['category', ({ category }) => category],
    ['accuracy %', ({ accuracy }) => accuracyCell(accuracy)],
    ['right', ({ accuracy }) => `${accuracy.correct} of ${accuracy.judged}`],
    ['unjudged', ({ accuracy }) => accuracy.unjudged],
  ])
}

/** Returns accuracy, tokens and steps of each setting, with the savings. */
export function costRows({ settings, against }: AnswersReport): Row[] {
  const parts = settings.flatMap(({ name, accuracy, ledger }) =>
    ledger === null
      ? []
      : [{ name, accuracy, ledger, tokens: ledger.withHelpers.completionTokens, steps: ledger.steps }],
  )
  const base = parts.find(({ name }) => name === against)
  /** Returns the saving in per cent against the row of comparison; below 0 if it is more. */
  const saved = (part: (typeof parts)[number], what: 'tokens' | 'steps') =>
    base === undefined || part === base || base[what] === 0 ? NONE : percent(1 - part[what] / base[what])
  return rowsOf(parts, [
    SETTING,
    ['accuracy %', ({ accuracy }) => accuracyCell(accuracy)],
    ['K tokens', ({ tokens }) => kilo(tokens)],
    ['without helpers', ({ ledger }) => kilo(ledger.agents.completionTokens)],
    ['K prompt tokens', ({ ledger }) => kilo(ledger.withHelpers.promptTokens)],
    ['steps', ({ steps }) => steps.toFixed(1)],
    ['cost', ({ ledger }) => dollars(ledger.withHelpers.cost)],
    ['tokens saved %', (part) => saved(part, 'tokens')],
    ['steps saved %', (part) => saved(part, 'steps')],
  ])
}

/** Returns the conditions of the answers; the runs are named if these differ. */
export function measuredRows({ measured: { facts } }: AnswersReport): Row[] {
  const parts = facts.flatMap(({ name, values }) => values.map((value) => ({ name, ...value })))
  return rowsOf(parts, [
    ['what', ({ name }) => name],
    ['value', ({ value }) => value],
    ['runs', ({ of }) => of ?? 'all'],
  ])
}

/** Returns whether requested evidence arrived. */
export function helpRows(report: AnswersReport): Row[] {
  return rowsOf(known(report, 'watch'), [
    SETTING,
    ['runs', ({ runs }) => runs],
    ['looks', ({ looks }) => looks],
    ['triggers', ({ triggers }) => triggers],
    ['injections', ({ injections }) => injections],
    ['searches by code', ({ searches }) => searches],
    ['asked and never helped', ({ unhelped }) => unhelped],
  ])
}

/** Returns tokens per question by role. */
export function roleRows({ settings }: AnswersReport): Row[] {
  const parts = settings.flatMap(({ name, ledger }) => (ledger?.roles ?? []).map((row) => ({ name, ...row })))
  return rowsOf(parts, [
    SETTING,
    ['role', ({ role }) => role],
    ['kind', ({ kind }) => kind],
    ['calls', ({ calls }) => calls.toFixed(1)],
    ['K prompt tokens', ({ promptTokens }) => kilo(promptTokens)],
    ['K completion tokens', ({ completionTokens }) => kilo(completionTokens)],
    ['cost', ({ cost }) => dollars(cost)],
  ])
}

/** Returns the monitor's actions per 10,000 characters that watched agents wrote. */
export function rateRows(report: AnswersReport): Row[] {
  const parts = known(report, 'watch').flatMap(({ name, characters, rates }) =>
    rates === null ? [] : [{ name, characters, ...rates }],
  )
  return rowsOf(parts, [
    SETTING,
    ['K characters', ({ characters }) => kilo(characters)],
    ['triggers', ({ triggersPer10k }) => triggersPer10k.toFixed(2)],
    ['injections', ({ injectionsPer10k }) => injectionsPer10k.toFixed(2)],
    ['tokens each', ({ tokensPerInjection }) => fixed(tokensPerInjection, 1)],
    ['extra tokens', ({ extraTokensPer10k }) => extraTokensPer10k.toFixed(1)],
  ])
}

export function changeRows({ settings }: AnswersReport): Row[] {
  const parts = settings.flatMap(({ name, changes }) =>
    (changes?.stages ?? []).map((stage) => ({ name, ...stage })),
  )
  return rowsOf(parts, [
    SETTING,
    ['stage', ({ stage }) => stage],
    ['changed', ({ seen, changed }) => `${changed} of ${seen}`],
    ['wrong to right', ({ turns }) => turns.wrong_to_right],
    ['right to wrong', ({ turns }) => turns.right_to_wrong],
    ['wrong to wrong', ({ turns }) => turns.wrong_to_wrong],
    ['right to right', ({ turns }) => turns.right_to_right],
    ['unjudged', ({ turns }) => turns.unjudged],
  ])
}

/** Returns the rows of Figure 8. */
export function agreementRows({ agreement }: AnswersReport): Row[] {
  return rowsOf(agreement?.lines ?? [], [
    ['task', ({ task }) => task],
    ['questions', ({ count }) => count],
    ['slope', ({ slope, slopeInterval }) => slopeCell(slope, slopeInterval)],
    ['r', ({ r, rInterval }) => slopeCell(r, rInterval)],
  ])
}

/** Returns the rows of Figure 7. */
export function errorTypeRows({ errorTypes }: AnswersReport): Row[] {
  const parts = errorTypes === null ? [] : Object.entries(errorTypes.types)
  const joint = errorTypes === null ? [] : [['reasoning and knowledge together', errorTypes.joint] as const]
  return rowsOf(
    [...parts, ...joint],
    [
      ['error type', ([type]) => type.replaceAll('_', ' ')],
      ['failures', ([, { count }]) => count],
      ['% of labelled', ([, { percent: share }]) => share.toFixed(2)],
    ],
  )
}

/** Returns Pass@1, Pass@n and hit rate over all runs; n is the number of candidates. */
export function selectionRows(report: AnswersReport): Row[] {
  return rowsOf(known(report, 'selection'), [
    SETTING,
    ['runs', ({ runs }) => runs],
    ['n', ({ candidates: [least, most] }) => (least === most ? most : `${least} to ${most}`)],
    ['Pass@1 %', ({ chosen }) => countedCell(chosen)],
    ['Pass@n %', ({ solved }) => countedCell(solved)],
    ['hit rate %', ({ hits }) => (hits === null ? NONE : countedCell(hits))],
    ['right of n', ({ meanRight }) => meanRight.toFixed(2)],
    ['without candidates', ({ withoutPool }) => withoutPool],
    ['unjudged', ({ unjudged }) => unjudged],
    ['judge errors', ({ judgeErrors }) => judgeErrors],
  ])
}

/** Returns runs by their number of right candidates, with how often a right one was chosen. */
export function byRightRows(report: AnswersReport): Row[] {
  const parts = known(report, 'selection')
  const most = Math.max(0, ...parts.map(({ byRight }) => byRight.length - 1))
  const cell = ({ byRight }: Part<'selection'>, at: number) => {
    const row = byRight.find(({ right }) => right === at)
    return row === undefined ? NONE : `${row.runs} (${row.hits})`
  }
  return rowsOf(parts, [SETTING, ...columnsUpTo(most, (at) => `${at} right`, cell)])
}

interface Spending {
  readonly name: string
  readonly spending: SpendingFigures | null
}

/** Returns spending rows. `first` is the heading of the first column. */
export function spendingRows(settings: readonly Spending[], first = 'setting'): Row[] {
  const parts = settings.flatMap(({ name, spending }) => (spending === null ? [] : [{ name, ...spending }]))
  const sums = (
    what: string,
    sum: (one: SpendingFigures) => SpendingSum | null,
  ): Column<SpendingFigures>[] => [
    [`calls of ${what}`, (one) => fixed(sum(one)?.calls, 1)],
    ['tokens', (one) => fixed(sum(one)?.tokens, 0)],
    ['seconds', (one) => fixed(sum(one)?.seconds, 1)],
    ['cost', (one) => spentCell(sum(one))],
  ]
  return rowsOf(parts, [
    [first, ({ name }) => name],
    ['right', ({ right, runs }) => `${right} of ${runs}`],
    ...sums('a run', ({ ofRun }) => ofRun),
    ...sums('a right answer', ({ ofRight }) => ofRight),
  ])
}

export function toolRows({ settings }: AnswersReport): Row[] {
  const parts = settings.flatMap(({ name, tools }) => (tools ?? []).map((row) => ({ name, ...row })))
  return rowsOf(parts, [
    SETTING,
    ['stage', ({ stage }) => stage],
    ['tool', ({ tool }) => tool],
    ['calls of a run', ({ calls }) => calls.toFixed(2)],
  ])
}

function spentCell(sum: SpendingSum | null): string {
  return sum === null ? NONE : dollars(sum.cost)
}

function countedCell(figures: Parameters<typeof accuracyCell>[0]): string {
  return figures.judged === 0 ? NONE : `${accuracyCell(figures)}, ${figures.correct} of ${figures.judged}`
}

function slopeCell(value: number | null, interval: Interval | null): string {
  if (value === null || interval === null) return fixed(value, 3)
  return withInterval(value, interval, (end) => end.toFixed(3))
}
