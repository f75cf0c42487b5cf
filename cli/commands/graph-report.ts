/** Prints the results of `gloss graph show` and `gloss graph stats` for people. */
import type { GraphStats, NameDetails } from '../../app/graph/index.ts'
import { counted, type Output, shortened, table } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

const ID_CHARACTERS = 8
const TITLE_CHARACTERS = 60
// Characters of text before the first mark and after the last.
const AROUND_CHARACTERS = 70
// A passage may contain its name in many places; the first ones suffice.
const SNIPPET_CHARACTERS = 360
const LONGEST_BAR = 30

export function printSheet(sheet: NameDetails, output: Output): void {
  const asked = sheet.asked === sheet.name ? '' : `  (also written "${sheet.asked}")`
  output.line(inOneLine(`${sheet.name}${asked}`))
  const first = sheet.isWhole ? '' : 'the first '
  output.line(
    `   ${first}${counted(sheet.mentions, 'mention')} in ${counted(sheet.units, 'unit')} of ${counted(sheet.papers, 'paper')}; the subject of ${counted(sheet.subjectOf, 'unit')}`,
  )
  const line = (label: string, parts: readonly string[]) => {
    if (parts.length > 0) output.line(inOneLine(`   ${label.padEnd(9)} ${parts.join(' · ')}`))
  }
  line(
    'kinds',
    sheet.kinds.map(({ kind, mentions }) => `${kind} ${mentions}`),
  )
  line(
    'spellings',
    sheet.surfaces.map(({ text, mentions }) => `${shortened(text, TITLE_CHARACTERS)} ${mentions}`),
  )
  line(
    'aliases',
    sheet.aliases.map(({ alias, mentions }) => `${alias} ${mentions}`),
  )
  line(
    'elsewhere',
    sheet.others.length === 0 ? [] : [`"${sheet.asked}" also means ${sheet.others.join(', ')}`],
  )
  line(
    'synonyms',
    sheet.synonyms.map(({ name, cosine }) => `${name} ${cosine.toFixed(2)}`),
  )
  printPlaces(sheet, output)
  printNeighbours(sheet, output)
  printFacts(sheet, output)
}

function printPlaces({ places, units }: NameDetails, output: Output): void {
  if (places.length === 0) return
  output.line()
  output.line(`Occurrences${places.length < units ? ` (${places.length} of ${units} units)` : ''}`)
  for (const { unit, kind, title, locator, isSubject, found, text, marks } of places) {
    const where = [
      shortened(title, TITLE_CHARACTERS),
      locator,
      kind,
      isSubject ? 'subject' : '',
      found.join(' '),
    ]
    output.line(
      inOneLine(`   ${unit.slice(0, ID_CHARACTERS)}  ${where.filter((part) => part !== '').join(' · ')}`),
    )
    output.line(
      `             ${marks.length === 0 ? shortened(text, 2 * AROUND_CHARACTERS) : marked(text, marks)}`,
    )
  }
}

function printNeighbours({ neighbours }: NameDetails, output: Output): void {
  if (neighbours.length === 0) return
  output.line()
  output.line('Co-occurring names')
  const rows = neighbours.map(({ name, units, strength }) => [
    shortened(name, TITLE_CHARACTERS),
    counted(units, 'unit').padStart(8),
    strength.toFixed(2),
  ])
  for (const row of table(rows)) output.line(`   ${row}`)
}

function printFacts({ facts }: NameDetails, output: Output): void {
  if (facts.length === 0) return
  output.line()
  output.line('Facts')
  for (const { subject, predicate, object, unit, made, text } of facts) {
    output.line(inOneLine(`   ${subject} — ${predicate} — ${object}`))
    output.line(`      ${unit.slice(0, ID_CHARACTERS)} (${made}): ${shortened(text, 2 * AROUND_CHARACTERS)}`)
  }
}

/** Returns the text around the marks, each between « and ». */
function marked(text: string, marks: readonly (readonly [number, number])[]): string {
  let shown = ''
  let at = Math.max(0, (marks[0]?.[0] ?? 0) - AROUND_CHARACTERS)
  const cut = at > 0 ? '…' : ''
  for (const [start, end] of marks) {
    if (start < at) continue
    const gap = text.slice(at, start)
    shown +=
      gap.length > 2 * AROUND_CHARACTERS
        ? `${gap.slice(0, AROUND_CHARACTERS)} … ${gap.slice(-AROUND_CHARACTERS)}`
        : gap
    shown += `«${text.slice(start, end)}»`
    at = end
  }
  const rest = text.slice(at)
  const tail = rest.length > AROUND_CHARACTERS ? `${rest.slice(0, AROUND_CHARACTERS)}…` : rest
  return shortened(`${cut}${shown}${tail}`, SNIPPET_CHARACTERS)
}

export function printStats(stats: GraphStats, output: Output): void {
  const { rows, memoryBytes, edgeBytes } = stats
  output.line(
    `${stats.corpus}: ${counted(stats.units, 'unit')} and ${counted(stats.names, 'name')} with ${counted(stats.edges, 'edge')}; ${counted(stats.facts, 'fact')}, ${counted(rows.synonyms, 'synonym')}`,
  )
  const aliases = `${stats.aliases} ${stats.aliases === 1 ? 'alias' : 'aliases'}`
  output.line(
    `   ${aliases}; ${counted(stats.joined, 'spelling')} merged and ${counted(stats.ignored, 'name')} ignored by hand`,
  )
  output.line(
    `   ${counted(stats.unitsWithoutName, 'unit')} without names, ${stats.isolatedUnits} isolated (no shared names), ${stats.unnamed} not yet processed; facts extracted from ${rows.extracted}`,
  )
  output.line(`   memory about ${megabytes(memoryBytes)}, of which edges ${megabytes(edgeBytes)}`)
  section('Mentions', countedRows(Object.entries(stats.mentions)), output)
  section('Most frequent names', countedRows(stats.hubs.map(({ name, units }) => [name, units])), output)
  const band = ({ from, to }: GraphStats['degrees'][number]) => (from === to ? String(from) : `${from}–${to}`)
  const degrees = stats.degrees.map((one) => [band(one), String(one.names), String(one.units)])
  section('Nodes by degree', [['edges', 'names', 'units'], ...degrees], output)
  if (stats.unnamed > 0)
    output.line(`${counted(stats.unnamed, 'unit')} not yet processed: run gloss graph build`)
}

function countedRows(rows: readonly (readonly [string, number])[]): string[][] {
  const most = Math.max(1, ...rows.map(([, count]) => count))
  return rows.map(([label, count]) => [
    shortened(label, TITLE_CHARACTERS),
    String(count),
    '█'.repeat(Math.round((LONGEST_BAR * count) / most)),
  ])
}

function section(title: string, rows: readonly (readonly string[])[], output: Output): void {
  if (rows.length === 0) return
  output.line()
  output.line(title)
  for (const row of table(rows)) output.line(`   ${row}`)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 1)} MB`
}
