/**
 * What the names of graph/names are worth, without the rest of the system: names a passage, questions with a name, how well
 * the recipe agrees with the yardstick it was measured with, which of gpt-4o's entities are found, and sentences a second.
 * usage: node scripts/names-figures.ts [ORACLE.json of scripts/names-oracle.py]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sentences } from '../core/index.ts'
import { createWinkTagger } from '../graph/adapters/wink-tagger.ts'
import {
  ALL_NAMES,
  canonical,
  createNameDictionary,
  findNames,
  type Mention,
  mentionsOf,
  NO_PAPER_NAMES,
  paperNames,
  RECIPE,
} from '../graph/names/index.ts'

interface Row {
  readonly _id: string
  readonly title: string
  readonly text: string
}

interface OracleRow {
  readonly id: string
  readonly title: string
  readonly names: readonly string[]
}

const DATA = join(import.meta.dirname, '..', '..', 'shared', 'data')
const SETS = ['musique-train', 'hotpotqa-train', 'scifact']
const tagger = createWinkTagger()

function rowsOf(set: string, file: string): Row[] {
  const lines = readFileSync(join(DATA, set, file), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as Row)
}

function namesByRecipe({ title, text }: Row): Mention[] {
  return mentionsOf({ title, text, topic: '' }, NO_PAPER_NAMES, null, RECIPE)
}

function allNames({ title, text }: Row): Mention[] {
  return mentionsOf({ title, text, topic: '' }, paperNames([title, text]), tagger, ALL_NAMES)
}

function measure(set: string, how: string, namesOf: (row: Row) => Mention[]): void {
  const rows = rowsOf(set, 'corpus.jsonl')
  const questions = rowsOf(set, 'queries.jsonl')
  const started = process.cpuUsage().user
  const mentions = rows.map(namesOf)
  const seconds = (process.cpuUsage().user - started) / 1e6
  const perUnit = mentions.map((found) => new Set(found.map(({ name }) => name)).size)
  const dictionary = createNameDictionary(mentions.flat().flatMap(({ name, alias }) => [name, alias]))
  const linked = questions.filter(({ text }) =>
    findNames(text, dictionary, { mode: 'question' }).some(({ isKnown }) => isKnown),
  )
  const sentenceCount = rows.reduce((sum, { text }) => sum + sentences(text).length, 0)
  console.log(
    `| ${set} | ${how} | ${rows.length} | ${mean(perUnit).toFixed(1)} | ${dictionary.size} | ` +
      `${(linked.length / questions.length).toFixed(3)} | ${Math.round(sentenceCount / seconds)} | ${seconds.toFixed(1)} |`,
  )
}

function agree(set: string, oracle: readonly OracleRow[]): void {
  const rows = new Map(rowsOf(set, 'corpus.jsonl').map((row) => [row._id, row]))
  let both = 0
  let ours = 0
  let theirs = 0
  for (const { id, names } of oracle) {
    const row = rows.get(id)
    if (row === undefined) continue
    const found = new Set(
      namesByRecipe(row)
        .filter(({ kind }) => kind !== 'title')
        .map(({ name }) => name),
    )
    both += names.filter((name) => found.has(name)).length
    ours += found.size
    theirs += names.length
  }
  console.log(`| ${set} | ${oracle.length} | ${(both / ours).toFixed(4)} | ${(both / theirs).toFixed(4)} |`)
}

interface Extracted {
  readonly passage: string
  readonly extracted_entities: readonly string[]
}

/** Entities of a published extraction whose canonical form is a name or alias that we find in the same passage. */
function recallOfEntities(): void {
  const file = join(DATA, 'eigen1-units', 'openie_results_ner_gpt-4o.json')
  const { docs } = JSON.parse(readFileSync(file, 'utf8')) as { docs: Extracted[] }
  const counts = new Map<string, number>()
  let all = 0
  for (const how of docs.flatMap(howFound)) {
    all++
    counts.set(how, (counts.get(how) ?? 0) + 1)
  }
  console.log(`| of ${all} entities, found as | share |\n| --- | --- |`)
  for (const [how, count] of [...counts].sort(([, a], [, b]) => b - a))
    console.log(`| ${how} | ${(count / all).toFixed(3)} |`)
}

/** For each entity the kind of our name that equals it, or `(a part)`, or `(nothing)`. */
function howFound({ passage, extracted_entities: entities }: Extracted): string[] {
  const kindOf = new Map<string, string>()
  for (const { name, alias, kind } of allNames({ _id: '', title: '', text: passage }))
    for (const form of [name, alias]) if (!kindOf.has(form)) kindOf.set(form, kind)
  const forms = [...kindOf.keys()]
  const partOf = (entity: string) => forms.some((form) => ` ${entity} `.includes(` ${form} `))
  return entities
    .map(canonical)
    .filter((entity) => entity !== '')
    .map((entity) => kindOf.get(entity) ?? (partOf(entity) ? '(a part)' : '(nothing)'))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
}

const { positionals } = parseArgs({ allowPositionals: true })
console.log(
  '| set | names by | passages | names a passage | known forms | questions with one | sentences/s (processor) | seconds |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
for (const set of SETS) {
  measure(set, 'recipe', namesByRecipe)
  measure(set, 'all', allNames)
}
if (positionals[0] !== undefined) {
  const oracle = JSON.parse(readFileSync(positionals[0], 'utf8')) as Record<string, OracleRow[]>
  console.log('\n| set | passages | precision of the recipe | recall |\n| --- | --- | --- | --- |')
  for (const set of SETS) agree(set, oracle[set] ?? [])
}
console.log('\nentities that gpt-4o found in eigen1-units')
recallOfEntities()
