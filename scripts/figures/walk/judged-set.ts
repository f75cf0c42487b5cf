/** A judged set as the walk meets it: its passages and questions with their vectors, titles given or withheld. */
import { contentId } from '../../../core/index.ts'
import { indexedText } from '../../../corpus/index.ts'
import type { Embedder } from '../../../models/index.ts'
import { sharedPath } from '../../lib/shared.ts'
import { type BeirSet, readBeir } from '../units/beir.ts'

/** Titles of the passages: as they are, or none. */
export const TITLES = ['given', 'withheld'] as const
export type Titles = (typeof TITLES)[number]

export interface JudgedSet {
  readonly name: string
  readonly titles: Titles
  readonly documents: BeirSet['documents']
  readonly questions: readonly JudgedQuestion[]
  /** One row of unit length for each document. */
  readonly vectors: readonly Float32Array[]
}

interface JudgedQuestion {
  readonly text: string
  readonly vector: Float32Array
  /** Indices of the documents that are right. */
  readonly relevant: ReadonlySet<number>
}

/** Vectors come in the order of a hash of the texts, so that a time-out leaves every set usable in part. */
export async function openJudgedSet(name: string, titles: Titles, embedder: Embedder): Promise<JudgedSet> {
  const { documents, questions } = readBeir(sharedPath('data', name))
  const kept = documents.map((document) => ({
    ...document,
    id: contentId(document.id),
    title: titles === 'given' ? document.title.trim() : '',
    text: document.text.trim() || document.title.trim(),
  }))
  const vectors = await embedder.embed(
    kept.map(({ title, text }) => indexedText({ topic: '', text, reading: null }, title)),
  )
  const asked = await embedder.embed(questions.map(({ text }) => text))
  return {
    name,
    titles,
    documents: kept,
    vectors,
    questions: questions.map(({ text, gains }, i) => ({
      text,
      vector: asked[i]!,
      relevant: new Set(gains.keys()),
    })),
  }
}
