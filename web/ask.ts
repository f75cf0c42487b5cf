/** The first view: a question, with its answer from the papers shown while it is written. */
import { answerNodes, writtenText } from './answer.ts'
import type { AskAnswer, Corpus } from './api.d.ts'
import { Problem, postForEvents } from './api-client.ts'
import { chosenBackend, fillBackends } from './backend-select.ts'
import { contents } from './contents.ts'
import { byId, createShowings, element, errorNotice, inputById, onSubmit, plural, selectById } from './dom.ts'
import type { AskSource } from './events.d.ts'
import { mayAnswer, waitingNotice } from './own-address.ts'

const INTERRUPTED = { detail: 'The answer was interrupted.', help: 'Ask again.' }

const nextShowing = createShowings()
/** Answers of this tab by their questions, so that going back asks no model again. */
const answered: Map<string, AskAnswer> = new Map()

export function openAsk({ onAsk }: { onAsk: (parameters: Record<string, string>) => void }) {
  onSubmit('ask-question', () => {
    const parameters = readForm()
    // The question is asked again on purpose.
    for (const key of answered.keys()) if (key.endsWith(keyEnd(parameters))) answered.delete(key)
    onAsk(parameters)
  })
}

function readForm() {
  return {
    q: inputById('ask-q').value.trim(),
    backend: chosenBackend(selectById('ask-backend')),
    k: selectById('ask-k').value,
  }
}

const keyEnd = ({ q, backend, k }: Record<string, string>) => JSON.stringify([q, backend, k])

/** Stops the answer that is being written. */
export const leaveAsk = () => void nextShowing()

/** Answers the question in `parameters`, or shows the papers if there is no question. */
export async function showAsk(parameters: URLSearchParams, corpus: Corpus) {
  const signal = nextShowing()
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
    // Keeps the text written so far, and removes the notice that an answer is being looked for.
    for (const lead of place.querySelectorAll(':scope > .lead')) lead.remove()
    place.append(errorNotice(error))
    place.ariaBusy = 'false'
  }
  if (!signal.aborted) place.ariaBusy = 'false'
}

const isAnswered = (corpus: string) => answered.has(`${corpus} ${keyEnd(readForm())}`)

async function showAnswer(corpus: string, place: HTMLElement, signal: AbortSignal) {
  const asked = readForm()
  const key = `${corpus} ${keyEnd(asked)}`
  const answer = answered.get(key) ?? (await writeAnswer(asked, corpus, place, signal))
  if (signal.aborted) return
  answered.set(key, answer)
  byId('ask-summary').textContent = usageLine(answer)
  place.replaceChildren(...answerNodes(answer))
}

/** Shows the text as it arrives. Throws `Problem` if the model or the connection fails. */
async function writeAnswer(
  { q, backend, k }: ReturnType<typeof readForm>,
  corpus: string,
  place: HTMLElement,
  signal: AbortSignal,
): Promise<AskAnswer> {
  place.replaceChildren(element('p.lead', 'Searching the papers …'))
  let sources: readonly AskSource[] = []
  let text = ''
  const body = { question: q, corpus, backend, k: Number(k) }
  for await (const event of postForEvents('/ask', { body }, signal)) {
    if (event.type === 'sources') {
      sources = event.data.sources
      place.replaceChildren(element('p.lead', `Reading ${plural(sources.length, 'place')} …`))
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

function usageLine({ ledger }: AskAnswer) {
  const rows = Object.values(ledger)
  const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name] ?? 0), 0)
  if (rows.length === 0) return ''
  return `${plural(sum('calls'), 'call')}, ${plural(sum('promptTokens') + sum('completionTokens'), 'token')}`
}
