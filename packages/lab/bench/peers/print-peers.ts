/** Prints comparisons as a table: a row for each pair of a Gloss implementation and a peer, Gloss first. */
import { table } from '../../../../scripts/dev/docs/markdown.ts'
import type { Circumstances } from '../../lib/circumstances.ts'
import type { Compared, Comparison, Measured, Ratio } from './compare.ts'

export interface MeasuredSubject extends Circumstances {
  readonly rounds: number
  readonly comparisons: readonly Comparison[]
}

const HEAD = ['task', 'ours', 'peer', 'CPU ms', 'ours / peer', 'wall ms', 'quality', 'MB', 'preparing, CPU s']
const BYTES_PER_MB = 1e6
const NONE = '–'

/** Returns all pairs as Markdown. A task without peers has a row for Gloss alone. */
export function peersTable(comparisons: readonly Comparison[]): string {
  return table(HEAD, comparisons.flatMap(rowsOf))
}

/** Returns what the table lacks and why; empty if it is complete. */
export function leftOut(comparisons: readonly Comparison[]): string[] {
  const missing = [...new Set(comparisons.flatMap((comparison) => comparison.missing))]
  const failed = comparisons.flatMap(({ task, failed: peers }) =>
    peers.map(({ name, reason }) => `${name} failed at "${task}": ${reason}`),
  )
  if (missing.length === 0) return failed
  const isAlone = comparisons.every(({ peers }) => peers.length === 0)
  return [
    `${isAlone ? 'No peer is installed, so that these are our own figures alone' : 'Not installed, left out'}: ${missing.join(', ')}.`,
    'To install them: `bash packages/lab/bench/peers/setup.sh FOLDER`, then `--python FOLDER/bin/python`.',
    ...failed,
  ]
}

function rowsOf({ task, per, quality, ours, peers }: Comparison): string[][] {
  const name = `${task}; a ${per}`
  return ours.flatMap((one) => {
    const beside = peers.flatMap((peer) => {
      const against = peer.against.find((pair) => pair.ours === one.name)
      return against === undefined ? [] : [pairRow({ name, quality }, one, peer, against)]
    })
    return beside.length > 0 ? beside : [aloneRow({ name, quality }, one)]
  })
}

interface TaskCells {
  readonly name: string
  readonly quality: string | null
}

function pairRow(
  { name, quality }: TaskCells,
  ours: Measured,
  peer: Compared,
  { cpuRatio, wallRatio }: Compared['against'][number],
): string[] {
  const setting = peer.setting === undefined ? '' : `, ef ${peer.setting}`
  const both = (of: (side: Measured) => number | null, show: (value: number) => string) =>
    pair(of(ours), of(peer), show)
  return [
    name,
    ours.name,
    `${peer.name} ${peer.version}${setting}`,
    both(({ cpuMs }) => cpuMs, threeDigits),
    ratioCell(cpuRatio ?? wallRatio),
    both(({ wallMs }) => wallMs, threeDigits),
    qualityCell(
      quality,
      both(({ worth }) => worth, share),
    ),
    both(({ built }) => built?.bytes ?? null, megabytes),
    both(({ built }) => built?.cpuSeconds ?? null, threeDigits),
  ]
}

function aloneRow({ name, quality }: TaskCells, ours: Measured): string[] {
  const own = (value: number | null | undefined, show: (value: number) => string) =>
    value === null || value === undefined ? NONE : show(value)
  return [
    name,
    ours.name,
    NONE,
    own(ours.cpuMs, threeDigits),
    NONE,
    own(ours.wallMs, threeDigits),
    qualityCell(quality, own(ours.worth, share)),
    own(ours.built?.bytes, megabytes),
    own(ours.built?.cpuSeconds, threeDigits),
  ]
}

function pair(ours: number | null, peer: number | null, show: (value: number) => string): string {
  if (ours === null && peer === null) return NONE
  return [ours, peer].map((value) => (value === null ? NONE : show(value))).join(' / ')
}

function ratioCell({ least, median, most }: Ratio): string {
  return `**${twoDigits(median)}** (${twoDigits(least)}–${twoDigits(most)})`
}

function qualityCell(quality: string | null, values: string): string {
  return quality === null ? NONE : `${values} ${quality}`
}

function threeDigits(value: number): string {
  return plain(value, 3)
}

function twoDigits(value: number): string {
  return plain(value, 2)
}

/** Formats a number without an exponent. */
function plain(value: number, digits: number): string {
  return value >= 10 ** digits ? String(Math.round(value)) : String(Number(value.toPrecision(digits)))
}

function share(value: number): string {
  return value.toFixed(3)
}

function megabytes(bytes: number): string {
  return threeDigits(bytes / BYTES_PER_MB)
}
