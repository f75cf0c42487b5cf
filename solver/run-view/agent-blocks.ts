/** Shows an agent: its prompt, its text with injections, each look of the monitor, and the questions to its helpers. */
import type { ChatMessage, Written } from '../../models/index.ts'
import type { TimedTraceEvent } from '../../monitor/index.ts'
import type { AgentSegment } from '../agent.ts'
import { folded, heading, note, type PageBlock, tableOf } from './page-blocks.ts'
import type { AgentPage, FunctionPage, QuestionPage, StreamPage } from './read-run.ts'

export function agentBlocks(agent: AgentPage): PageBlock[] {
  const { path, messages, prefix, run, failure, streams, functions, helpers } = agent
  return [
    heading(2, path),
    note(factsOf(agent)),
    ...(failure === null ? [] : [failureBlock(failure)]),
    ...folded('Prompt', [...messageBlocks(messages), ...prefixBlocks(prefix)]),
    ...(run?.segments ?? []).map(segmentBlock),
    ...folded('Looks, evidence and code', tableOf([LOOK_HEAD, ...lookRows(run?.trace ?? [])])),
    ...folded('Calls of its model', tableOf([CALL_HEAD, ...streams.map(streamRow)])),
    ...folded('Functions that its code called', tableOf([FUNCTION_HEAD, ...functions.map(functionRow)])),
    ...folded('Questions to helpers', helperBlocks(helpers)),
  ]
}

export function questionBlocks({ path, call, model, messages, text, failure }: QuestionPage): PageBlock[] {
  const asked = model === null ? [] : [note(`${call}, answered by ${model}`)]
  return [
    heading(2, path),
    ...asked,
    ...folded('Prompt', messageBlocks(messages)),
    ...(text === null ? [] : [{ type: 'verbatim' as const, text }]),
    ...(failure === null ? [] : [failureBlock(failure)]),
  ]
}

const LOOK_HEAD = ['where', 'what', 'how it went']
const CALL_HEAD = ['call', 'model', 'in the turn by then', 'failure']
const FUNCTION_HEAD = ['call', 'arguments', 'failure']
const NOT_KEPT = 'Not kept by the version that asked it.'

function factsOf({ run, failure }: AgentPage): string {
  if (run === null) return failure === null ? 'did not finish' : 'failed'
  const { role, steps, trace, finish, hasAnswer } = run
  const looks = trace.filter(({ kind }) => kind === 'look').length
  const facts = [role, `${steps} steps`, `${looks} looks`, `ended by ${finish}`]
  return [...facts, ...(hasAnswer === false ? ['without the required answer'] : [])].join(', ')
}

function failureBlock({ code, message }: NonNullable<AgentPage['failure']>): PageBlock {
  return { type: 'problem', text: `${message} [${code}]` }
}

function messageBlocks(messages: readonly ChatMessage[] | null): PageBlock[] {
  if (messages === null) return [note(NOT_KEPT)]
  return messages.flatMap(({ role, content }): PageBlock[] => [
    note(`${role}:`),
    { type: 'verbatim', text: content },
  ])
}

function prefixBlocks(prefix: Written | null): PageBlock[] {
  if (prefix === null) return []
  const { reasoning, text } = prefix
  return [note('The turn begins with:'), { type: 'verbatim', text: `${reasoning}${text}` }]
}

function segmentBlock({ channel, by, text }: AgentSegment): PageBlock {
  if (by !== 'model') return { type: 'text', by, text }
  return channel === 'reasoning' ? { type: 'text', by: 'reasoning', text } : { type: 'text', text }
}

function streamRow({ call, model, writtenBefore, failure }: StreamPage): string[] {
  const written =
    writtenBefore === null
      ? 'not kept'
      : `${writtenBefore.reasoning + writtenBefore.text} characters (${writtenBefore.reasoning} of them thoughts)`
  return [call, model ?? '', written, failureText(failure)]
}

function functionRow({ call, values, failure }: FunctionPage): string[] {
  return [call, values.map((value) => JSON.stringify(value)).join(', '), failureText(failure)]
}

function failureText(failure: AgentPage['failure']): string {
  return failure === null ? '' : `${failure.message} [${failure.code}]`
}

/** Returns blocks for helpers. Of prompts of one kind, the first is shown whole, the others only where they differ. */
function helperBlocks(helpers: readonly QuestionPage[]): PageBlock[] {
  const first = new Map<string, { readonly call: string; readonly text: string }>()
  return helpers.flatMap(({ call, model, messages, text, failure }): PageBlock[] => {
    const kind = call.slice(0, call.lastIndexOf('.'))
    const asked = messages === null ? NOT_KEPT : promptText(messages)
    const known = first.get(kind)
    if (known === undefined) first.set(kind, { call, text: asked })
    const shown = known === undefined ? null : sharedParts(known.text, asked)
    return [
      note(
        `${call}${model === null ? '' : `, answered by ${model}`}${shown === null ? ':' : `, as ${known?.call} but for:`}`,
      ),
      { type: 'verbatim', text: shown ?? asked },
      ...(text === null ? [] : [note('answered:'), { type: 'verbatim' as const, text }]),
      ...(failure === null ? [] : [failureBlock(failure)]),
    ]
  })
}

