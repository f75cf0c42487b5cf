/** A turn as a stream, thought by thought. */
import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HideAddresses } from '../../app/proxy/index.ts'
import type { Thinking } from '../../app/think/index.ts'
import { asGlossError } from '../http/problem.ts'
import { type AnswerHead, createChatChunks } from './chat-chunks.ts'
import { type ReportInMaking, usageOf } from './gloss-report.ts'
import { openAiError } from './openai-error.ts'
import { ANSWER_RULES } from './pass-on.ts'

export interface Streaming {
  readonly head: AnswerHead
  readonly report: ReportInMaking
  readonly wantsUsage: boolean
  /** Of ours, on the answer. */
  readonly headers: Readonly<Record<string, string>>
  /** Aborts when the client goes. */
  readonly signal: AbortSignal
  /** Aborts when the server cannot wait for the end of the turn. */
  readonly overdue: AbortSignal
  /** Of the model server. */
  readonly hide: HideAddresses
  /** Takes keys out of a frame. */
  readonly scrub: (text: string) => string
}

/** Throws what the turn throws before its first word; after it, the stream ends with one frame that says what went wrong. */
export async function streamTurn(
  turn: Thinking,
  request: FastifyRequest,
  reply: FastifyReply,
  { head, report, wantsUsage, headers, signal, overdue, hide, scrub }: Streaming,
): Promise<void> {
  const chunks = createChatChunks(head)
  const answer = openSseAnswer(reply, headers, signal)
  let hasRole = false
  const say = (frames: string) => {
    const all = hasRole ? frames : chunks.role() + frames
    hasRole = true
    return answer.write(scrub(all))
  }
  try {
    for await (const thought of turn.thoughts) {
      report.add(thought)
      const frame = chunks.thought(thought)
      if (frame !== '') await say(frame)
      if (thought.type !== 'finish') continue
      await report.mark()
      const usage = wantsUsage ? chunks.usage(usageOf(turn.ledger.rows())) : ''
      await say(
        chunks.annotations(report.annotations()) +
          chunks.finish(thought.reason, report.report()) +
          usage +
          chunks.done(),
      )
    }
  } catch (thrown) {
    if (!answer.isBegun()) throw thrown
    if (signal.aborted) return
    const error = asGlossError(overdue.aborted ? overdue.reason : thrown)
    request.log.error({ err: thrown, code: error.code }, `${request.method} ${request.url} was interrupted`)
    await answer.write(scrub(chunks.error(openAiError(error, request.id, hide), report.report())))
  } finally {
    answer.end()
  }
}

/** A stream of frames to a client: begins with the first one, waits for slow readers, and shows that it lives while there is nothing to say. */

interface SseAnswer {
  /** False while a status can still be sent. */
  isBegun(): boolean
  /** Resolves when the client can take more. Rejects when it is gone. */
  write(frames: string): Promise<void>
  end(): void
}

// Proxies close connections that are silent for a minute or less.
const HEARTBEAT_MS = 15_000
const HEARTBEAT = ': still thinking\n\n'

function openSseAnswer(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): SseAnswer {
  const { raw } = reply
  let isBegun = false
  const heartbeat = setInterval(() => {
    begin()
    raw.write(HEARTBEAT)
  }, HEARTBEAT_MS)

  function begin(): void {
    if (isBegun) return
    isBegun = true
    reply.hijack()
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      ...ANSWER_RULES,
      ...headers,
    })
  }

  return {
    isBegun: () => isBegun,
    async write(frames) {
      signal.throwIfAborted()
      begin()
      heartbeat.refresh()
      if (!raw.write(frames)) await once(raw, 'drain', { signal })
    },
    end() {
      clearInterval(heartbeat)
      if (isBegun && !raw.writableEnded) raw.end()
    },
  }
}
