/** POST /v1/chat/completions: the model's answer, with evidence from the corpus injected while it is written. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { asksForKey } from '../../app/keys/index.ts'
import { createScrub, defaultModel, hideServers, readableCorpus } from '../../app/proxy/index.ts'
import { openThinking, type WatchChoice, watchPlan } from '../../app/think/index.ts'
import { markAnswer } from '../../app/verify/index.ts'
import type { ChatMessage, CorpusSession, Gloss } from '../../app/wiring/index.ts'
import { GlossError } from '../../core/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { documented, skipBodyValidation } from '../http/fields.ts'
import { annotatePassed } from './annotate-passed.ts'
import { chatRequest, wantsUsage } from './chat-parameters.ts'
import { type PassReason, readChat } from './chat-request.ts'
import { GlossHeaders } from './gloss-headers.ts'
import { createReport } from './gloss-report.ts'
import { type JsonObject, requestObject } from './json-object.ts'
import { withField, withModel } from './model-field.ts'
import { RETRY_HEADER } from './openai-error.ts'
import { bodyOf, type Passing, passOn } from './pass-on.ts'
import { type FirstSources, sourcesFirst } from './retrieved-first.ts'
import { ChatCompletion } from './schemas.ts'
import { streamTurn } from './stream-turn.ts'
import { wholeAnswer } from './whole-answer.ts'

/** Model names by which a client means the configured model. */
const OUR_NAMES: ReadonlySet<unknown> = new Set(['gloss', 'default', undefined, null, ''])

export function chatRoutes(server: FastifyInstance, gloss: Gloss): void {
  server.post('/v1/chat/completions', {
    schema: {
      summary: 'Create a chat completion with evidence from the corpus injected',
      description:
        'Requests that cannot be assisted are forwarded unchanged to the model server, with the reason in the header `x-gloss-passed`; so are other inference paths under /v1, and with GLOSS_PASS_ALL every path for keys with the right `admin`.',
      headers: GlossHeaders,
      body: ChatBody,
      response: {
        200: {
          description: 'The completion, or its chunks with `stream`',
          content: {
            'application/json': { schema: documented(ChatCompletion) },
            'text/event-stream': { schema: documented(z.string()) },
          },
        },
      },
    },
    validatorCompiler: skipBodyValidation,
    async handler(request, reply) {
      const sent = bodyOf(request)
      const asked = await requestObject(sent)
      const first = await sourcesFirst(gloss, request, asked, signalOf(reply))
      const body = first === null ? asked : { ...asked, messages: first.messages }
      const help = await helpFor(gloss, request.headers as GlossHeaders, body)
      if (typeof help !== 'string') return answerHelped(gloss, request, reply, { ...help, first })
      const notes = { 'x-gloss-passed': help, ...retrievedNote(first) }
      return passOn(gloss, request, reply, { ...passing(gloss, { sent, body: asked, first }), notes })
    },
  })
}

/** Schema for /openapi.json only: the model server validates bodies. */
const ChatBody = z.looseObject({
  model: z
    .string()
    .optional()
    .describe('Forwarded; `gloss`, `default` or no name selects the configured model.'),
  messages: z.array(z.looseObject({ role: z.string() })),
  stream: z.boolean().optional(),
})

interface Help {
  readonly body: JsonObject
  readonly messages: readonly ChatMessage[]
  readonly session: CorpusSession
  readonly choice: WatchChoice
}

interface HelpWithSources extends Help {
  readonly first: FirstSources | null
}

/** Returns what is needed to help, or why that is impossible. Throws `INPUT_INVALID` for a missing corpus. */
async function helpFor(
  gloss: Gloss,
  headers: GlossHeaders,
  body: JsonObject | null,
): Promise<Help | PassReason> {
  const choice = choiceOf(headers)
  if (watchPlan(gloss.config, choice).monitor === 'off') return 'monitor_off'
  if (body === null) return 'not_json'
  const read = readChat(body)
  if ('passed' in read) return read.passed
  if (typeof body['model'] !== 'string' && !OUR_NAMES.has(body['model'])) return 'model'
  const session = await readableCorpus(gloss, headers['x-gloss-corpus'])
  return session === null ? 'no_corpus' : { body, ...read, session, choice }
}

