/** Converts the body of a response to the events of an answer, whatever form the server chose. */
import {
  type Clock,
  GlossError,
  grown,
  isRecord,
  NO_TEXT,
  parsedJson,
  type ServerAnswer,
  textOfBody,
  wholeText,
} from '../../core/index.ts'
import type { PartialAnswer } from '../chat/chat-error.ts'
import type { Deadlines } from '../chat/deadlines.ts'
import { createFrameReader } from '../chat/wire-frames.ts'
import { recordsOf } from '../chat/wire-values.ts'
import type { ChatEvent, ChatRequest, ChatUsage, WireFields } from '../ports.ts'
import { estimatePromptTokens, estimateTokens } from '../token-estimate.ts'
import { errorObjectFailure, protocolFailure } from './openai-failures.ts'
import { createSseReader, type SseEvent } from './sse-reader.ts'

// Time to wait for usage and `[DONE]` after the last token, and for the end of the body after `[DONE]`: a body that is read to its end
// leaves the connection open for the next question. Chosen, not measured.
const AFTER_FINISH_MS = 2_000
const AFTER_DONE_MS = 250
// A million tokens have some 4 million characters. Chosen, not measured: no model writes as much in one answer.
const MAX_ANSWER_CHARACTERS = 4_000_000
// Limit for a whole answer as JSON, some of it escaped.
const MAX_WHOLE_BYTES = 4 * MAX_ANSWER_CHARACTERS

export interface CompletionReader {
  events(): AsyncGenerator<ChatEvent>
  /** Returns the answer so far; null if nothing was yielded yet. */
  partial(): PartialAnswer | null
}

interface Reading {
  readonly request: ChatRequest
  readonly deadlines: Deadlines
  readonly clock: Clock
  /** If it is aborted, failures are not the server's fault. */
  readonly signal: AbortSignal
  /** Closes the connection if the body was not read to its end. */
  readonly close: () => void
}

export function createCompletionReader(
  open: () => Promise<ServerAnswer>,
  reading: Reading,
): CompletionReader {
  const { request, deadlines } = reading
  const frames = createFrameReader()
  const said = { text: NO_TEXT, reasoning: NO_TEXT }
  let hasFrames = false
  let isDone = false

  function eventsOf(frame: WireFields): readonly ChatEvent[] {
    const wasFinished = frames.isFinished
    const events = frames.read(frame)
    checkLength(frames.characters)
    if (frames.hasBegun) deadlines.progress()
    if (frames.isFinished) deadlines.stop()
    return wasFinished ? events.filter(({ type }) => type !== 'usage') : events
  }

  /** Records an event just before it is yielded, because the reader may stop within a frame. */
  function given(event: ChatEvent): ChatEvent {
    if (event.type === 'text' || event.type === 'reasoning')
      said[event.type] = grown(said[event.type], event.text)
    return event
  }

  function* eventsOfStream(sent: readonly SseEvent[]): Iterable<ChatEvent> {
    for (const event of sent) {
      isDone ||= event.data.trim() === '[DONE]'
      const frame = isDone ? null : frameOf(event)
      if (frame === null) continue
      hasFrames = true
      for (const event of eventsOf(frame)) yield given(event)
    }
  }

  async function* streamed(response: ServerAnswer): AsyncGenerator<ChatEvent> {
    const sse = createSseReader()
    const patience = () => {
      if (isDone) return AFTER_DONE_MS
      return frames.isFinished ? AFTER_FINISH_MS : null
    }
    for await (const bytes of chunksOf(response, reading, patience)) yield* eventsOfStream(sse.push(bytes))
    yield* eventsOfStream(sse.end())
    if (!hasFrames) throw emptyFailure(response)
    if (!isDone && !frames.isFinished)
      throw new GlossError('MODEL_STREAM_BROKEN', 'the answer ended before it was complete', {
        fault: 'ended_early',
      })
  }

  async function* whole(response: ServerAnswer): AsyncGenerator<ChatEvent> {
    const body = await textOfBody(response.body, MAX_WHOLE_BYTES)
    if (body.trim() === '') throw protocolFailure('empty_body', 'an empty body')
    const frame = parsedJson(body)
    if (!isRecord(frame)) throw protocolFailure('malformed_json', 'invalid JSON')
    if (isFailure(frame)) throw errorObjectFailure(frame)
    if (recordsOf(frame['choices']).length === 0)
      throw protocolFailure('no_choices', 'JSON that is not a chat completion')
    for (const event of eventsOf(frame)) yield given(event)
  }

  function usage(): ChatUsage {
    if (frames.usage !== null) return frames.usage
    const called = frames.toolCalls().map(({ name, arguments: json }) => `${name}${json}`)
    return estimatedUsage(request, [wholeText(said.reasoning), wholeText(said.text), ...called].join(''))
  }

  return {
    async *events() {
      const response = await open()
      const type = response.headers.get('content-type') ?? ''
      if (type.includes('text/html')) throw protocolFailure('html', 'an HTML page')
      yield* type.includes('application/json') ? whole(response) : streamed(response)
      for (const call of frames.toolCalls()) yield { type: 'tool-call', call }
      yield { type: 'usage', usage: usage() }
      yield { type: 'finish', reason: frames.finish() }
    },
    partial() {
      const [text, reasoning] = [wholeText(said.text), wholeText(said.reasoning)]
      return text === '' && reasoning === '' ? null : { text, reasoning, usage: frames.usage }
    },
  }
}

