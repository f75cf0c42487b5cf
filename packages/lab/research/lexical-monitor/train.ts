/**
 * Trains the doubt model of the lexical monitor on all sources and writes monitor/monitors/doubt-weights.json, with weights in descending
 * order. Keeps the threshold unless another is given.
 * Run: node packages/lab/research/lexical-monitor/train.ts [--threshold .5]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fitDoubtModel } from './fit.ts'
import { labelledSentences, readSources } from './sources.ts'

const WEIGHTS = join(import.meta.dirname, '..', '..', '..', '..', 'monitor', 'monitors', 'doubt-weights.json')
const DECIMALS = 3

const { values: options } = parseArgs({ options: { threshold: { type: 'string' } } })
const present = JSON.parse(readFileSync(WEIGHTS, 'utf8')) as { readonly threshold: number }
const sentences = readSources().flatMap(labelledSentences)
const { bias, weights } = fitDoubtModel(sentences)
const rounded = (weight: number) => Number(weight.toFixed(DECIMALS))
const sorted = [...weights]
  .map(([name, weight]) => [name, rounded(weight)] as const)
  .filter(([, weight]) => weight !== 0)
  .sort(([nameA, a], [nameB, b]) => b - a || (nameA < nameB ? -1 : 1))
const threshold = options.threshold === undefined ? present.threshold : Number(options.threshold)
const model = { bias: rounded(bias), threshold, weights: Object.fromEntries(sorted) }
writeFileSync(WEIGHTS, `${JSON.stringify(model, null, 2)}\n`)
const doubts = sentences.filter(({ isDoubt }) => isDoubt).length
console.log(`${sentences.length} sentences, ${doubts} of them doubts; ${sorted.length} weights`)
