import { describe, expect, test } from 'vitest'
import { createLedger, type Reranker } from '../../../../models/index.ts'
import type { Retriever } from '../../../../retrieval/index.ts'
import type { Hit } from '../../../../retrieval/ports.ts'
import { rerankedBackend } from '../../index.ts'

const PRICES = new Map()
const UNITS = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6']

/** A backend that ranks the six units in their order, two to a paper. */
const backend: Retriever = {
  name: 'six',
  async retrieve({ k }) {
    const hits: Hit[] = UNITS.slice(0, k).map((unit, at) => ({
      unit,
      paper: `p${Math.floor(at / 2)}`,
      rank: at + 1,
      score: 1 - at / 10,
      why: { words: 6 - at },
    }))
    return { hits, stages: { search: 1 } }
  },
}

/** Gives each text the number that is in it, and remembers what it was asked. */
function numberReranker() {
  const asked: string[][] = []
  const reranker: Reranker = {
    id: 'numbers',
    async score(_question, texts, _signal, ledger) {
      asked.push([...texts])
      const usage = { promptTokens: 5, completionTokens: 0, estimated: false }
      ledger?.add({ role: 'reranker', model: 'numbers', usage, seconds: 0, isFailed: false })
      return Float32Array.from(texts, (text) => Number(text.slice('text '.length)))
    },
    async close() {},
  }
  return { asked, reranker }
}

const textOf = (numbers: readonly number[]) => async (units: readonly string[]) =>
  units.map((unit) => `text ${numbers[UNITS.indexOf(unit)]}`)

function reranked(numbers: readonly number[], top: number) {
  const { asked, reranker } = numberReranker()
  const parts = { reranker: async () => reranker, textsOf: textOf(numbers), top, prices: PRICES }
  return { asked, retriever: rerankedBackend(backend, parts) }
}

const order = (hits: readonly Hit[]) => hits.map(({ unit }) => unit)

describe('a reranker behind a backend', () => {
  test('orders what it read by its scores, and leaves the rest behind in the order of the backend', async () => {
    const { asked, retriever } = reranked([0.1, 0.9, 0.5, 1, 1, 1], 3)
    const { hits } = await retriever.retrieve({ text: 'question', k: 6 })
    expect(order(hits)).toEqual(['u2', 'u3', 'u1', 'u4', 'u5', 'u6'])
    expect(asked).toEqual([['text 0.1', 'text 0.9', 'text 0.5']])
  })

  test('ranks from 1, and scores fall: what it did not read is below what it did, even below 0', async () => {
    const { retriever } = reranked([-4, -9, -5, 1, 1, 1], 3)
    const { hits } = await retriever.retrieve({ text: 'question', k: 6 })
    expect(hits.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6])
    const scores = hits.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(new Set(scores).size).toBe(6)
  })

  test('reads as many hits as it should however few are asked for', async () => {
    const { retriever } = reranked([0, 0, 0, 0, 1, 0], 5)
    const one = await retriever.retrieve({ text: 'question', k: 1 })
    expect(order(one.hits)).toEqual(['u5'])
    const all = await retriever.retrieve({ text: 'question', k: 6 })
    expect(all.hits.slice(0, 1)).toEqual(one.hits)
  })

  test('equal scores come in the order of unit ids, as everywhere', async () => {
    const { retriever } = reranked([2, 2, 2, 2, 2, 2], 6)
    expect(order((await retriever.retrieve({ text: 'question', k: 6 })).hits)).toEqual(UNITS)
  })

  test('says what it gave and where a hit was; what it did not read has no word of it', async () => {
    const { retriever } = reranked([0.25, 0.75, 1, 1, 1, 1], 2)
    const { hits, stages } = await retriever.retrieve({ text: 'question', k: 3 })
    expect(hits.map(({ why }) => why)).toEqual([
      { words: 5, rerank: { score: 0.75, from: 2 } },
      { words: 6, rerank: { score: 0.25, from: 1 } },
      { words: 4 },
    ])
    expect(Object.keys(stages)).toEqual(['search', 'rerank'])
  })

  test('counts what it took for the answer and for whoever asks', async () => {
    const { retriever } = reranked([1, 2, 3, 4, 5, 6], 6)
    const ledger = createLedger(PRICES)
    const { usage } = await retriever.retrieve({ text: 'question', k: 3, ledger })
    expect(usage).toMatchObject({ calls: 1, promptTokens: 5 })
    expect(ledger.rows()).toMatchObject([{ role: 'reranker', calls: 1 }])
  })

  test('is not asked where there is no hit', async () => {
    const { asked, reranker } = numberReranker()
    const none: Retriever = { name: 'none', retrieve: async () => ({ hits: [], stages: {} }) }
    const parts = { reranker: async () => reranker, textsOf: textOf([]), top: 3, prices: PRICES }
    expect(await rerankedBackend(none, parts).retrieve({ text: 'question', k: 3 })).toMatchObject({
      hits: [],
    })
    expect(asked).toEqual([])
  })

  test('is opened before the first question with its backend, whose name it has', async () => {
    const opened: string[] = []
    const inner = { ...backend, prepare: async () => void opened.push('backend') }
    const { reranker } = numberReranker()
    const reranked = rerankedBackend(inner, {
      reranker: async () => {
        opened.push('reranker')
        return reranker
      },
      textsOf: textOf([]),
      top: 3,
      prices: PRICES,
    })
    await reranked.prepare?.()
    expect([reranked.name, opened]).toEqual(['six', ['backend', 'reranker']])
    await expect(reranked.retrieve({ text: ' ', k: 1 })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })

  test('reads a unit that is gone as nothing', async () => {
    const { asked, reranker } = numberReranker()
    const parts = {
      reranker: async () => reranker,
      textsOf: async () => [null, 'text 1'],
      top: 2,
      prices: PRICES,
    }
    const { hits } = await rerankedBackend(backend, parts).retrieve({ text: 'question', k: 2 })
    expect([asked, order(hits)]).toEqual([[['', 'text 1']], ['u2', 'u1']])
  })

  test('that fails, fails the question with its own error', async () => {
    const parts = { textsOf: textOf([]), top: 3, prices: PRICES }
    const fails = async () => Promise.reject(new Error('no such model'))
    const retriever = rerankedBackend(backend, { ...parts, reranker: fails })
    await expect(retriever.retrieve({ text: 'question', k: 3 })).rejects.toThrow('no such model')
    await expect(retriever.prepare?.()).rejects.toThrow('no such model')
  })
})
