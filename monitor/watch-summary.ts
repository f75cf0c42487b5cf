/**
 * Summarises watching over one or more turns: counts from their traces and text, and in words what failed or could not work every time.
 * A failing helper never ends a turn (E17), so a turn that was never helped looks like one that needed no help.
 */
import { compareText } from '../core/index.ts'
import { estimateTokens } from '../models/index.ts'
import { createMethodTally } from './method-tally.ts'
import { NOT_ENGLISH } from './monitors/lexical.ts'
import type { CodeSearch, MissReason, SkipReason, TimedTraceEvent } from './trace.ts'
import { type FailureCount, type WatchSummary, watchRates } from './watch-figures.ts'
import { problemsOf } from './watch-problems.ts'

/** Text of a turn, in pieces of any length. */
type WrittenSegments = Iterable<{ readonly by: 'model' | 'injection' | 'code'; readonly text: string }>

/** Returns the summary of one turn. */
export function watchSummary(trace: readonly TimedTraceEvent[], said?: WrittenSegments): WatchSummary {
  const tally = createWatchTally()
  tally.add(trace, said)
  return tally.summary()
}

const NONE = {
  characters: 0,
  looks: 0,
  triggers: 0,
  unreadable: 0,
  queries: 0,
  injections: 0,
  injectedTokens: 0,
  unused: 0,
  sifted: 0,
  unsifted: 0,
  codeBlocks: 0,
}

/** Creates a tally for turns that are added one by one; it stores none of their texts. */
export function createWatchTally() {
  const counts = { ...NONE }
  const some = { foreign: 0, behind: [] as number[], unanswered: [] as number[] }
  const searches = { asked: 0, empty: 0, failed: 0 }
  const methods = createMethodTally()
  const misses = new Map<MissReason, number>()
  const skips = new Map<SkipReason, number>()
  const failures = new Map<string, FailureCount>()

  function fail(stage: FailureCount['stage'], code: string, message: string): void {
    const key = `${stage} ${code}`
    const known = failures.get(key)
    const least = known === undefined || message < known.message ? message : known.message
    failures.set(key, { stage, code, message: least, count: (known?.count ?? 0) + 1 })
  }

  function search({ found, failure }: CodeSearch): void {
    searches.asked++
    if (found === 0) searches.empty++
    if (failure === undefined) return
    searches.failed++
    fail('search', failure.code, failure.message)
  }

  function look({ answer, reason }: Extract<TimedTraceEvent, { readonly kind: 'look' }>): void {
    counts.looks++
    if (reason === NOT_ENGLISH) some.foreign++
    if (answer === 'yes') counts.triggers++
    if (answer === 'unreadable') counts.unreadable++
  }

  function evidence({ found }: Extract<TimedTraceEvent, { readonly kind: 'evidence' }>): void {
    const worths = found.flatMap(({ worth }) => worth ?? [])
    if (worths.length === 0) return
    counts.sifted++
    if (worths.every((worth) => worth === 'unsifted')) counts.unsifted++
  }

  function addEvent(event: TimedTraceEvent, model: string): void {
    if (event.kind === 'look') look(event)
    else if (event.kind === 'query') counts.queries += Math.min(1, event.queries.length)
    else if (event.kind === 'evidence') evidence(event)
    else if (event.kind === 'miss') raise(misses, event.reason)
    else if (event.kind === 'skip') raise(skips, event.reason)
    else if (event.kind === 'call') methods.add(event, model)
    else addWork(event)
  }

  function addWork(event: TimedTraceEvent): void {
    if (event.kind === 'injection') {
      counts.injections++
      counts.injectedTokens += estimateTokens(event.text)
      if (event.doubt !== undefined) some.behind.push(event.doubt.behind)
    } else if (event.kind === 'unused') counts.unused++
    else if (event.kind === 'failure') fail(event.stage, event.what, event.message)
    else if (event.kind === 'code') {
      counts.codeBlocks++
      for (const one of event.searches ?? []) search(one)
    }
  }

  return {
    /** `said`: text of a watched turn without its prefix, else nothing. `model`: name, if turns of several models are added. */
    add(trace: readonly TimedTraceEvent[], said: WrittenSegments = [], model = '') {
      for (const event of trace) addEvent(event, model)
      some.unanswered.push(...unansweredIn(trace))
      for (const { by, text } of said) if (by === 'model') counts.characters += text.length
    },
    /** Returns the same summary whatever the order in which turns were added. */
    summary(): WatchSummary {
      const sums = {
        ...counts,
        ...optionalFields(some),
        misses: sorted(misses),
        skips: sorted(skips),
        searches: { ...searches },
        failures: [...failures.values()].sort(byStageAndCode),
      }
      return { ...sums, problems: [...problemsOf(sums), ...methods.problems()] }
    },
  }
}

