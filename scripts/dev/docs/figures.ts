/** The table in docs/figures.md: each from a committed result, with the command that measured it. Numbers are not typed by hand. */
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readMeasured } from '../../lib/write-figures.ts'
import { table } from './markdown.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const ROWS = join(import.meta.dirname, 'figure-rows.json')

interface Figure {
  readonly what: string
  readonly file: string
  /** `{path.to.a.number}` is filled from the file, `{path:2}` with two decimals; `rows[way=units]` is the row whose way is units. */
  readonly value: string
  readonly goal?: string
  readonly command: string
}

export async function figuresPart(): Promise<string> {
  const figures = JSON.parse(await readFile(ROWS, 'utf8')) as Figure[]
  const rows = await Promise.all(
    figures.map(async ({ what, file, value, goal, command }) => [
      what,
      fill(value, JSON.parse(await readFile(join(ROOT, file), 'utf8')), file),
      goal ?? '',
      `\`${command}\``,
      commitsOf(file, value),
    ]),
  )
  return `${table(['what', 'measured', 'goal', 'command', 'commit'], rows)}\n\n${keptPart()}`.trimEnd()
}

/** The commits that the parts of a row were measured on; a star: the code has changed since, see below the table. */
function commitsOf(file: string, value: string): string {
  const name = file.startsWith('bench/') ? `bench/${basename(file, '.json')}` : basename(file, '.json')
  const paths = [...value.matchAll(/\{([^}:]+)/g)].map(([, path]) => `${name}/${path!.replaceAll('.', '/')}`)
  const parts = Object.entries(readMeasured()).filter(([key]) =>
    paths.some((path) => path === key || path.startsWith(`${key}/`)),
  )
  if (parts.length === 0)
    throw new Error(`docs/figures/measured.json does not say what ${name} was measured on`)
  return [...new Set(parts.map(([, { commit, kept }]) => (kept ? `${commit}*` : commit)))].join(', ')
}

/** Why figures stand that were measured on other code. */
function keptPart(): string {
  const kept = Object.entries(readMeasured()).filter(([, { kept }]) => kept !== undefined)
  const reasons = Map.groupBy(kept, ([, of]) => of.kept!.why)
  const lines = [...reasons].map(([why, of]) => `- ${of.map(([key]) => `\`${key}\``).join(', ')}: ${why}`)
  return lines.length === 0 ? '' : ['\\* The code has changed since this was measured:', ...lines].join('\n')
}

function fill(template: string, results: unknown, file: string): string {
  return template.replace(/\{([^}]+?)(?::(\d))?\}/g, (_, path: string, decimals?: string) => {
    const value = path.split('.').reduce(inside, results)
    if (typeof value !== 'number') throw new Error(`${file} holds no number at ${path}`)
    return decimals === undefined ? String(value) : value.toFixed(Number(decimals))
  })
}

function inside(value: unknown, step: string): unknown {
  const [, list, key, wanted] = /^(\w+)\[(\w+)=(.+)\]$/.exec(step) ?? []
  const found = (value as Record<string, unknown> | undefined)?.[list ?? step]
  if (key === undefined) return found
  return (found as Record<string, unknown>[] | undefined)?.find((row) => row[key] === wanted)
}
