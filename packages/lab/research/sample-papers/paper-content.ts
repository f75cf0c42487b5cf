/**
 * Reads one sample paper: YAML front matter, then a body of `# Section`, `## Subsection`, paragraphs, `= formula`,
 * `Table: caption` with `| a | b |` rows, `Figure: caption` with a line `bars: name=value, ...`, and numbered references.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const FrontMatter = z.strictObject({
  title: z.string(),
  authors: z.array(z.string()),
  affiliations: z.array(z.string()),
  year: z.number().int(),
  doi: z.string().regex(/^10\.5555\//, 'the DOI prefix for tests is 10.5555'),
  journal: z.string(),
  volume: z.number().int(),
  pages: z.string(),
  topic: z.enum(['on', 'off']),
  /** Where the abstract stands: over both columns, or as the first part of the left one. */
  abstract: z.enum(['wide', 'column']).default('wide'),
})

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'paragraph' | 'formula' | 'reference'; readonly text: string }
  | { readonly kind: 'table'; readonly caption: string; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'figure'; readonly caption: string; readonly bars: readonly Bar[] }

export interface Bar {
  readonly name: string
  readonly value: number
}

export interface PaperContent {
  readonly name: string
  readonly front: z.infer<typeof FrontMatter>
  readonly abstract: string
  readonly blocks: readonly Block[]
}

const UNNUMBERED = new Set(['References', 'Acknowledgements'])
const HEADING = /^(#{1,2}) (.+)$/

export function readPaperContent(path: string): PaperContent {
  const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(path, 'utf8')) ?? []
  if (front === undefined || body === undefined) throw new Error(`${path} has no front matter`)
  const [, abstract, rest] = /^# Abstract\n(.+)\n([\s\S]*)$/.exec(body) ?? []
  if (abstract === undefined || rest === undefined) throw new Error(`${path} does not begin with an abstract`)
  return {
    name: basename(path, '.txt'),
    front: FrontMatter.parse(parse(front)),
    abstract,
    blocks: numbered(blocksOf(rest.split('\n').filter((line) => line.trim() !== ''))),
  }
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const [block, taken] = blockAt(lines, at)
    blocks.push(block)
    at += taken
  }
  return blocks
}

/** The block that starts at a line, and the number of lines it takes. */
function blockAt(lines: readonly string[], at: number): [Block, number] {
  const line = lines[at] ?? ''
  const [, marks, heading] = HEADING.exec(line) ?? []
  if (marks !== undefined && heading !== undefined)
    return [{ kind: 'heading', level: marks === '#' ? 1 : 2, text: heading }, 1]
  if (line.startsWith('= ')) return [{ kind: 'formula', text: line.slice(2) }, 1]
  if (line.startsWith('Table: ')) {
    const rows = rowsFrom(lines, at + 1)
    return [{ kind: 'table', caption: line.slice('Table: '.length), rows }, 1 + rows.length]
  }
  if (line.startsWith('Figure: '))
    return [{ kind: 'figure', caption: line.slice('Figure: '.length), bars: barsOf(lines[at + 1] ?? '') }, 2]
  return [{ kind: /^\d+\. /.test(line) ? 'reference' : 'paragraph', text: line }, 1]
}

function rowsFrom(lines: readonly string[], from: number): string[][] {
  const rows: string[][] = []
  for (let at = from; lines[at]?.startsWith('|'); at++) {
    const cells = (lines[at] ?? '').split('|').slice(1, -1)
    rows.push(cells.map((cell) => cell.trim()))
  }
  return rows
}

function barsOf(line: string): Bar[] {
  if (!line.startsWith('bars: ')) throw new Error(`A figure needs a line of bars, not: ${line}`)
  return [...line.slice('bars: '.length).matchAll(/([^=]+)=([\d.]+)(?:, )?/g)].map(([, name, value]) => ({
    name: name ?? '',
    value: Number(value),
  }))
}

/** Puts numbers in front of headings and captions. */
function numbered(blocks: readonly Block[]): Block[] {
  const count = { section: 0, subsection: 0, table: 0, figure: 0 }
  return blocks.map((block) => {
    if (block.kind === 'table') return { ...block, caption: `Table ${++count.table}. ${block.caption}` }
    if (block.kind === 'figure') return { ...block, caption: `Figure ${++count.figure}. ${block.caption}` }
    if (block.kind !== 'heading' || UNNUMBERED.has(block.text)) return block
    if (block.level === 2) return { ...block, text: `${count.section}.${++count.subsection} ${block.text}` }
    count.subsection = 0
    return { ...block, text: `${++count.section} ${block.text}` }
  })
}
