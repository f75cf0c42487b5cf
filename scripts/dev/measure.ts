/**
 * `npm run measure NAME [-- ARGUMENTS]`: runs one bench, figure or long check, found by its file name; without a name, lists them all.
 */
import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

const WRONG_USE = 2
const ROOT = join(import.meta.dirname, '..', '..')

interface Measurement {
  readonly name: string
  readonly kind: string
  readonly path: string
}

/** Benches trigger garbage collection themselves before they compare heaps. */
const FLAGS: Readonly<Record<string, readonly string[]>> = { bench: ['--expose-gc'] }
const KINDS = [
  { kind: 'bench', folder: 'packages/lab/bench', ending: '.bench.ts', measures: 'speed and memory' },
  { kind: 'figures', folder: 'packages/lab/figures', ending: '.ts', measures: 'quality' },
  { kind: 'checks', folder: 'packages/lab/checks', ending: '.ts', measures: 'long checks of correctness' },
] as const

export async function findMeasurements(): Promise<Measurement[]> {
  const found = KINDS.map(async ({ kind, folder, ending }) => {
    const files = (await readdir(join(ROOT, folder))).filter((file) => file.endsWith(ending)).sort()
    return files.map((file) => ({ name: basename(file, ending), kind, path: join(ROOT, folder, file) }))
  })
  return (await Promise.all(found)).flat()
}

/** Lists the names with what each measures, which is the first sentence of its file's comment. */
async function describeAll(measurements: readonly Measurement[]): Promise<string> {
  const width = Math.max(...measurements.map(({ name }) => name.length))
  const parts = KINDS.map(async ({ kind, measures }) => {
    const rows = measurements
      .filter((measurement) => measurement.kind === kind)
      .map(async ({ name, path }) => `  ${name.padEnd(width)}  ${subjectOf(await readFile(path, 'utf8'))}`)
    return [`${kind} (${measures})`, ...(await Promise.all(rows))].join('\n')
  })
  return (await Promise.all(parts)).join('\n')
}

function subjectOf(source: string): string {
  const [, comment = ''] = /^\/\*\*\s*([\s\S]*?)\s*\*\//.exec(source) ?? []
  const text = comment.replace(/\s*\n? ?\*\s+/g, ' ').trim()
  return /^.*?(?=[:.]\s|[.]$|(?<=[?])\s)/.exec(text)?.[0] ?? text
}

function run(chosen: Measurement, args: readonly string[]): number {
  const command = [...(FLAGS[chosen.kind] ?? []), chosen.path, ...args]
  return spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1
}

async function runByName(name: string, args: readonly string[]): Promise<number> {
  const all = await findMeasurements()
  const chosen = all.find((measurement) => measurement.name === name)
  if (chosen !== undefined) return run(chosen, args)
  const names = all.map((measurement) => measurement.name)
  console.error(`There is no measurement "${name}". There are: ${names.join(', ')}.`)
  return WRONG_USE
}

if (process.argv[1] === import.meta.filename) {
  const [name, ...args] = process.argv.slice(2)
  if (name === undefined) console.log(await describeAll(await findMeasurements()))
  else process.exitCode = await runByName(name, args)
}
