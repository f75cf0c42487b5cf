/** Reads the asker, request and answer of journal entries. Entries of older versions may lack any of them. */
import { z } from 'zod'
import type { ChatMessage } from '../../models/index.ts'

/** Splits a key: `propose/2/stream.0` is the call `stream.0` of `propose/2`. */
export function keyParts(key: string) {
  const slash = key.lastIndexOf('/')
  const call = key.slice(slash + 1)
  return { path: key.slice(0, slash), kind: call.slice(0, call.lastIndexOf('.')), call }
}

const WrittenForm = z.object({ reasoning: z.string(), text: z.string() })
const Messages = z.array(z.looseObject({ role: z.string(), content: z.string() }))
const AskedForm = z.looseObject({
  model: z.string().optional(),
  request: z.looseObject({ messages: Messages }).optional(),
  written: WrittenForm.optional(),
  prefix: WrittenForm.optional(),
  /** Arguments of a function that code called. */
  values: z.array(z.string()).optional(),
})

export function readAsked(asked: unknown) {
  const { data = {} } = AskedForm.safeParse(asked)
  const messages = data.request?.messages as readonly ChatMessage[] | undefined
  return {
    model: data.model ?? null,
    messages: messages ?? null,
    written: data.written ?? null,
    prefix: data.prefix ?? null,
    values: data.values ?? null,
  }
}

const Text = z.looseObject({ text: z.string() })
const Events = z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))

/** Returns the text of a whole answer or of a stream's events; null for anything else. */
export function answerText(value: unknown): string | null {
  const whole = Text.safeParse(value)
  if (whole.success) return whole.data.text
  const events = Events.safeParse(value)
  if (!events.success) return null
  return events.data.flatMap(({ type, text = '' }) => (type === 'text' ? [text] : [])).join('')
}
