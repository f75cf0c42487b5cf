/** Cutting a greedy answer of a real model and letting it go on: is the whole the same, and what did the server read again? */
import {
  type ChatEvent,
  type ChatRequest,
  type ChatUsage,
  type ContinuingChat,
  foldAnswer,
  type StreamingChat,
  type Written,
} from '../../../../models/index.ts'

export interface Uncut {
  readonly request: ChatRequest
  readonly text: string
  /** UTF-16 offset of what the model wrote itself. */
  readonly from: number
}

export interface CutOutcome {
  readonly offset: number
  readonly isEqual: boolean
  /** Null where nothing differs. UTF-16, from the beginning of the answer. */
  readonly differsAt: number | null
  /** What stands behind the cut: in the uncut answer, and as it was gone on with. */
  readonly uncut: string
  readonly goneOn: string
  readonly usage: ChatUsage
}

const SEAM_CHARACTERS = 12
// Where a difference is shown, so many characters of it are enough.
const SHOWN_CHARACTERS = 60

/** `opening` is put into the model's mouth: a base model left alone repeats the question. */
export async function writeUncut(
  chat: ContinuingChat,
  { question, opening }: { readonly question: string; readonly opening: string },
  maxTokens: number,
  signal: AbortSignal,
): Promise<Uncut> {
  const request: ChatRequest = {
    messages: [{ role: 'user', content: question }],
    temperature: 0,
    maxTokens,
    // Keeps it in prose: it has seen more web pages than answers.
    extraBody: { logit_bias: ['<', '</', '\n', '\n\n'].map((text) => [text, false]) },
  }
  const { text } = await foldAnswer(chat.stream(request, { text: opening, reasoning: '' }, signal))
  return { request, text: opening + text, from: opening.length }
}

/** Offsets right behind the full stop, before the white space, with enough behind them to compare. */
export function sentenceEnds({ text, from }: Uncut, leastBehind: number): readonly number[] {
  return [...text.matchAll(/[.!?](?=\s)/g)]
    .map(({ index }) => index + 1)
    .filter((offset) => offset > from && offset <= text.length - leastBehind)
}

/** Goes on from `offset` until there is as much as in the uncut answer. */
export async function goOnFrom(
  chat: ContinuingChat,
  { request, text }: Uncut,
  offset: number,
  signal: AbortSignal,
): Promise<CutOutcome> {
  const written: Written = { reasoning: '', text: text.slice(0, offset) }
  const { goneOn, usage } = await asMuchAs(chat.stream(request, written, signal), text.length - offset)
  const joined = written.text + goneOn
  const differsAt = firstDifference(joined, text)
  const shown = (from: string) => from.slice(offset, offset + SHOWN_CHARACTERS)
  return { offset, isEqual: differsAt === null, differsAt, uncut: shown(text), goneOn: shown(joined), usage }
}

/** True where the server says itself that it goes on from the text as it was cut: nothing of it is lost, nothing is there twice. */
export async function isReadWhole(
  chat: StreamingChat,
  { request, text }: Uncut,
  offset: number,
  signal: AbortSignal,
): Promise<boolean> {
  const written = text.slice(0, offset)
  const answer = chat.stream(
    {
      ...request,
      messages: [...request.messages, { role: 'assistant', content: written }],
      maxTokens: 1,
      extraBody: { continue_final_message: true, add_generation_prompt: false, echo: true },
    },
    signal,
  )
  const echoed = (await foldAnswer(answer)).text
  return echoed.startsWith(written) && !echoed.slice(written.length).includes(written.slice(-SEAM_CHARACTERS))
}

/**
 * How far the model's two best tokens are apart where two answers part, in nats: next to nothing means that the arithmetic decides, which is
 * another for text that is read in one go than for text that is written token by token.
 */
export async function marginAt(
  chat: StreamingChat,
  { request, text }: Uncut,
  differsAt: number,
  signal: AbortSignal,
): Promise<number | null> {
  // A token begins with the white space before its word, or with a mark.
  const behindMark = text.slice(0, differsAt).search(/[^\s\p{L}\p{N}][\p{L}\p{N}]*$/u) + 1
  const start = Math.max(behindMark, text.slice(0, differsAt + 1).search(/\s\S*$/))
  const events = chat.stream(
    {
      ...request,
      messages: [...request.messages, { role: 'assistant', content: text.slice(0, start) }],
      maxTokens: 1,
      topLogprobs: 2,
      extraBody: { ...request.extraBody, continue_final_message: true, add_generation_prompt: false },
    },
    signal,
  )
  for await (const event of events) {
    const [best, second] = event.type === 'logprobs' ? (event.tokens[0]?.alternatives ?? []) : []
    if (best !== undefined && second !== undefined) return Number((best.logprob - second.logprob).toFixed(3))
  }
  return null
}

async function asMuchAs(events: AsyncIterable<ChatEvent>, characters: number) {
  let goneOn = ''
  let usage: ChatUsage = { promptTokens: 0, completionTokens: 0, estimated: true }
  for await (const event of events) {
    if (event.type === 'text') goneOn += event.text
    if (event.type === 'usage') usage = event.usage
    if (goneOn.length >= characters && !usage.estimated) break
  }
  return { goneOn: goneOn.slice(0, characters), usage }
}

function firstDifference(one: string, other: string): number | null {
  for (let at = 0; at < Math.max(one.length, other.length); at++) if (one[at] !== other[at]) return at
  return null
}
