/**
 * Compares tables of PDFs with the truth of ICDAR 2013's competition: a cell with its right or lower neighbour is a relation, compared by
 * letters and digits. `npm run measure tables` reads NAME.pdf and NAME-str.xml in ../shared or in `-- FOLDER`; also by halves, by a hash of
 * file names.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { sharedPath } from '../../../tests/fixtures/shared.ts'

type Relations = Map<string, number>
type Grid = readonly (readonly { readonly id: number; readonly text: string }[])[]

const LIMITS = { timeoutMs: 60_000, maxMemoryMb: 1_024, ocr: 'never', ocrPages: 0 } as const
const folder = process.argv[2] ?? sharedPath('data', 'tables')
const pool = openPaperPool({ workers: 1, limits: LIMITS })
const halves = [0, 1].map(() => ({ hit: 0, found: 0, wanted: 0 }))
for (const file of (await readdir(folder)).filter((name) => name.endsWith('.pdf')).sort()) {
  const wanted = await truthOf(folder, file.slice(0, -4))
  if (wanted.size === 0) continue
  const figures = await pool.figures(await readFile(join(folder, file)), new AbortController().signal)
  const found: Relations = new Map()
  for (const { rows } of figures)
    addRelations(
      found,
      rows.map((row, at) => row.map((text, column) => ({ id: at * 1_000 + column, text: plain(text) }))),
    )
  const sums = halves[createHash('sha256').update(file).digest()[0]! % 2]!
  sums.found += total(found)
  sums.wanted += total(wanted)
  for (const [relation, count] of found) sums.hit += Math.min(count, wanted.get(relation) ?? 0)
}
await pool.close()
const [a, b] = halves as [(typeof halves)[0], (typeof halves)[0]]
print('one half', a)
print('other half', b)
print('all', { hit: a.hit + b.hit, found: a.found + b.found, wanted: a.wanted + b.wanted })

function print(name: string, { hit, found, wanted }: (typeof halves)[0]): void {
  const [precision, recall] = [hit / found, hit / wanted]
  const f = (2 * precision * recall) / (precision + recall)
  console.log(`${name}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F ${f.toFixed(3)}`)
}

function total(relations: Relations): number {
  return [...relations.values()].reduce((sum, count) => sum + count, 0)
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/** Returns each filled cell with the next filled one to its right and below; pairs of a cell over several rows or columns once. */
function addRelations(into: Relations, grid: Grid): void {
  const seen = new Set<string>()
  const note = (one: Grid[0][0], other: Grid[0][0], way: string) => {
    const key = `${one.id} ${other.id} ${way}`
    if (one.id === other.id || seen.has(key)) return
    seen.add(key)
    const relation = `${one.text}\t${other.text}\t${way}`
    into.set(relation, (into.get(relation) ?? 0) + 1)
  }
  const width = Math.max(0, ...grid.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, at) => grid.flatMap((row) => row[at] ?? []))
  for (const [lines, way] of [[grid, 'right'] as const, [columns, 'below'] as const])
    for (const line of lines) {
      const filled = line.filter(({ text }) => text !== '')
      for (const [at, cell] of filled.slice(1).entries()) note(filled[at]!, cell, way)
    }
}

async function truthOf(from: string, name: string): Promise<Relations> {
  const found: Relations = new Map()
  const files = (await readdir(from)).filter((file) => file.endsWith('-str.xml'))
  const stem = /[a-z]$/.test(name) ? name.slice(0, -1) : name
  for (const file of files.filter(
    (file) => file === `${name}-str.xml` || /^[a-z]-str\.xml$/.test(file.replace(stem, '')),
  )) {
    const xml = await readFile(join(from, file), 'utf8')
    for (const [region] of xml.matchAll(/<region[\s\S]*?<\/region>/g)) addRelations(found, gridOf(region))
  }
  return found
}

function gridOf(region: string): Grid {
  const grid: { id: number; text: string }[][] = []
  for (const [id, [, attributes = '', body = '']] of [
    ...region.matchAll(/<cell([^>]*)>([\s\S]*?)<\/cell>/g),
  ].entries()) {
    const numberOf = (key: string) =>
      Number(new RegExp(`${key}=['"](\\d+)`).exec(attributes)?.[1] ?? Number.NaN)
    const content = /<content[^>]*>([\s\S]*?)<\/content>/.exec(body)?.[1] ?? ''
    const text = plain(content.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
    const [top, left] = [numberOf('start-row'), numberOf('start-col')]
    for (let row = top; row <= (numberOf('end-row') || top); row++)
      for (let column = left; column <= (numberOf('end-col') || left); column++) {
        grid[row] ??= []
        grid[row]![column] = { id, text }
      }
  }
  return Array.from(grid, (row) => Array.from(row ?? [], (cell) => cell ?? { id: -1, text: '' }))
}
