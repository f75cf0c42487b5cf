/** Sends a turn as one object, for clients that do not want a stream. */
import type { Thinking, Thought } from '../../app/think/index.ts'
import { grown, NO_TEXT, wholeText } from '../../core/index.ts'
import { type AnswerHead, finishWord } from './chat-chunks.ts'
import type { ReportInMaking } from './gloss-report.ts'
import { usageOf } from './gloss-report.ts'
import type { JsonObject } from './json-object.ts'

type ToolCall = Extract<Thought, { readonly type: 'tool-call' }>['call']

export async function wholeAnswer(
  { thoughts, ledger }: Thinking,
  report: ReportInMaking,
  head: AnswerHead,
): Promise<JsonObject> {
  const texts = { text: NO_TEXT, reasoning: NO_TEXT }
  const calls: ToolCall[] = []
  let reason = 'stop'
  for await (const thought of thoughts) {
    report.add(thought)
    if (thought.type === 'text') texts[thought.channel] = grown(texts[thought.channel], thought.text)
    if (thought.type === 'tool-call') calls.push(thought.call)
    if (thought.type === 'finish') reason = thought.reason
  }
  await report.mark()
  const annotations = report.annotations()
  const reasoning = wholeText(texts.reasoning)
  const message = {
    role: 'assistant',
    content: wholeText(texts.text),
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    refusal: null,
    ...(annotations.length === 0 ? {} : { annotations }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(wireCall) }),
  }
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishWord(reason) }],
    usage: usageOf(ledger.rows()),
    gloss: report.report(),
  }
}

function wireCall({ id, name, arguments: json }: ToolCall): JsonObject {
  return { id, type: 'function', function: { name, arguments: json } }
}