async function answerHelped(
  gloss: Gloss,
  request: FastifyRequest,
  reply: FastifyReply,
  { body, messages, session, choice, first }: HelpWithSources,
): Promise<JsonObject | undefined> {
  const { 'x-gloss-code': code = 'off', 'x-gloss-budget': budget } = request.headers as GlossHeaders
  if (code !== 'off' && !gloss.config.execute)
    throw new GlossError('EXECUTE_OFF', 'This server does not run code: GLOSS_EXECUTE=1 is not set.')
  const { model, stream } = body
  const client = signalOf(reply)
  const { overdue } = request.server.life
  const hide = hideServers(gloss.config)
  const turn = await openThinking(
    gloss,
    {
      ...choice,
      request: chatRequest(body, messages),
      session,
      code,
      model: OUR_NAMES.has(model) ? undefined : String(model),
      // A key of this service is never passed on.
      key: asksForKey(gloss.config) ? undefined : keyOf(request),
      isUnlimited: true,
      ledger: first?.ledger,
      budget,
    },
    AbortSignal.any([client, overdue]),
  )
  const head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1_000), model: turn.model }
  const { backend, monitor, preset } = turn.plan
  const chosen = { corpus: session.name, backend, monitor, ...(preset === null ? {} : { preset }) }
  const mark = (answer: string) => markAnswer(gloss, { answer, corpora: [session.name] }, client)
  const report = createReport(chosen, () => turn.ledger.rows(), first, hide, mark)
  const notes = retrievedNote(first)
  try {
    if (stream !== true) {
      reply.headers(notes)
      return await wholeAnswer(turn, report, head)
    }
    const headers = { 'x-request-id': request.id, ...notes }
    const watched = { signal: client, overdue, hide, scrub: createScrub(gloss.config).text }
    await streamTurn(turn, request, reply, {
      head,
      report,
      wantsUsage: wantsUsage(body),
      headers,
      ...watched,
    })
  } catch (error) {
    // All sensible retries were made; a client's retry would wait for all of them once more.
    reply.header(RETRY_HEADER, 'false')
    throw overdue.aborted ? overdue.reason : error
  }
  return undefined
}

function choiceOf(headers: GlossHeaders): WatchChoice {
  return {
    preset: headers['x-gloss-preset'],
    backend: headers['x-gloss-backend'],
    monitor: headers['x-gloss-monitor'],
    settings: headers['x-gloss-settings'],
    filter: headers['x-gloss-filter'],
  }
}

function keyOf({ raw }: FastifyRequest): string | undefined {
  return /^Bearer (.+)$/i.exec(raw.headers.authorization ?? '')?.[1]
}

/** Returns a header with the number of sources put in front. */
function retrievedNote(first: FirstSources | null): Readonly<Record<string, string>> {
  return first === null ? {} : { 'x-gloss-retrieved': String(first.count) }
}

interface Sent {
  readonly sent: Uint8Array | null
  readonly body: JsonObject | null
  readonly first: FirstSources | null
}

/** Returns the request to pass on: sources in front change only the messages, and the answer gets their citations. */
function passing(gloss: Gloss, { sent, body, first }: Sent): Passing {
  const bytes = withOurModel(gloss, sent, body)
  if (first === null || bytes === null) return { body: bytes }
  const changed = withField(Buffer.from(bytes).toString('utf8'), 'messages', first.messages)
  return { body: Buffer.from(changed), through: (answer) => annotatePassed(answer, first) }
}

/** Returns the bytes as received, or with the configured model's name if they name that model in another way. */
function withOurModel(gloss: Gloss, sent: Uint8Array | null, body: JsonObject | null): Uint8Array | null {
  const model = defaultModel(gloss.config)
  if (sent === null || body === null || model === undefined || !OUR_NAMES.has(body['model'])) return sent
  return Buffer.from(withModel(Buffer.from(sent).toString('utf8'), model))
}
