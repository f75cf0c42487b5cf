/** The `gloss` object at the end of an answer: what was injected, from which sources, and the cost. */

import type { HideAddresses } from '../../app/proxy/index.ts'
import { createWatchTally, type Thought, type TimedTraceEvent } from '../../app/think/index.ts'
import type { AnswerMarks, LedgerRow } from '../../app/wiring/index.ts'
import { defined, grown, NO_TEXT, wholeText } from '../../core/index.ts'
import type { JsonObject } from './json-object.ts'
import type { FirstSources, UrlCitation } from './retrieved-first.ts'

type Injection = Extract<TimedTraceEvent, { readonly kind: 'injection' }>

/** An injection of the trace, in the channel that the protocol names; `span` is in the whole text of the channel. */
type InjectedText = Pick<Injection, 'span' | 'doubt' | 'text' | 'isDefused' | 'queries' | 'units'> & {
  readonly channel: 'content' | 'reasoning_content'
}

export interface GlossReport extends ServedBy {
  /** Sources put in front, and what each sentence is based on; absent unless `x-gloss-retrieve: first` asks for it. */
  readonly retrieved?: JsonObject
  readonly injections: readonly InjectedText[]
  /** Number of windows that were looked at, and of those found in doubt. */
  readonly looks: number
  readonly triggers: number
  /** Triggers without a result, by reason. */
  readonly misses: Readonly<Record<string, number>>
  /** Errors on the way, which were recovered from unless the answer ends with an error. */
  readonly failures: readonly { readonly stage: string; readonly code: string; readonly message: string }[]
  /** A sentence for each part that failed, or could not work, every time. */
  readonly problems: readonly string[]
  /** Costs as in the answers of /solve. */
  readonly ledger: Readonly<Record<string, LedgerEntry>>
  /** Verdicts of the papers on the quotations and numbers that the model wrote; absent if there are none. */
  readonly marks?: AnswerMarks['marks']
}

type LedgerEntry = Pick<
  LedgerRow,
  'calls' | 'promptTokens' | 'completionTokens' | 'seconds' | 'cost' | 'estimated'
>

export interface ServedBy {
  readonly corpus: string
  readonly backend: string
  readonly monitor: string
  /** Preset; absent if none was requested. */
  readonly preset?: string
}

const UNMARKED: AnswerMarks = { marks: [], problems: [] }

/** Collects the trace of one turn. */
export function createReport(
  chosen: ServedBy,
  ledger: () => readonly LedgerRow[],
  first: FirstSources | null = null,
  hide: HideAddresses = (text) => text,
  mark: (text: string) => Promise<AnswerMarks> = () => Promise.resolve(UNMARKED),
) {
  // Only the model's own text, at its place in the content: a mark such as [1] in a paper is no citation.
  let said = NO_TEXT
  let saidInPlace = NO_TEXT
  const injections: InjectedText[] = []
  const failures: { stage: string; code: string; message: string }[] = []
  const tally = createWatchTally()

  function add(event: TimedTraceEvent): void {
    tally.add([event])
    if (event.kind === 'injection') injections.push(injectedText(event))
    else if (event.kind === 'failure')
      failures.push({ stage: event.stage, code: event.what, message: hide(event.message) })
  }

  let marked = UNMARKED
  return {
    /** Checks the model's own text. */
    async mark(): Promise<void> {
      marked = await mark(wholeText(said))
    },
    add(thought: Thought): void {
      if (thought.type === 'trace') add(thought.event)
      else if (thought.type === 'text' && thought.channel === 'text') {
        const isOwn = thought.by === 'model'
        said = grown(said, isOwn ? thought.text : ' ')
        saidInPlace = grown(saidInPlace, isOwn ? thought.text : thought.text.replace(/\S/g, ' '))
      }
    },
    /** Returns the annotations of the answer so far; empty without sources. */
    annotations: (): readonly UrlCitation[] => first?.ground(wholeText(saidInPlace)).annotations ?? [],
    report: (): GlossReport => {
      const { looks, triggers, misses, problems } = tally.summary()
      return {
        ...chosen,
        ...(first === null
          ? {}
          : {
              retrieved: {
                ...first.retrieved,
                answers: [{ index: 0, ...first.ground(wholeText(said)).answer }],
              },
            }),
        injections,
        looks,
        triggers,
        misses,
        failures,
        problems: [...problems.map(hide), ...marked.problems],
        ledger: Object.fromEntries(ledger().map((row) => [row.role, entryOf(row)])),
        ...(marked.marks.length === 0 ? {} : { marks: marked.marks }),
      }
    },
  }
}
export type ReportInMaking = ReturnType<typeof createReport>

function injectedText({ at, span, doubt, text, isDefused, queries, units }: Injection): InjectedText {
  return {
    channel: at.channel === 'text' ? 'content' : 'reasoning_content',
    span,
    ...defined({ doubt }),
    text,
    ...defined({ isDefused }),
    queries,
    units,
  }
}

function entryOf({
  calls,
  promptTokens,
  completionTokens,
  seconds,
  cost,
  estimated,
}: LedgerRow): LedgerEntry {
  return { calls, promptTokens, completionTokens, seconds, cost, estimated }
}

/** Returns the ledger as the protocol's `usage`, including helpers' tokens, which are on the same bill. */
export function usageOf(rows: readonly LedgerRow[]): Readonly<Record<string, unknown>> {
  const sum = (part: 'promptTokens' | 'completionTokens' | 'reasoningTokens' | 'cachedPromptTokens') =>
    rows.reduce((total, row) => total + row[part], 0)
  const promptTokens = sum('promptTokens')
  const completionTokens = sum('completionTokens')
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: sum('cachedPromptTokens') },
    completion_tokens_details: { reasoning_tokens: sum('reasoningTokens') },
  }
}
