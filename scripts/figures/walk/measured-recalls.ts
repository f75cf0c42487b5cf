/** Recall@5 of the walk by set, embedder and settings, each measured once; with a folder, once for all runs over the same code and vectors. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentId } from '../../../core/index.ts'
import { mean } from '../../../evaluation/metrics.ts'
import type { JudgedSet } from './judged-set.ts'
import { recallsOf } from './rank-variant.ts'
import type { WalkSettings } from './settings.ts'

export interface Case {
  readonly embedder: string
  readonly set: JudgedSet
}

type RecallOf = (one: Case, settings: WalkSettings) => number

/** What a recall depends on besides its case and settings. */
const CODE = ['core', 'graph', 'scripts/figures/walk']

export function measuredRecalls(folder: string | undefined): RecallOf {
  const file = folder === undefined ? null : join(folder, `recalls-${codeVersion()}.jsonl`)
  const known = new Map(file === null ? [] : readRecalls(file))
  return (one, settings) => {
    const key = keyOf(one, settings)
    const held = known.get(key)
    if (held !== undefined) return held
    const measured = mean([...recallsOf(one.set, settings)])
    known.set(key, measured)
    if (file !== null) appendFileSync(file, `${JSON.stringify([key, measured])}\n`)
    return measured
  }
}

/** The same for settings with the same kinds in another order. */
function plainSettings(settings: WalkSettings) {
  return { ...settings, kinds: [...settings.kinds].sort() }
}

/** An embedder may be retrained under the same name: its vector of the first passage is part of the key. */
function keyOf({ embedder, set }: Case, settings: WalkSettings): string {
  const vectors = contentId(String(set.vectors[0]))
  return JSON.stringify([embedder, vectors, set.name, set.titles, plainSettings(settings)])
}

function codeVersion(): string {
  const trees = CODE.map((path) => `HEAD:${path}`)
  return contentId(execFileSync('git', ['rev-parse', ...trees], { encoding: 'utf8' }))
}

function readRecalls(file: string): [string, number][] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as [string, number])
}
