/** Describes parts of a loop that never worked: figures of such a turn say nothing about retrieval. */
import type { FailureCount, WatchSummary } from './watch-figures.ts'

type Sums = Omit<WatchSummary, 'problems'>

/** Failed attempts after which a helper is no longer asked. */
const TRIED_IN_VAIN = 2

/** Returns the problems; empty if every part worked at least once, or was never due. */
export function problemsOf(sums: Sums): string[] {
  return [
    ...monitorProblems(sums),
    ...unwatchedProblems(sums),
    ...helperProblems(sums),
    ...sifterProblem(sums),
    ...unansweredProblem(sums),
    ...placeProblem(sums),
    ...unfinishedProblem(sums),
    ...codeProblems(sums),
    ...sums.failures.filter(({ stage }) => stage === 'budget').map(({ message }) => message),
  ]
}

/** Returns problems of text that was written and not watched, since a turn without a trigger then says nothing. */
function unwatchedProblems({ looks, foreign = 0, skips }: Sums): string[] {
  const { thoughts = 0, silent = 0 } = skips
  return [
    ...(foreign > 0 && 2 * foreign >= looks
      ? [
          `The lexical monitor reads English only: ${foreign} of ${counted(looks, 'look')} saw another language. A monitor that is a model reads others: GLOSS_MONITOR=model.`,
        ]
      : []),
    ...(thoughts > looks
      ? [
          `${looks === 0 ? 'Nothing' : 'Little'} could be watched: the server cannot continue thoughts (${counted(thoughts, 'window')} of them), and the answer had ${looks === 0 ? 'none' : looks} to look at.`,
        ]
      : []),
    ...(silent > 0
      ? [
          `Helpers did not answer in time twice in a row; ${counted(silent, 'look')} after that were not taken.`,
        ]
      : []),
  ]
}

function monitorProblems({ looks, unreadable, skips, failures }: Sums): string[] {
  const failed = countOf(failures, 'monitor')
  if (looks === 0 && failed > 0)
    return [`The monitor could not judge any of ${counted(failed, 'look')}: ${reasonOf(failures, 'monitor')}`]
  if (looks > 0 && unreadable === looks)
    return [`None of the monitor’s ${counted(looks, 'answer')} could be read as yes or no.`]
  const late = (skips.late ?? 0) + (skips.overtaken ?? 0)
  if (looks === 0 && late > 0)
    return [`The monitor finished none of ${counted(late, 'look')} before the text went on without it.`]
  return []
}

/** Returns problems of helpers, which run one after the other: what fails in one never reaches the next. */
function helperProblems({ triggers, queries, injections, unused, misses, failures }: Sums): string[] {
  const failed = (stage: FailureCount['stage']) => countOf(failures, stage)
  const noQuery = misses.no_query ?? 0
  const searched =
    injections +
    unused +
    failed('injector') +
    Object.entries(misses).reduce((sum, [reason, count]) => sum + (reason === 'no_query' ? 0 : count), 0)
  const written = injections + unused + (misses.empty_injection ?? 0)
  const all = (stage: FailureCount['stage'], what: string, due: number, noun: string) =>
    failed(stage) === 0 ? [] : [`${what} failed at all ${counted(due, noun)}: ${reasonOf(failures, stage)}`]
  return [
    ...(queries === 0 && noQuery === 0 ? all('querier', 'The querier', triggers, 'trigger') : []),
    ...(searched === 0 ? all('retriever', 'The retriever', queries, 'query') : []),
    ...(written === 0 ? all('injector', 'The injector', failed('injector'), 'injection') : []),
  ]
}

function sifterProblem({ sifted, unsifted, failures }: Sums): string[] {
  const silent =
    failures.find(({ stage, code }) => stage === 'sifter' && code === 'MODEL_TIMEOUT')?.count ?? 0
  if (unsifted < sifted && silent > TRIED_IN_VAIN)
    return [
      `The sifter stopped answering in time; at ${unsifted} of ${counted(sifted, 'query')} all that was found was kept.`,
    ]
  if (sifted === 0 || unsifted < sifted) return []
  const why = countOf(failures, 'sifter') === 0 ? '' : ` (${reasonOf(failures, 'sifter')})`
  return [
    `The sifter gave no usable judgement at any of ${counted(sifted, 'query')}${why}; all that was found was kept.`,
  ]
}

/** Returns a problem that names the places of doubts whose evidence came after the end of the answer, or could not be followed by more of it. */
function unansweredProblem({ unanswered = [] }: Sums): string[] {
  if (unanswered.length === 0) return []
  const places = unanswered.map((place) => place.toLocaleString('en')).join(', ')
  return [
    `The answer ended before evidence could be put at ${counted(unanswered.length, 'doubt')}, before character ${places}.`,
  ]
}

/** Returns a problem if no prepared injection ever reached the text. */
function placeProblem({ injections, unused, unanswered = [] }: Sums): string[] {
  return injections === 0 && unused > unanswered.length
    ? [`All ${counted(unused, 'injection')} came too late for the text.`]
    : []
}

/** Returns a problem if every doubt was seen but the answer always ended before its helpers had finished. */
function unfinishedProblem({ triggers, injections, unused, misses, failures, unanswered }: Sums): string[] {
  const stages = ['querier', 'retriever', 'injector'] as const
  const failed = stages.reduce((sum, stage) => sum + countOf(failures, stage), 0)
  const missed = Object.values(misses).reduce((sum, count) => sum + count, 0)
  const isAll = unanswered === undefined && triggers > 0 && injections + unused + failed + missed === 0
  return isAll
    ? [
        `Helpers were still at work on ${counted(triggers, 'trigger')} when the answer ended: no evidence came.`,
      ]
    : []
}

function codeProblems({ codeBlocks, searches, failures }: Sums): string[] {
  const failed = countOf(failures, 'code')
  return [
    ...(failed > 0 && failed >= codeBlocks
      ? [`Code could not be run in any of ${counted(failed, 'block')}: ${reasonOf(failures, 'code')}`]
      : []),
    ...(searches.asked > 0 && searches.failed === searches.asked
      ? [`Searches by code failed at all ${counted(searches.asked, 'call')}: ${reasonOf(failures, 'search')}`]
      : []),
  ]
}

function countOf(failures: readonly FailureCount[], stage: FailureCount['stage']): number {
  return failures.reduce((sum, failure) => sum + (failure.stage === stage ? failure.count : 0), 0)
}

/** Returns the most frequent reason. */
function reasonOf(failures: readonly FailureCount[], stage: FailureCount['stage']): string {
  const [most] = failures
    .filter((failure) => failure.stage === stage)
    .toSorted((one, other) => other.count - one.count)
  return most === undefined ? '' : `${most.message} [${most.code}]`
}

const PLURALS: Readonly<Record<string, string>> = { query: 'queries' }

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : (PLURALS[noun] ?? `${noun}s`)}`
}
