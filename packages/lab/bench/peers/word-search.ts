/** Finds the ten best texts by words: the word index of Gloss with its choice of rows, no filters or reasons, against BM25 libraries. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { words } from '../../../../core/index.ts'
import { packParts } from '../../../../index/format.ts'
import { bestRows } from '../../../../index/index.ts'
import { createMatrix } from '../../../../index/vectors/matrix.ts'
import { createPostings, type Postings } from '../../../../index/words/postings.ts'
import type { OurSide, PeerSide, Task } from './compare.ts'
import { timedBuild, timedItems } from './our-times.ts'
import { sentencePool } from './sentence-pool.ts'
import { HITS, hasSet, meanMetric, pythonPeer, readSet, type TaskGround, textOf } from './task-ground.ts'

const OURS = 'words'
const SET = 'scifact'
const LARGE_QUESTIONS = 300
const WORD_FILES = ['terms.json', 'offsets.u32', 'postings.u32', 'counts.u16', 'lengths.u32']

/** SciFact with its judgements. */
export function judgedWords(ground: TaskGround): Task | null {
  if (!hasSet(ground, SET)) return null
  const set = readSet(ground, SET)
  const texts = set.documents.map(textOf)
  const queries = set.questions.map(({ text }) => text)
  return {
    ...sides(ground, texts, queries),
    name: `words: ${texts.length} abstracts of SciFact, ${queries.length} claims`,
    quality: 'nDCG@10',
    worth: (found) => meanMetric(set, found, 'ndcg@10'),
  }
}

/** As many sentences as a large corpus has units, searched with the questions of SciFact. */
export function manyWords(ground: TaskGround): Task | null {
  const texts = sentencePool(ground, ground.rows)
  if (texts.length === 0 || !hasSet(ground, SET)) return null
  const queries = readSet(ground, SET)
    .questions.slice(0, LARGE_QUESTIONS)
    .map(({ text }) => text)
  return {
    ...sides(ground, texts, queries),
    name: `words: ${texts.length} sentences, ${queries.length} claims`,
    quality: null,
    worth: () => 0,
  }
}

function sides(ground: TaskGround, texts: readonly string[], queries: readonly string[]) {
  writeFileSync(join(ground.folder, 'texts.json'), JSON.stringify(texts))
  writeFileSync(join(ground.folder, 'queries.json'), JSON.stringify(queries))
  const peer = (name: string, script: string): PeerSide => ({
    ...pythonPeer(ground, name, script),
    against: [OURS],
    build: { folder: ground.folder },
    round: { k: HITS },
  })
  return {
    per: 'question',
    ours: [ourSide(texts, queries)],
    peers: [peer('bm25s', 'bm25s'), peer('tantivy', 'tantivy')],
  }
}

function ourSide(texts: readonly string[], queries: readonly string[]): OurSide {
  let postings = createPostings()
  const ask = asker(texts.length)
  return {
    name: OURS,
    build: () =>
      timedBuild(() => {
        const filled = createPostings()
        for (const text of texts) filled.add(words(text))
        const parts = filled.parts(Array.from(texts.keys()))
        postings = createPostings(parts)
        return bytesOf(parts)
      }),
    round: () => timedItems(queries, (query) => ask(postings, query)),
  }
}

function asker(rows: number) {
  const scores = new Float32Array(rows)
  const rules = {
    depth: HITS,
    allowed: new Uint8Array(rows).fill(1),
    above: 0,
    ids: Array.from(scores, (_, row) => String(row).padStart(8, '0')),
  }
  return (postings: Postings, query: string): number[] => {
    postings.score(words(query), scores)
    return bestRows(scores, rows, rules)
  }
}

/** Returns the size of the artefact's files that hold words. */
function bytesOf(postings: ReturnType<Postings['parts']>): number {
  const none = createMatrix(1).parts([])
  const unused = { rows: {} as never, languages: {} as never, graphKeys: new Uint32Array(0) }
  const files = packParts({ ...unused, postings, matrix: none })
  return WORD_FILES.reduce((sum, name) => sum + (files.get(name) as Uint8Array).byteLength, 0)
}
