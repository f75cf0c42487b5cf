/** Adds citations to a model server's answer on its way to a client: to each choice of a whole answer or of a stream. */
import { createSseReader, type SseEvent, type UpstreamAnswer } from '../../app/proxy/index.ts'
import { bytesOfBody, GlossError, isRecord } from '../../core/index.ts'
import { type JsonObject, jsonObject } from './json-object.ts'
import type { Change } from './pass-on.ts'
import type { FirstSources } from './retrieved-first.ts'

/** Returns the change; null for refusals and for bodies of another type. */
export function annotatePassed({ status, headers }: UpstreamAnswer, first: FirstSources): Change | null {
  if (status !== 200) return null
  const at = headers.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === 'content-type')
  const type = at === -1 ? '' : (headers[at + 1] ?? '')
  if (/\btext\/event-stream\b/i.test(type)) return annotateStream(first)
  return /\bapplication\/json\b/i.test(type) ? annotateWhole(first) : null
}

// More than any model writes in one answer. Chosen, not measured.
const MAX_WHOLE_BYTES = 16_000_000
const MAX_TEXT_CHARACTERS = 4_000_000

function annotateWhole(first: FirstSources): Change {
  return async function* (pieces) {
    const bytes = await bytesOfBody(pieces, MAX_WHOLE_BYTES)
    const answer = jsonObject(bytes)
    yield answer === null ? bytes : JSON.stringify(annotated(answer, first))
  }
}

function annotated(answer: JsonObject, first: FirstSources): JsonObject {
  const { choices } = answer
  if (!Array.isArray(choices)) return answer
  const answers: JsonObject[] = []
  const changed = (choices as readonly unknown[]).map((choice) => {
    const message = isRecord(choice) ? choice['message'] : null
    if (!isRecord(choice) || !isRecord(message)) return choice
    const content = message['content']
    const { annotations, answer: found } = first.ground(typeof content === 'string' ? content : '')
    answers.push({ index: choice['index'], ...found })
    return {
      ...choice,
      message: { ...message, annotations: [...listOf(message['annotations']), ...annotations] },
    }
  })
  return { ...answer, choices: changed, gloss: reportOf(first, answers) }
}

function reportOf({ corpus, retrieved }: FirstSources, answers: readonly JsonObject[]): JsonObject {
  return { corpus, retrieved: { ...retrieved, answers } }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Passes events on with their data, and inserts an event with annotations before the one that ends a choice. */
function annotateStream(first: FirstSources): Change {
  return async function* (pieces) {
    const texts = new Map<unknown, string>()
    const reader = createSseReader()
    const said = (events: readonly SseEvent[]) =>
      events.map((event) => annotatedEvent(event, texts, first)).join('')
    for await (const piece of pieces) yield said(reader.push(piece))
    yield said(reader.end())
  }
}

function annotatedEvent({ type, data }: SseEvent, texts: Map<unknown, string>, first: FirstSources): string {
  const frame = type === 'message' && data !== '[DONE]' ? jsonObject(Buffer.from(data)) : null
  const ended = frame === null ? [] : endedChoices(frame, texts)
  if (frame === null || ended.length === 0) return eventText(data, type)
  const { usage: _, ...head } = frame
  const grounded = ended.map(({ index }) => ({ index, ...first.ground(texts.get(index) ?? '') }))
  const choices = grounded
    .filter(({ annotations }) => annotations.length > 0)
    .map(({ index, annotations }) => ({ index, delta: { annotations }, finish_reason: null }))
  const answers = grounded.map(({ index, answer }) => ({ index, ...answer }))
  const before = choices.length === 0 ? '' : eventText(JSON.stringify({ ...head, choices }))
  return before + eventText(JSON.stringify({ ...frame, gloss: reportOf(first, answers) }))
}

function eventText(data: string, type = 'message'): string {
  const lines = data.split('\n').map((line) => `data: ${line}\n`)
  return `${type === 'message' ? '' : `event: ${type}\n`}${lines.join('')}\n`
}

/** Adds the text of a frame, and returns the choices that the frame ends. */
function endedChoices({ choices }: JsonObject, texts: Map<unknown, string>): JsonObject[] {
  return listOf(choices).filter((choice): choice is JsonObject => {
    if (!isRecord(choice)) return false
    const { index, delta, finish_reason: reason } = choice
    const text = isRecord(delta) ? delta['content'] : null
    if (typeof text === 'string') texts.set(index, joined(texts.get(index), text))
    return typeof reason === 'string'
  })
}

/** Returns the joined text. Throws `MODEL_PROTOCOL`, which breaks the answer off, for an endless one. */
function joined(before = '', text: string): string {
  if (before.length + text.length <= MAX_TEXT_CHARACTERS) return before + text
  throw new GlossError('MODEL_PROTOCOL', `The answer is longer than ${MAX_TEXT_CHARACTERS} characters.`)
}