function unansweredIn(trace: readonly TimedTraceEvent[]): number[] {
  return trace.flatMap((event) => {
    const doubt = event.kind === 'skip' || event.kind === 'unused' ? event.doubt : undefined
    return doubt === undefined ? [] : [doubt.offset]
  })
}

/** Returns fields that are omitted when empty. */
function optionalFields({ foreign, behind, unanswered }: OptionalCounts) {
  return {
    ...(foreign === 0 ? {} : { foreign }),
    ...(behind.length === 0 ? {} : { behind: spread(behind) }),
    ...(unanswered.length === 0 ? {} : { unanswered: unanswered.toSorted((one, other) => one - other) }),
  }
}

interface OptionalCounts {
  readonly foreign: number
  readonly behind: readonly number[]
  readonly unanswered: readonly number[]
}

function spread(lengths: readonly number[]): { readonly median: number; readonly most: number } {
  const sorted = lengths.toSorted((one, other) => one - other)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, most: sorted.at(-1) ?? 0 }
}

function raise<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function sorted<Key extends string>(counts: ReadonlyMap<Key, number>): Partial<Record<Key, number>> {
  const entries = [...counts].sort(([one], [other]) => compareText(one, other))
  return Object.fromEntries(entries) as Partial<Record<Key, number>>
}

function byStageAndCode(one: FailureCount, other: FailureCount): number {
  return compareText(`${one.stage} ${one.code}`, `${other.stage} ${other.code}`)
}

/** Returns true if help was requested by a trigger or a search, or could not even be requested, and none arrived. */
export function isUnhelped({ triggers, injections, searches, failures }: WatchSummary): boolean {
  const isAsked = triggers + searches.asked > 0 || failures.some(({ stage }) => stage === 'monitor')
  return isAsked && injections === 0 && searches.asked === searches.failed + searches.empty
}

/** Returns lines for people: what was done and how often, what had no result and why, what failed. Problems are not among them. */
export function watchLines(summary: WatchSummary): string[] {
  const { looks, triggers, unreadable, queries, injections, unused, searches } = summary
  const counts = (of: object) =>
    Object.entries(of).map(([reason, count]) => `${count} ${reason.replaceAll('_', ' ')}`)
  const listed = (name: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${name}: ${items.join(', ')}`]
  return [
    `looks ${looks}, triggers ${triggers}, queries ${queries}, injections ${injections}`,
    ...rateLines(summary),
    ...(unreadable === 0 ? [] : [`unreadable verdicts: ${unreadable}`]),
    ...((summary.behind?.most ?? 0) === 0
      ? []
      : [
          `characters between a doubt and its evidence: median ${summary.behind?.median}, most ${summary.behind?.most}`,
        ]),
    ...(unused === 0 ? [] : [`injections too late for the turn: ${unused}`]),
    ...listed('triggers without an injection', counts(summary.misses)),
    ...listed('looks not taken', counts(summary.skips)),
    ...(searches.asked === 0
      ? []
      : [`searches by code: ${searches.asked}, ${searches.empty} without a hit, ${searches.failed} failed`]),
    ...summary.failures.map(
      ({ stage, code, message, count }) => `failed ${count} x: ${stage}: ${message} [${code}]`,
    ),
  ]
}

/** Returns the lines of rates; empty if no text was written, or its length is unknown. */
function rateLines(summary: WatchSummary): string[] {
  const rates = watchRates(summary)
  if (rates === null) return []
  const { triggersPer10k, injectionsPer10k, tokensPerInjection, extraTokensPer10k } = rates
  const each = tokensPerInjection === null ? '' : ` of ~${tokensPerInjection.toFixed(0)} tokens`
  return [
    `characters written ${summary.characters}; per 10,000: ${triggersPer10k.toFixed(2)} triggers, ${injectionsPer10k.toFixed(2)} injections${each}, ~${extraTokensPer10k.toFixed(0)} extra tokens`,
  ]
}
