/** The table of figures in README.md: each from a committed result, with the command that measured it. Numbers are not typed by hand. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { table } from './markdown.ts'

const ROOT = join(import.meta.dirname, '..', '..')

interface Figure {
  readonly what: string
  readonly file: string
  /** `{path.to.a.number}` is filled from the file; `{path:2}` with two decimals. */
  readonly value: string
  readonly goal?: string
  readonly command: string
}

const FIGURES: readonly Figure[] = [
  {
    what: 'Titles and abstracts found in labelled real papers',
    file: 'docs/figures/describe.json',
    value: '{title.right} of {title.of} titles, {abstract.right} of {abstract.of} abstracts',
    goal: '14 of 14, 13 of 14',
    command: 'node scripts/describe-figures.ts',
  },
  {
    what: 'PDF pages read a second, against pdf-parse in the same run',
    file: 'bench/results/pdf.json',
    value: '{pagesPerSecond.gloss:0} against {pagesPerSecond.pdf-parse:0} ({times:1} ×)',
    goal: '2 ×',
    command: 'npm run bench:pdf',
  },
]

export async function figuresPart(): Promise<string> {
  const rows = await Promise.all(
    FIGURES.map(async ({ what, file, value, goal, command }) => [
      what,
      fill(value, JSON.parse(await readFile(join(ROOT, file), 'utf8')), file),
      goal ?? '',
      `\`${command}\``,
    ]),
  )
  return table(['what', 'measured', 'goal', 'command'], rows)
}

function fill(template: string, results: unknown, file: string): string {
  return template.replace(/\{([^}:]+)(?::(\d))?\}/g, (_, path: string, decimals?: string) => {
    const value = path
      .split('.')
      .reduce<unknown>((inside, key) => (inside as Record<string, unknown>)[key], results)
    if (typeof value !== 'number') throw new Error(`${file} holds no number at ${path}`)
    return decimals === undefined ? String(value) : value.toFixed(Number(decimals))
  })
}
