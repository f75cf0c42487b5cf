/**
 * A backend over HTTP, in any language (docs/plug-ins.md has the contract): `POST URL/retrieve` with the question returns
 * `{hits: [{unit, score}]}`, or 409 if the server lacks the corpus at this `seq`. The corpus is then sent to `POST URL/units` in batches,
 * and the question is asked once more.
 */
import { askServer, batched, GlossError, isRecord, textOfBody, withoutCredentials } from '../../core/index.ts'
import type { BackendPlugIn, PlugInCorpus, PlugInHit, PlugInQuestion } from '../../plugins/index.ts'
import { DEFAULT_PLUGIN_MS, pluginFailure } from './run-plugin.ts'

/** Units per request, some 500 kB. Chosen, not measured. */
const BATCH_UNITS = 500
const LACKS_CORPUS = 409
/** Timeout, long enough to send a large corpus with the first question. Chosen, not measured. */
const TIMEOUT_MS = 10 * DEFAULT_PLUGIN_MS
/** Maximum size of an answer: 1,000 hits are some 60 kB. Chosen, not measured. */
const MAX_ANSWER_BYTES = 10_000_000
const SHOWN_CHARACTERS = 200

interface Posting {
  readonly url: string
  readonly who: string
  readonly signal: AbortSignal
}

/** Opens the backend. Sends nothing before the first question. */
export function openHttpBackend(address: string): BackendPlugIn {
  const url = address.replace(/\/+$/, '')
  const name = withoutCredentials(url)
  const who = `the backend ${name}`
  return {
    name,
    timeoutMs: TIMEOUT_MS,
    open: (corpus) => ({
      async retrieve(question, signal) {
        const posting = { url, who, signal }
        const state = { corpus: corpus.name, seq: await corpus.seq() }
        const first = await ask(posting, state, question)
        if (first !== null) return first
        await sendUnits(posting, state, corpus)
        const second = await ask(posting, state, question)
        if (second !== null) return second
        throw pluginFailure(who, 'received the corpus and still reports it as missing (409)')
      },
    }),
  }
}

interface CorpusState {
  readonly corpus: string
  readonly seq: number
}

/** Asks the server; null if it lacks the corpus. */
async function ask(
  posting: Posting,
  state: CorpusState,
  { text, k, filter = {} }: PlugInQuestion,
): Promise<readonly PlugInHit[] | null> {
  const { status, body } = await post(posting, 'retrieve', { ...state, query: text, k, filter })
  if (status === LACKS_CORPUS) return null
  const answer = jsonOf(body, posting.who)
  const hits = isRecord(answer) ? answer['hits'] : undefined
  if (Array.isArray(hits)) return hits as readonly PlugInHit[]
  throw pluginFailure(posting.who, `answered without a list \`hits\`: ${body.slice(0, SHOWN_CHARACTERS)}`)
}

/** Sends the units. `isLast` marks the last batch, which may be empty; with `isFirst` the server drops its old copy of the corpus. */
async function sendUnits(posting: Posting, state: CorpusState, corpus: PlugInCorpus): Promise<void> {
  let isFirst = true
  const send = async (units: readonly unknown[], isLast: boolean) => {
    const { status } = await post(posting, 'units', { ...state, units, isFirst, isLast })
    if (status === LACKS_CORPUS) throw pluginFailure(posting.who, 'answered 409 to the units of the corpus')
    isFirst = false
  }
  for await (const units of batched(corpus.units(), BATCH_UNITS)) await send(units, false)
  await send([], true)
}

async function post(
  { url, who, signal }: Posting,
  route: string,
  body: unknown,
): Promise<{ status: number; body: string }> {
  try {
    const answer = await askServer(`${url}/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal,
      limits: { maxBytes: MAX_ANSWER_BYTES, totalMs: TIMEOUT_MS },
    })
    const { status } = answer
    const text = await textOfBody(answer.body)
    if ((status >= 200 && status < 300) || status === LACKS_CORPUS) return { status, body: text }
    throw pluginFailure(who, `answered /${route} with ${status}: ${text.slice(0, SHOWN_CHARACTERS)}`)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof GlossError) throw error
    throw pluginFailure(who, `could not be reached: ${(error as Error).message}`, error)
  }
}

function jsonOf(text: string, who: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw pluginFailure(
      who,
      `answered with something that is not JSON: ${text.slice(0, SHOWN_CHARACTERS)}`,
      error,
    )
  }
}
