/** A run as one HTML page that needs nothing else: texts as they are, what was put in marked. */
import { escapeMarkup } from '../../core/index.ts'
import type { LedgerRow } from '../../models/index.ts'
import type { AgentRun, AgentSegment } from '../agent.ts'
import type { RunPages } from './run-pages.ts'

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  .text { white-space: pre-wrap; overflow-wrap: anywhere }
  .reasoning { opacity: .75 }
  .injection { background: color-mix(in srgb, gold 30%, transparent); border-left: 3px solid goldenrod; padding: 0 .3rem }
  .code { background: color-mix(in srgb, currentColor 8%, transparent); font-family: ui-monospace, monospace; font-size: .9rem }
  details { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .5rem 0 }
  summary { cursor: pointer; font-weight: 600 }
  table { border-collapse: collapse } td, th { padding: .2rem .8rem; text-align: right } td:first-child, th:first-child { text-align: left }
`

export function runHtml({ record, agents, answers }: RunPages): string {
  const { id, plan, outcome, startedAt, status } = record
  const parts = [
    `<h1>Run ${escapeMarkup(id)}</h1>`,
    `<p>${escapeMarkup(`${plan.pattern} on the corpus ${plan.corpus} by ${plan.backend}, started ${startedAt}: ${status}.`)}</p>`,
    `<h2>Question</h2><p class="text">${escapeMarkup(plan.question.text)}</p>`,
    outcome?.answer == null ? '' : `<h2>Answer</h2><p class="text">${escapeMarkup(outcome.answer)}</p>`,
    '<h2>Agents</h2>',
    ...agents.map(agentHtml),
    ...answers.map(({ path, text }) => folded(path, `<p class="text">${escapeMarkup(text)}</p>`)),
    outcome === null
      ? ''
      : `<h2>Ledger</h2>${ledgerHtml(outcome.ledgers.byRole)}${ledgerHtml(outcome.ledgers.byStage)}`,
  ]
  return `<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Run ${escapeMarkup(id)}</title><style>${STYLE}</style>\n${parts.filter((part) => part !== '').join('\n')}\n</html>\n`
}

function agentHtml({ path, role, segments, trace, steps }: AgentRun): string {
  const sources = trace.flatMap((event) => (event.kind === 'injection' ? event.units : []))
  const list = sources.map(
    ({ title, page, locator }) =>
      `<li>${escapeMarkup([title || 'untitled', page === null ? locator : `page ${page}`].filter((part) => part !== '').join(', '))}</li>`,
  )
  return folded(
    `${path} (${role}, ${steps} steps)`,
    `<div class="text">${segments.map(segmentHtml).join('')}</div>${list.length === 0 ? '' : `<ol>${list.join('')}</ol>`}`,
  )
}

function segmentHtml({ channel, by, text }: AgentSegment): string {
  const kind = by === 'model' ? channel : by
  return kind === 'text' ? escapeMarkup(text) : `<span class="${kind}">${escapeMarkup(text)}</span>`
}

function folded(title: string, body: string): string {
  return `<details><summary>${escapeMarkup(title)}</summary>${body}</details>`
}

function ledgerHtml(rows: readonly LedgerRow[]): string {
  const head = ['', 'calls', 'prompt tokens', 'completion tokens', 'seconds']
  const cells = rows.map((row) => [
    row.role,
    row.calls,
    row.promptTokens,
    row.completionTokens,
    row.seconds.toFixed(1),
  ])
  const line = (tag: string, values: readonly unknown[]) =>
    `<tr>${values.map((value) => `<${tag}>${escapeMarkup(String(value))}</${tag}>`).join('')}</tr>`
  return `<table>${line('th', head)}${cells.map((row) => line('td', row)).join('')}</table>`
}
