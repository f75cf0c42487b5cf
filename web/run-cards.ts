/** Creates parts of a run on the page: an agent's text, a candidate's score, and the table of calls and tokens. */
import { agentText, createTextWriter, type LinkSources } from './agent-text.ts'
import type { LedgerRow } from './api.d.ts'
import { element, errorNotice, headedTable, plural, scoreBar } from './dom.ts'
import type { EndedAgent, Score, Segment } from './events.d.ts'
import { structuredAnswer } from './structured-answer.ts'

const NEAR_END_PIXELS = 40
const DIMENSIONS = ['logic', 'answer', 'explanation']
const MAX_SCORE = 5

export type AgentCard = ReturnType<typeof createAgentCard>

/** Creates the card of an agent. `name`: its stage, and its column if it has one. */
export function createAgentCard(
  { heading, column }: { heading: string; column: string | null },
  linkSources: LinkSources,
) {
  const state = element('span.card-state', 'writing')
  const text = element('div.written', {
    tabIndex: 0,
    role: 'region',
    'aria-label': column === null ? heading : `${column}, ${heading.toLowerCase()}`,
  })
  const card = element('article.card', element('h3', heading, state), text)
  card.dataset['state'] = 'writing'
  let writer = createTextWriter(text, linkSources)

  function setState(name: string, label: string) {
    card.dataset['state'] = name
    state.textContent = label
  }

  return {
    card,
    add(segment: Segment) {
      const isAtEnd = text.scrollHeight - text.scrollTop - text.clientHeight < NEAR_END_PIXELS
      writer.add(segment)
      if (isAtEnd) text.scrollTop = text.scrollHeight
    },
    end({ segments = [], steps, hasAnswer }: EndedAgent) {
      // Keeps the text scrolled to its end for a reader who watched it arrive.
      const wasWatched = text.hasChildNodes()
      writer = createTextWriter(text, linkSources)
      text.replaceChildren(structuredAnswer(segments) ?? agentText(segments, linkSources))
      if (wasWatched) text.scrollTop = text.scrollHeight
      // Only text that scrolls needs keyboard focus.
      text.tabIndex = text.scrollHeight > text.clientHeight ? 0 : -1
      setState('done', `${plural(steps ?? 1, 'step')}${hasAnswer === false ? ', no answer' : ''}`)
    },
    fail({ message }: { message: string }) {
      setState('failed', 'failed')
      text.append(errorNotice({ message }))
    },
    stop() {
      writer.end()
      if (card.dataset['state'] === 'writing') setState('stopped', 'stopped')
    },
  }
}

/** Creates the card of a score. `heading`: that of its stage. */
export function scoreCard({ scores, composite, suggestion, passes }: Score, heading: string) {
  const verdict = passes ? 'passed' : 'failed'
  const bars = (scores ?? []).map((score, at) =>
    scoreBar(DIMENSIONS[at] ?? '', score / MAX_SCORE, String(score)),
  )
  const figure = composite === null ? 'no score' : composite.toFixed(1)
  const card = element(
    'article.card.score',
    element('h3', heading, element('span.verdict', `${figure}, ${verdict}`)),
    element('dl.why', ...bars),
    suggestion && !passes ? element('p.suggestion', suggestion) : null,
  )
  card.dataset['passes'] = String(passes)
  return card
}

const COLUMNS = ['calls', 'prompt tokens', 'completion tokens', 'seconds', 'cost']

/** Creates the table. `name`: what each row is for. `rows`: with the total last. */
export function ledgerTable(name: 'role' | 'stage', rows: readonly LedgerRow[]) {
  const caption = element('caption', `Model usage by ${name}`)
  return headedTable('table.ledger', [name, ...COLUMNS], rows.map(ledgerRow), caption)
}

function ledgerRow({ role, calls, promptTokens, completionTokens, seconds, cost, estimated }: LedgerRow) {
  const tokens = (count: number) => `${estimated ? '≈ ' : ''}${count.toLocaleString('en')}`
  const figures = [
    calls.toLocaleString('en'),
    tokens(promptTokens),
    tokens(completionTokens),
    seconds.toFixed(1),
    cost === null ? '–' : `$${cost.toFixed(4)}`,
  ]
  return element(
    'tr',
    element('th', { scope: 'row' }, role),
    ...figures.map((text) => element('td.figure', text)),
  )
}
