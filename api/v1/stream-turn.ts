/** Sends a turn as a stream, thought by thought. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HideAddresses } from '../../app/proxy/index.ts'
import type { Thinking } from '../../app/think/index.ts'
import { asGlossError } from '../http/problem.ts'
import { type AnswerHead, createChatChunks } from './chat-chunks.ts'
import type { ReportInMaking } from './gloss-report.ts'
import { usageOf } from './gloss-report.ts'
import { openAiError } from './openai-error.ts'
import { openSseAnswer } from './sse-answer.ts'

export interface Streaming {
  readonly head: AnswerHead
  readonly report: ReportInMaking
  readonly wantsUsage: boolean
  /** Headers that Gloss adds to the answer. */
  readonly headers: Readonly<Record<string, string>>
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** Aborts when the server cannot wait for the end of the turn. */
  readonly overdue: AbortSignal
  /** Hides the model server in messages. */
  readonly hide: HideAddresses
  /** Removes keys from a frame. */
  readonly scrub: (text: string) => string
}

/** Throws the turn's errors before its first word; after it, the stream ends with a frame that describes the error. */
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
