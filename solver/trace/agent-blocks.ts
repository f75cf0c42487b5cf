/** An agent: what it was asked, what it wrote with what was put in, each look at it, and what its helpers were asked. */
import type { ChatMessage, Written } from '../../models/index.ts'
import type { AgentSegment } from '../agent.ts'
import { folded, heading, note, type PageBlock, tableOf } from './blocks.ts'
import { lookRows } from './look-rows.ts'
import type { AgentPage, FunctionPage, QuestionPage, StreamPage } from './run-pages.ts'
import { sharedParts } from './shared-parts.ts'

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

/** Prompts of one kind differ in what is filled in: the first is shown whole, the others by what differs. */
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