function estimatedUsage(request: ChatRequest, written: string): ChatUsage {
  return {
    promptTokens: estimatePromptTokens(request),
    completionTokens: estimateTokens(written),
    estimated: true,
  }
}

function checkLength(characters: number): void {
  if (characters <= MAX_ANSWER_CHARACTERS) return
  throw protocolFailure('too_long', `an answer of more than ${MAX_ANSWER_CHARACTERS} characters`)
}

/**
 * Yields the chunks of a body. Once `patience` returns a time, a body that is silent for that long, or breaks, counts as ended, because
 * all that matters has been received.
 */
async function* chunksOf(
  { body }: ServerAnswer,
  { deadlines, clock, signal, close }: Reading,
  patience: () => number | null,
): AsyncGenerator<Uint8Array> {
  const source = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const patienceMs = patience()
      if (patienceMs === null) deadlines.wait()
      const next = source.next().catch((error: unknown) => {
        if (patienceMs === null || signal.aborted) throw error
        return undefined
      })
      const chunk = await (patienceMs === null ? next : firstOf(next, patienceMs, clock))
      deadlines.receive()
      if (chunk === undefined) break
      if (chunk.done === true) return
      yield chunk.value
    }
  } finally {
    // In this order: closing the connection ends a pending read, and only then can the iterator return.
    close()
    await source.return?.()
  }
}

/** Resolves to the promise's value, or undefined after `ms`. */
async function firstOf<T>(promise: Promise<T>, ms: number, clock: Clock): Promise<T | undefined> {
  const { promise: passed, resolve } = Promise.withResolvers<undefined>()
  const cancel = clock.after(ms, () => resolve(undefined))
  try {
    return await Promise.race([promise, passed])
  } finally {
    cancel()
  }
}

/** Returns the frame of an event; null for keep-alive and server-specific events. Throws the failure that the server reports. */
function frameOf({ type, data }: SseEvent): WireFields | null {
  if (data.trim() === '') return null
  const frame = parsedJson(data)
  if (type === 'error') throw errorObjectFailure(isRecord(frame) ? frame : { message: data })
  if (isRecord(frame)) {
    if (isFailure(frame)) throw errorObjectFailure(frame)
    return frame
  }
  if (type !== 'message') return null
  throw protocolFailure('malformed_frame', 'a stream frame that is not a JSON object')
}

/** Returns whether a frame reports a failure; in the older format of vLLM there is no `error` field. */
function isFailure(frame: WireFields): boolean {
  const { error } = frame
  return frame['object'] === 'error' || isRecord(error) || (typeof error === 'string' && error !== '')
}

function emptyFailure(response: ServerAnswer): GlossError {
  const type = response.headers.get('content-type') ?? ''
  return type === '' || type.includes('text/event-stream')
    ? protocolFailure('empty_body', 'a stream without any frames')
    : protocolFailure('wrong_content_type', `${type} instead of a stream`)
}
