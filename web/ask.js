/** The first view: a question, and its answer from the papers while it is written. */
/** @import { AskAnswer, Corpus } from './api.js' */
/** @import { AskSource } from './events.js' */

import { answerNodes, writtenText } from './answer.js'
import { Problem, postForEvents } from './api-client.js'
import { chosenBackend, fillBackends } from './backend-select.js'
import { contents } from './contents.js'
import { byId, element, errorNotice, formById, inputById, plural, selectById } from './dom.js'
import { mayAnswer, waitingNotice } from './own-address.js'

const INTERRUPTED = { detail: 'The answer was interrupted.', help: 'Ask again.' }

let pending = new AbortController()
/**
 * Answers of this tab by what was asked, so that going back asks no model again.
 * @type {Map<string, AskAnswer>}
 */
const answered = new Map()

/** @param {{ onSubmit: (parameters: Record<string, string>) => void }} options */
export function openAsk({ onSubmit }) {
  formById('ask-question').addEventListener('submit', (event) => {
    event.preventDefault()
    const parameters = readForm()
    // Asked again on purpose.
    for (const key of answered.keys()) if (key.endsWith(keyEnd(parameters))) answered.delete(key)
    onSubmit(parameters)
  })
}

function readForm() {
  return {
    q: inputById('ask-q').value.trim(),
    backend: chosenBackend(selectById('ask-backend')),
    k: selectById('ask-k').value,
  }
}

/** @param {Record<string, string>} parameters */
const keyEnd = ({ q, backend, k }) => JSON.stringify([q, backend, k])

/** Stops the answer that is being written. */
export function leaveAsk() {
  pending.abort()
}

/**
 * Answers the question in `parameters`, or shows the papers where there is no question.
 * @param {URLSearchParams} parameters
 * @param {Corpus} corpus
 */
export async function showAsk(parameters, corpus) {
  pending.abort()
  pending = new AbortController()
  const { signal } = pending
  const q = parameters.get('q') ?? ''
  inputById('ask-q').value = q
  fillBackends(selectById('ask-backend'), parameters.get('backend'))
  selectById('ask-k').value = parameters.get('k') ?? '12'
  byId('ask-summary').textContent = ''
  const place = byId('ask-answer')
  place.replaceChildren()
  place.ariaBusy = 'true'
  try {
    if (q === '' || corpus.isEmpty) {
      const nodes = await contents(corpus, signal)
      if (!signal.aborted) place.replaceChildren(...nodes)
    } else if (mayAnswer() || isAnswered(corpus.name)) await showAnswer(corpus.name, place, signal)
    else place.replaceChildren(waitingNotice('Ask'))
  } catch (error) {
    if (signal.aborted) return
    // What was written before stays; that it is being looked for does not.
    for (const lead of place.querySelectorAll(':scope > .lead')) lead.remove()
    place.append(errorNotice(error))
    place.ariaBusy = 'false'
  }
  if (!signal.aborted) place.ariaBusy = 'false'
}

/** @param {string} corpus */
const isAnswered = (corpus) => answered.has(`${corpus} ${keyEnd(readForm())}`)

/**
 * @param {string} corpus
 * @param {HTMLElement} place
 * @param {AbortSignal} signal
 */
async function showAnswer(corpus, place, signal) {
  const asked = readForm()
  const key = `${corpus} ${keyEnd(asked)}`
  const answer = answered.get(key) ?? (await writeAnswer(asked, corpus, place, signal))
  if (signal.aborted) return
  answered.set(key, answer)
  byId('ask-summary').textContent = usageLine(answer)
  place.replaceChildren(...answerNodes(answer))
}

/**
 * Shows the text as it comes.
 * @param {ReturnType<typeof readForm>} asked
 * @param {string} corpus
 * @param {HTMLElement} place
 * @param {AbortSignal} signal
 * @returns {Promise<AskAnswer>}
 * @throws {Problem} where the model or the connection fails
 */
async function writeAnswer({ q, backend, k }, corpus, place, signal) {
  place.replaceChildren(element('p', { className: 'lead' }, 'Looking in the papers …'))
  /** @type {readonly AskSource[]} */
  let sources = []
  let text = ''
  const body = { question: q, corpus, backend, k: Number(k) }
  for await (const event of postForEvents('/ask', { body }, signal)) {
    if (event.type === 'sources') {
      sources = event.data.sources
      place.replaceChildren(
        element('p', { className: 'lead' }, `Reading ${plural(sources.length, 'place')} …`),
      )
    }
    if (event.type === 'text') {
      text += event.data.text
      place.replaceChildren(writtenText(text, sources, corpus))
    }
    if (event.type === 'failure') throw new Problem({ detail: event.data.message, help: event.data.help })
    if (event.type === 'answer') return event.data
  }
  throw new Problem(INTERRUPTED)
}

/** @param {AskAnswer} answer */
function usageLine({ ledger }) {
  const rows = Object.values(ledger)
  const sum = (/** @type {string} */ name) => rows.reduce((total, row) => total + Number(row[name] ?? 0), 0)
  if (rows.length === 0) return ''
  return `${plural(sum('calls'), 'call')}, ${plural(sum('promptTokens') + sum('completionTokens'), 'token')}`
}
