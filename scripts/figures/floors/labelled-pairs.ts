/**
 * Cosines of queries with what they should bring and with what they should not. Right: the labelled unit, where it is among the first k.
 * Foreign: the first k that a question about films, people and places brings from biomedical texts. Neighbouring: what a biomedical query
 * brings from the other biomedical set, of which some may well be of use.
 */
import { readFileSync } from 'node:fs'
import { words } from '../../../core/index.ts'
import type { Embedder } from '../../../models/index.ts'
import { DEFAULT_LOOP } from '../../../monitor/index.ts'
import { sharedPath } from '../../lib/shared.ts'
import { unitNumber } from '../gate/seeded.ts'

export type Cosines = Readonly<Record<'right' | 'foreign' | 'neighbouring', readonly number[]>>

interface Query {
  readonly text: string
  readonly right: ReadonlySet<string>
}

interface LabelledSet {
  readonly texts: ReadonlyMap<string, string>
  readonly queries: readonly Query[]
}

const { k } = DEFAULT_LOOP
const QUERIES = 150
const DISTRACTORS = 300

export async function cosinesOf(embedder: Embedder): Promise<Cosines> {
  const [scifact, covid] = [labelledSet('scifact'), labelledSet('covidqa')]
  const foreign = ['musique-train', 'hotpotqa-train'].flatMap((name) => labelledSet(name).queries)
  const parts = [
    await cosinesIn(scifact, { foreign, neighbouring: covid.queries }, embedder),
    await cosinesIn(covid, { foreign, neighbouring: scifact.queries }, embedder),
  ]
  const joined = (kind: keyof Cosines) => parts.flatMap((part) => part[kind])
  return { right: joined('right'), foreign: joined('foreign'), neighbouring: joined('neighbouring') }
}

async function cosinesIn(
  set: LabelledSet,
  others: Readonly<Record<'foreign' | 'neighbouring', readonly Query[]>>,
  embedder: Embedder,
): Promise<Cosines> {
  const nearest = await nearestIn(set, embedder)
  const right: number[] = []
  for (const query of set.queries)
    for (const asked of [query.text, keywordsOf(query.text)])
      for (const { id, cosine } of await nearest(asked)) if (query.right.has(id)) right.push(cosine)
  const broughtBy = async (queries: readonly Query[]) => {
    const hits = await Promise.all(queries.map(({ text }) => nearest(text)))
    return hits.flat().map(({ cosine }) => cosine)
  }
  return {
    right,
    foreign: await broughtBy(others.foreign),
    neighbouring: await broughtBy(others.neighbouring),
  }
}

/** The first k of the set by cosine, best first. */
async function nearestIn({ texts }: LabelledSet, embedder: Embedder) {
  const ids = [...texts.keys()]
  const vectors = await embedder.embed([...texts.values()])
  return async (query: string) => {
    const [asked = new Float32Array()] = await embedder.embed([query])
    return vectors
      .map((vector, i) => ({ id: ids[i] ?? '', cosine: dot(vector, asked) }))
      .sort((one, other) => other.cosine - one.cosine)
      .slice(0, k)
  }
}

/** A seeded part of the queries with all of their texts, and as many others as make it a corpus. */
function labelledSet(name: string): LabelledSet {
  const judged = new Map<string, Set<string>>()
  for (const line of linesOf(name, 'qrels.tsv').slice(1)) {
    const [query = '', document = '', score] = line.split('\t')
    if (Number(score) > 0) judged.set(query, (judged.get(query) ?? new Set()).add(document))
  }
  const queries = linesOf(name, 'queries.jsonl')
    .map((line) => JSON.parse(line) as { readonly _id: string; readonly text: string })
    .sort((a, b) => unitNumber(a._id) - unitNumber(b._id))
    .slice(0, QUERIES)
    .map(({ _id, text }) => ({ text, right: judged.get(_id) ?? new Set<string>() }))
  const wanted = new Set(queries.flatMap(({ right }) => [...right]))
  const documents = linesOf(name, 'corpus.jsonl')
    .map(
      (line) => JSON.parse(line) as { readonly _id: string; readonly title: string; readonly text: string },
    )
    .sort((a, b) => unitNumber(`d${a._id}`) - unitNumber(`d${b._id}`))
  const others = documents.filter(({ _id }) => !wanted.has(_id)).slice(0, DISTRACTORS)
  const kept = [...documents.filter(({ _id }) => wanted.has(_id)), ...others]
  return { texts: new Map(kept.map(({ _id, title, text }) => [_id, `${title}. ${text}`])), queries }
}

/** What is left of a query that is made of keywords: queriers write both kinds. */
function keywordsOf(text: string): string {
  return (text.match(/[\p{L}\p{N}-]+/gu) ?? []).filter((word) => words(word).length > 0).join(' ')
}

function linesOf(name: string, file: string): string[] {
  return readFileSync(sharedPath('data', name, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
