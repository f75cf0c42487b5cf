/** Writes the figures of docs/figures, and beside them (measured.json) the commit and the code that they were measured on. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeDigest } from './code-digest.ts'
import { CODE_OF_BENCHES, CODE_OF_FIGURES } from './figure-code.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDER = join(ROOT, 'docs', 'figures')
const MEASURED = join(FOLDER, 'measured.json')

/** What a figure, or a part of one, was measured on. */
export interface Measured {
  /** Short; a `+` behind it: with changes that were not committed yet. */
  readonly commit: string
  /** Digest of the code that the figure depends on. */
  readonly code: string
  /** Why the figure stands although the code changed afterwards, and the code that this was said of. */
  readonly kept?: { readonly code: string; readonly why: string }
}

/** By `NAME`, `NAME/PART` or `NAME/PART/PART` of docs/figures, or `bench/NAME` of bench/results. */
export function readMeasured(): Record<string, Measured> {
  return readJson(MEASURED) as Record<string, Measured>
}

/** Replaces docs/figures/NAME.json. */
export function writeFigures(name: string, figures: unknown): void {
  write(join(FOLDER, `${name}.json`), figures)
  noteMeasured(name)
}

/** Replaces one part of docs/figures/NAME.json, and what `about` holds; the other parts stay. */
export function writeFigurePart(
  name: string,
  part: readonly [string, ...string[]],
  figures: unknown,
  about: object = {},
): void {
  const file = join(FOLDER, `${name}.json`)
  write(file, withPart({ ...about, ...readJson(file), ...about }, part, figures))
  noteMeasured([name, ...part].join('/'))
}

/** Notes that a figure or a bench was measured on the code as it is now. */
export function noteMeasured(key: string): void {
  const measured = { ...readMeasured(), [key]: { commit: measuredCommit(), code: codeDigest(codeOf(key)) } }
  write(MEASURED, sorted(measured))
}

/** Notes why figures that were measured on other code are kept. */
export function keepMeasured(keys: readonly string[], why: string): void {
  const known = readMeasured()
  const kept = keys.map((key) => {
    const before = known[key]
    if (before === undefined)
      throw new Error(`Nothing was measured as "${key}". There are: ${Object.keys(known).join(', ')}.`)
    return [key, { ...before, kept: { code: codeDigest(codeOf(key)), why } }] as const
  })
  write(MEASURED, sorted({ ...known, ...Object.fromEntries(kept) }))
}

/** The folders and files that a figure depends on. */
export function codeOf(key: string): readonly string[] {
  const [name = '', bench = ''] = key.split('/')
  const code = name === 'bench' ? CODE_OF_BENCHES[bench] : CODE_OF_FIGURES[name]
  if (code === undefined) throw new Error(`scripts/lib/figure-code.ts does not say what "${key}" depends on.`)
  return code
}

/** Does the code still do what it did when this was measured, or was it said why the figure stands? */
export function isCurrent(key: string, { code, kept }: Measured): boolean {
  const now = codeDigest(codeOf(key))
  return now === code || now === kept?.code
}

function measuredCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', '*.ts') !== ''
  return `${git('rev-parse', '--short=8', 'HEAD')}${changed ? '+' : ''}`
}

function withPart(
  held: Record<string, unknown>,
  [first, ...rest]: readonly string[],
  value: unknown,
): object {
  const [next, ...after] = rest
  const below = (held[first!] ?? {}) as Record<string, unknown>
  return { ...held, [first!]: next === undefined ? value : withPart(below, [next, ...after], value) }
}

function sorted<T>(entries: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function readJson(file: string): Record<string, unknown> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function write(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
