/** A run as Markdown: readable as it stands, and what an HTML page is made of by whoever wants one. */
import { escapeMarkdown, harmlessMarkdown } from '../../core/index.ts'
import type { PageBlock } from './blocks.ts'
import { runDocument } from './run-document.ts'
import type { RunPages } from './run-pages.ts'

export function runMarkdown(pages: RunPages): string {
  return `${runDocument(pages).map(blockMarkdown).join('\n\n')}\n`
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

/** Of a person, a model or a paper. */
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

/** Behind a fence that is longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text.trim()}\n${fence}`
}