function promptText(messages: readonly ChatMessage[]): string {
  return messages.map(({ role, content }) => `${role}:\n${content}`).join('\n\n')
}

type EventOf<Kind extends TimedTraceEvent['kind']> = Extract<TimedTraceEvent, { readonly kind: Kind }>
type Row = readonly [where: string, what: string, detail: string]
type Place = EventOf<'look'>['at']

/** Returns the rows of a trace, in order. */
export function lookRows(trace: readonly TimedTraceEvent[]): Row[] {
  return trace.flatMap((event): Row[] => {
    if ('at' in event) return [[placeText(event.at), event.kind, lookDetail(event)]]
    if (event.kind === 'failure') return [['', `failure: ${event.stage}`, `${event.message} [${event.what}]`]]
    if (event.kind === 'end') return []
    return [['step' in event ? `step ${event.step}` : '', event.kind, stepDetail(event)]]
  })
}

function placeText({ step, call, channel, offset }: Place): string {
  return `step ${step}, call ${call}, ${channel} ${offset}`
}

type SegmentEvent = EventOf<'look' | 'query' | 'evidence' | 'injection' | 'miss' | 'skip' | 'unused'>

function lookDetail(event: SegmentEvent): string {
  if (event.kind === 'look') return verdictText(event)
  if (event.kind === 'query') return quotedTexts(event.queries) || 'none'
  if (event.kind === 'evidence') return evidenceText(event)
  if (event.kind === 'injection') return injectionText(event)
  return event.reason.replaceAll('_', ' ')
}

/** Returns the verdict of a look, with the window unless the answer is no. */
function verdictText({ answer, reason, window }: EventOf<'look'>): string {
  const why = reason === '' ? '' : ` (${reason})`
  return `${answer}${why}${answer === 'no' ? '' : `; the window: ${JSON.stringify(window)}`}`
}

function quotedTexts(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(', ')
}

function evidenceText({ found, kept }: EventOf<'evidence'>): string {
  if (found.length === 0) return 'nothing found'
  return found
    .map(({ unit, score, similarity, worth }) => {
      const cosine = similarity === null ? '' : `, cosine ${similarity.toFixed(3)}`
      const sifted = worth === undefined ? '' : `, worth ${worth}`
      return `${kept.includes(unit) ? 'kept' : 'dropped'} ${unit} (score ${score.toFixed(3)}${cosine}${sifted})`
    })
    .join('; ')
}

const DEFUSED = '; control marks in it were made harmless'

function injectionText(event: EventOf<'injection'>): string {
  const { cut, doubt, units, queries, discarded, isDefused } = event
  const sources = units.map(({ unit, title, page, locator }) => {
    const where = page === null ? locator : `page ${page}`
    return [title || 'untitled', where, unit].filter((part) => part !== '').join(', ')
  })
  const lost = discarded === '' ? '' : `; ${discarded.length} characters behind it thrown away`
  const late =
    doubt === undefined || doubt.behind === 0 ? '' : ` (${doubt.behind} characters after the doubt)`
  return `at ${cut.offset}${late}, after a ${cut.kind}, for ${quotedTexts(queries)}: ${sources.join('; ')}${lost}${isDefused ? DEFUSED : ''}`
}

function callDetail({ rung, instead = null }: EventOf<'call'>): string {
  if (rung === null) return 'begun'
  return instead === null ? `resumed by ${rung}` : `resumed by ${rung}, for ${instead} was not taken`
}

function stepDetail(event: EventOf<'call' | 'code' | 'forced'>): string {
  if (event.kind === 'call') return callDetail(event)
  if (event.kind === 'forced') return `made to answer: ${event.why.replaceAll('_', ' ')}`
  const searches = (event.searches ?? []).map(({ query, found, failure }) => {
    const result = failure === undefined ? `${found ?? 0} found` : `${failure.message} [${failure.code}]`
    return `searched ${JSON.stringify(query)}: ${result}`
  })
  // Code and results are shown in the text.
  const ran = `${event.code.length} characters of code, ${event.result.length} of results${event.isDefused ? DEFUSED : ''}`
  return [ran, ...searches].join('; ')
}

/** Texts that share less are from different prompts. Chosen, not measured. */
const MIN_SHARED_PART = 0.3

/** Returns the part of `text` between the lines that it shares with the start and end of `first`; null if that is most of it. */
export function sharedParts(first: string, text: string): string | null {
  const [one, other] = [first.split('\n'), text.split('\n')]
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start++
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const differing = other.slice(start, other.length - end).join('\n')
  return differing.length > text.length * (1 - MIN_SHARED_PART) ? null : differing
}
