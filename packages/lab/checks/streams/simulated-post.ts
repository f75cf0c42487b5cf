/** The scripted model server without a network: the same frames, cuts and faults, each piece a simulated millisecond after the one before. */
import { type Clock, type ServerQuestion, seededRandom, sleep } from '../../../../core/index.ts'
import type { AskServer } from '../../../../models/adapters/openai-stream.ts'
import { cutBytes } from '../../../../tests/fakes/scripted-llm/cuts.ts'
import {
  eventText,
  framesOf,
  rawForm,
  usageFields,
  wholeAnswer,
} from '../../../../tests/fakes/scripted-llm/frames.ts'
import type { Script, ScriptedBody } from '../../../../tests/fakes/scripted-llm/server.ts'

export interface SimulatedPostOptions {
  readonly clock: Clock
  readonly answer: (path: string, body: ScriptedBody) => Script
}

// Most frames are cut by pieces this small.
const MOST_BYTES_OF_A_PIECE = 100
const PROMPT_TOKENS = 50

export function createSimulatedPost({ clock, answer }: SimulatedPostOptions): AskServer {
  return async (url, { body, signal }: ServerQuestion) => {
    await sleep(clock, 1, signal)
    const path = new URL(url).pathname
    const sent = JSON.parse(String(body)) as ScriptedBody
    const script = answer(path, sent)
    const type = script.isWhole === true ? 'application/json' : 'text/event-stream'
    const pieces = script.isWhole === true ? [wholeBody(script)] : piecesOf(script, path.includes('/chat/'))
    return {
      status: 200,
      headers: new Headers({ 'content-type': type }),
      body: paced(pieces, clock, signal),
    }
  }
}

async function* paced(
  pieces: Iterable<Uint8Array>,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    await sleep(clock, 1, signal)
    yield piece
  }
}

function wholeBody(script: Script): Uint8Array {
  return Buffer.from(JSON.stringify({ ...wholeAnswer(script, 'simulated'), usage: usageFields(counted(9)) }))
}

/** Throws the fault of the script where its connection ends. */
function* piecesOf(script: Script, isChat: boolean): Iterable<Uint8Array> {
  const { wire = {}, fault, usage = 'last' } = script
  const random = wire.cutSeed === undefined ? null : seededRandom(wire.cutSeed)
  const cut = (text: string) => {
    const bytes = Buffer.from(text)
    return random === null ? [bytes] : cutBytes(bytes, MOST_BYTES_OF_A_PIECE, random)
  }
  if (wire.hasByteOrderMark === true) yield* cut('\ufeff')
  let frames = 0
  let tokens = 0
  for (const { body, tokens: added } of framesOf(script, 'simulated')) {
    if (frames === fault?.afterFrames) return yield* broken(fault.kind)
    tokens += added
    const counts = usage === 'every' ? { usage: usageFields(counted(tokens)) } : {}
    yield* cut(eventText(JSON.stringify({ ...(isChat ? body : rawForm(body)), ...counts }), wire))
    frames++
  }
  if (frames === fault?.afterFrames) return yield* broken(fault.kind)
  if (usage === 'last')
    yield* cut(eventText(JSON.stringify({ choices: [], usage: usageFields(counted(tokens)) }), wire))
  if (wire.hasDone !== false) yield* cut(eventText('[DONE]', wire))
}

function* broken(kind: string): Iterable<Uint8Array> {
  if (kind === 'hang-up' || kind === 'reset')
    throw Object.assign(new Error('the connection ended in the middle'), { code: 'ECONNRESET' })
  if (kind === 'malformed') yield Buffer.from('data: {"choices": [{"delta\n\ndata: [DONE]\n\n')
  if (kind === 'error-frame')
    yield Buffer.from('data: {"error":{"message":"The engine failed","code":500}}\n\n')
}

function counted(completionTokens: number) {
  return { promptTokens: PROMPT_TOKENS, completionTokens, reasoningTokens: 0 }
}
