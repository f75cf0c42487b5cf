import { describe, expect, test } from 'vitest'
import type { Reranker } from '../../../../models/index.ts'
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

/** Scores each text by the number in it, and records the texts it was given. */
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

const order = (hits: readonly Hit[]) => hits.map(({ unit }) => unit)

describe('a reranker behind a backend', () => {
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
