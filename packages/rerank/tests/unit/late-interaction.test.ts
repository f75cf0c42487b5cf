import { describe, expect, test } from 'vitest'
import type { Retriever } from '../../../../retrieval/index.ts'
import type { Hit } from '../../../../retrieval/ports.ts'
import { wordTokenEmbedder } from '../../../../tests/fakes/word-token-embedder.ts'
import type { PackedTokens, TokenStore } from '../../index.ts'
import { lateBackend, lateGround } from '../../index.ts'

const TEXTS: Record<string, string> = {
  u1: 'a bridge over the river',
  u2: 'the heart is a muscle',
  u3: 'the muscle of the heart inhibits',
  u4: 'heart muscle',
}

/** Ranks the units in the order of their ids, the first far above the others. */
const backend: Retriever = {
  name: 'four',
  async retrieve({ k }) {
    const scores = [10, 2, 1.5, 1]
    const hits: Hit[] = Object.keys(TEXTS)
      .slice(0, k)
      .map((unit, at) => ({ unit, paper: unit, rank: at + 1, score: scores[at]!, why: {} }))
    return { hits, stages: { search: 1 } }
  },
}

function memoryStore(): TokenStore & { readonly removed: string[] } {
  const kept = new Map<string, { text: string; tokens: PackedTokens }>()
  const removed: string[] = []
  let lastSeq = 0
  return {
    removed,
    find: (wanted) =>
      wanted.map(({ unit, text }) => {
        const found = kept.get(unit)
        return found?.text === text ? found.tokens : null
      }),
    put: (made) => {
      for (const { unit, text, tokens } of made) kept.set(unit, { text, tokens })
    },
    seq: () => lastSeq,
    remove: (units, seq) => {
      removed.push(...units)
      for (const unit of units) kept.delete(unit)
      lastSeq = seq
    },
    size: () => ({ units: kept.size, bytes: 0 }),
    close: () => undefined,
  }
}

interface Corpus {
  seq: number
  gone: string[]
}

function opened({ top = 4, share = 1, texts = TEXTS, corpus = { seq: 1, gone: [] } as Corpus } = {}) {
  const embedder = wordTokenEmbedder()
  const store = memoryStore()
  const ground = lateGround(embedder, store)
  const retriever = lateBackend(backend, {
    ground: async () => ground,
    reader: { seq: async () => corpus.seq, removedSince: async () => corpus.gone },
    textsOf: async (units) => units.map((unit) => texts[unit] ?? null),
    top,
    share,
    prices: new Map(),
  })
  const ask = async (text = 'heart muscle', k = 4) => (await retriever.retrieve({ text, k })).hits
  const documents = () => embedder.embedded.filter(({ form }) => form === 'document').map(({ text }) => text)
  return { ask, documents, store }
}

const order = (hits: readonly Hit[]) => hits.map(({ unit }) => unit)

describe('late interaction behind a backend', () => {
  test('forgets units that went from the corpus, once', async () => {
    const corpus: Corpus = { seq: 1, gone: [] }
    const { ask, documents, store } = opened({ corpus })
    await ask()
    corpus.seq = 2
    corpus.gone = ['u4']
    await ask()
    await ask()
    expect(store.removed).toEqual(['u4'])
    expect(documents().slice(4)).toEqual([TEXTS['u4']])
  })

  test('a unit that is gone meanwhile has no pieces and comes last', async () => {
    const { u2: _, ...texts } = TEXTS
    expect(order(await opened({ texts }).ask()).at(-1)).toBe('u2')
    expect((await opened({ texts }).ask()).find(({ unit }) => unit === 'u2')?.why.late?.score).toBe(0)
  })
})
