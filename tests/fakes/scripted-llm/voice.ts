/** Sends one script as one HTTP response. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '../../../core/index.ts'
import { cutBytes } from './cuts.ts'
import {
  type Counted,
  eventText,
  type Frame,
  framesOf,
  rawForm,
  usageFields,
  usageFrame,
  wholeAnswer,
} from './frames.ts'
import type { Ending, ScriptedBody, ScriptedRequest } from './request.ts'
import { type Fault, type Script, tokensOf } from './script.ts'

export type { Counted } from './frames.ts'

// Frames have about 150 bytes, so nearly every frame is cut.
const MAX_PIECE_BYTES = 100

interface Place {
  readonly request: ScriptedRequest
  readonly outgoing: ServerResponse
  readonly counted: { -readonly [Key in keyof Counted]: Counted[Key] }
  /** Aborts when the client closes its socket and when everything is sent. */
  readonly left: AbortSignal
}

export async function sayScript(script: Script, place: Place): Promise<Ending> {
  const { outgoing, left } = place
  try {
    if (script.firstTokenMs !== undefined) await pause(script.firstTokenMs, undefined, { signal: left })
    const { fault } = script
    if (fault !== undefined && (fault.afterFrames ?? 0) === 0) return await failAtOnce(fault, place)
    if (place.request.body.stream === true && script.isWhole !== true) return await sayStream(script, place)
    return await sayWhole(script, place)
  } catch (error) {
    if (!left.aborted) outgoing.destroy(error as Error)
    return 'left'
  }
}

async function failAtOnce(fault: Fault, place: Place): Promise<Ending> {
  const { outgoing } = place
  const say = (status: number, type: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    void outgoing.writeHead(status, { 'content-type': type, ...headers }).end(body)
  if (fault.kind === 'status') say(fault.status, 'application/json', fault.body ?? '{}', fault.headers)
  else if (fault.kind === 'html')
    say(200, 'text/html; charset=utf-8', '<html><body>Bad gateway</body></html>')
  else if (fault.kind === 'empty') say(200, 'text/event-stream', '')
  else if (fault.kind === 'wrong-type')
    say(200, fault.type ?? 'text/plain', fault.body ?? 'Hello, I am no model.')
  else if (['stall', 'hang-up', 'reset'].includes(fault.kind)) return await failMidway(fault, place)
  else {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    return await failMidway(fault, place)
  }
  return 'failed'
}

/** Fails after the headers were sent. Ends the response, except for `malformed`. */
async function failMidway(fault: Fault, { outgoing, left, request }: Place): Promise<Ending> {
  if (fault.kind === 'stall') await once(outgoing, 'close', { signal: left })
  if (fault.kind === 'hang-up') outgoing.socket?.destroySoon()
  if (fault.kind === 'reset') outgoing.socket?.resetAndDestroy()
  if (fault.kind === 'malformed') outgoing.end(`data: {"choices": [{"delta\n\ndata: [DONE]\n\n`)
  if (fault.kind === 'error-frame') {
    const error = fault.error ?? {
      message: `The engine failed on ${request.path}`,
      type: 'server_error',
      code: 500,
    }
    outgoing.end(`data: ${JSON.stringify({ error })}\n\n`)
  }
  if (fault.kind === 'end' || fault.kind === 'empty') outgoing.end()
  return 'failed'
}

async function sayStream(script: Script, place: Place): Promise<Ending> {
  const { outgoing, request, counted, left } = place
  const { wire = {}, fault } = script
  const model = request.body.model ?? 'scripted'
  const write = createWriter(outgoing, left, wire.cutSeed)
  const send = (data: string) => write(eventText(data, wire))
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  outgoing.flushHeaders()
  counted.promptTokens = promptTokens(request.body)
  if (wire.hasByteOrderMark === true) await write('\ufeff')
  let sent = 0
  for (const frame of framesOf(script, model)) {
    if (sent > 0) await nextFrame(script, sent, left)
    if (sent === fault?.afterFrames) return await failMidway(fault, place)
    await send(JSON.stringify(countedFrame(frame, script, place)))
    sent++
  }
  if (sent === fault?.afterFrames) return await failMidway(fault, place)
  if (isCounting(script, request)) await send(JSON.stringify(usageFrame(model, billed(script, counted))))
  if (wire.hasDone !== false) await send('[DONE]')
  outgoing.end()
  return 'answered'
}

async function nextFrame({ paceMs = 0, gate }: Script, frame: number, left: AbortSignal): Promise<void> {
  await gate?.(frame, left)
  if (paceMs > 0) await pause(paceMs, undefined, { signal: left })
  left.throwIfAborted()
}

/** Counts the tokens of a frame and returns its form for sending. */
function countedFrame({ body, tokens, isReasoning }: Frame, { usage }: Script, { request, counted }: Place) {
  counted.completionTokens += tokens
  if (isReasoning) counted.reasoningTokens += tokens
  const isRaw = !request.path.includes('/chat/')
  const counts = usage === 'every' ? { usage: usageFields(counted) } : {}
  return { ...(isRaw ? rawForm(body) : body), ...counts }
}

async function sayWhole(script: Script, { outgoing, request, counted }: Place): Promise<Ending> {
  const model = request.body.model ?? 'scripted'
  counted.promptTokens = promptTokens(request.body)
  for (const { tokens, isReasoning } of framesOf(script, model)) {
    counted.completionTokens += tokens
    if (isReasoning) counted.reasoningTokens += tokens
  }
  const counts = script.usage === 'never' ? {} : { usage: usageFields(billed(script, counted)) }
  outgoing.writeHead(200, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify({ ...wholeAnswer(script, model), ...counts }))
  return 'answered'
}

/** Returns a number that grows with the prompt and that a client would not guess. */
function promptTokens({ messages = [], prompt = '' }: ScriptedBody): number {
  const texts = [prompt, ...messages.map(({ content }) => content ?? '')]
  return texts.reduce((count, text) => count + tokensOf(String(text)).length + 1, 0)
}

function isCounting({ usage = 'last' }: Script, { body }: ScriptedRequest): boolean {
  if (usage === 'never' || usage === 'every') return false
  const { stream_options: options } = body
  return typeof options === 'object' && options !== null && 'include_usage' in options
}

function billed({ usage }: Script, counted: Counted): Counted {
  if (typeof usage !== 'object') return counted
  const [promptTokens, completionTokens] = usage
  return { promptTokens, completionTokens, reasoningTokens: 0 }
}

/** Returns a function that writes text whole or in pieces, and waits for slow readers. */
function createWriter(outgoing: ServerResponse, left: AbortSignal, cutSeed: number | undefined) {
  const random = cutSeed === undefined ? null : seededRandom(cutSeed)
  return async (text: string): Promise<void> => {
    const bytes = Buffer.from(text)
    for (const piece of random === null ? [bytes] : cutBytes(bytes, MAX_PIECE_BYTES, random)) {
      if (!outgoing.write(piece)) await once(outgoing, 'drain', { signal: left })
      if (random !== null) await nextTurn(undefined, { signal: left })
    }
  }
}
