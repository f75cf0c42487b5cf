/** Writes a run as Markdown, or as a self-contained HTML page: texts unchanged, injections marked, prompts folded. */
import { escapeMarkdown, escapeMarkup, harmlessMarkdown } from '../../core/index.ts'
import type { PageBlock } from './page-blocks.ts'
import type { AnswerChecks, RunPages } from './read-run.ts'
import { runDocument } from './run-document.ts'

export function runMarkdown(pages: RunPages, checks: AnswerChecks): string {
  return `${runDocument(pages, checks).map(blockMarkdown).join('\n\n')}\n`
}

const LABELS: Readonly<Record<'injection' | 'code' | 'reasoning', string>> = {
  injection: '**injected:** ',
  code: '**code output:** ',
  reasoning: '*thought:* ',
}

function blockMarkdown(block: PageBlock): string {
  switch (block.type) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${escapeMarkdown(block.text)}`
    case 'note':
      return escapeMarkdown(block.text)
    case 'problem':
      return `> **${escapeMarkdown(block.text)}**`
    case 'text':
      return block.by === undefined ? said(block.text) : quoted(`${LABELS[block.by]}${said(block.text)}`)
    case 'verbatim':
      return fenced(block.text)
    case 'table':
      return table(block.rows)
    case 'folded':
      return [`**${escapeMarkdown(block.title)}**`, ...block.blocks.map(blockMarkdown)].join('\n\n')
  }
}

/** Returns the text of a person, a model or a paper, with harmless Markdown. */
function said(text: string): string {
  return harmlessMarkdown(text.trim())
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** Encloses a text in a fence longer than any in it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text.trim()}\n${fence}`
}

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  .text, .verbatim { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 0 .4rem }
  .reasoning { opacity: .75 }
  .injection { background: color-mix(in srgb, gold 30%, transparent); border-left: 3px solid goldenrod; padding: 0 .3rem }
  .injection::before { content: "injected: "; font-weight: 600 }
  .code, .verbatim { background: color-mix(in srgb, currentColor 8%, transparent); font-family: ui-monospace, monospace; font-size: .9rem; padding: .3rem }
  .code::before { content: "code output: "; font-weight: 600 }
  .problem { border-left: 3px solid crimson; padding-left: .6rem; font-weight: 600 }
  details { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .5rem 0 }
  summary { cursor: pointer; font-weight: 600 }
  .wide { overflow-x: auto }
  table { border-collapse: collapse } td, th { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top }
`

// The page is self-contained, so it may load and run nothing.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

export function runHtml(pages: RunPages, checks: AnswerChecks): string {
  const title = escapeMarkup(`Run ${pages.record.id}`)
  const body = runDocument(pages, checks).map(blockHtml).join('\n')
  return `<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta http-equiv="content-security-policy" content="${POLICY}"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style>\n${body}\n</html>\n`
}

function blockHtml(block: PageBlock): string {
  switch (block.type) {
    case 'heading':
      return `<h${block.level}>${escapeMarkup(block.text)}</h${block.level}>`
    case 'note':
      return `<p>${escapeMarkup(block.text)}</p>`
    case 'problem':
      return `<p class="problem">${escapeMarkup(block.text)}</p>`
    case 'text':
      return `<div class="text${block.by === undefined ? '' : ` ${block.by}`}">${escapeMarkup(block.text.trim())}</div>`
    case 'verbatim':
      return `<pre class="verbatim">${escapeMarkup(block.text)}</pre>`
    case 'table':
      return tableHtml(block.rows)
    case 'folded':
      return `<details><summary>${escapeMarkup(block.title)}</summary>${block.blocks.map(blockHtml).join('\n')}</details>`
  }
}

function tableHtml([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeMarkup(cell)}</${tag}>`).join('')}</tr>`
  return `<div class="wide"><table>${line('th', head)}${rows.map((row) => line('td', row)).join('')}</table></div>`
}
