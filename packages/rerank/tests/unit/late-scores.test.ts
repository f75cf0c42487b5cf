/** How late interaction is mixed with the backend's scores, what is embedded, and where usage is counted. Similarities are given. */
import { describe, expect, it } from 'vitest'
import type { TokenEmbedder } from '../../../../models/index.ts'
import type { Hit, Question, Retriever } from '../../../../retrieval/ports.ts'
import type { TokenStore } from '../../index.ts'
import { lateBackend } from '../../index.ts'

type LateParts = Parameters<typeof lateBackend>[1]

const USAGE = { promptTokens: 5, completionTokens: 0, estimated: false }

interface Given {
  readonly likeness?: readonly number[]
  readonly scores: readonly number[]
  readonly share?: number
  readonly top?: number
  /** The corpus change that the store last reached, and the last one of the corpus. */
  readonly seqs?: readonly [known: number, now: number]
}

function opened({ scores, likeness = scores, share = 0.5, top = 99, seqs = [1, 1] }: Given) {
  const units = scores.map((_, at) => `u${String(at).padStart(2, '0')}`)
  const calls: unknown[][] = []
  const inner: Retriever = {
    name: 'inner',
    prepare: async () => void calls.push(['prepare inner']),
    async retrieve({ k }) {
      const hits = units.map(
        (unit, at): Hit => ({ unit, paper: 'p', rank: at + 1, score: scores[at]!, why: { words: at } }),
      )
      return { hits: hits.slice(0, k), stages: { search: 1 } }
    },
  }
  const store: TokenStore = {
    find: (wanted) => wanted.map(() => null),
    put: (made) => void calls.push(['put', made.map(({ unit }) => unit)]),
    seq: () => seqs[0],
    remove: (gone, seq) => void calls.push(['remove', gone, seq]),
    size: () => ({ units: 0, bytes: 0 }),
    close: () => undefined,
  }
  const embedder: TokenEmbedder = {
    id: 'e',
    dims: 2,
    async embedTokens(texts, form, _signal, ledger) {
      calls.push(['embed', form, texts])
      ledger?.add({ role: 'late', model: 'e', usage: USAGE, seconds: 0, isFailed: false } as never)
      return texts.map(() => ({ rows: 1, values: Float32Array.of(1, 0) }))
    },
    async close() {},
  }
  const maxSim = { score: () => Float32Array.from(likeness) } as unknown as Awaited<
    ReturnType<LateParts['ground']>
  >['maxSim']
  const retriever = lateBackend(inner, {
    ground: async () => {
      calls.push(['ground'])
      return { embedder, store, maxSim }
    },
    reader: {
      seq: async () => seqs[1],
      removedSince: async (seq) => {
        calls.push(['since', seq])
        return ['gone']
      },
    },
    textsOf: async (wanted) => wanted.map((unit) => (unit === 'u01' ? null : `text of ${unit}`)),
    top,
    share,
    prices: new Map(),
  })
  const ask = (question: Partial<Question> = {}) => retriever.retrieve({ text: 'bark', k: 99, ...question })
  const callsOf = (name: string) => calls.filter(([first]) => first === name).map(([, ...rest]) => rest)
  return { ask, calls, callsOf, retriever }
}

const scored = async (given: Given) =>
  Object.fromEntries((await opened(given).ask()).hits.map(({ unit, score }) => [unit, score]))

describe('a mixed score', () => {
  it('counts a side without spread as 0 for all', async () => {
    expect(await scored({ scores: [7, 5], likeness: [3, 3], share: 0.25 })).toEqual({ u00: 0.75, u01: 0 })
    expect(await scored({ scores: [5, 5], likeness: [3, 2], share: 0.25 })).toEqual({ u00: 0.25, u01: 0 })
  })
})

describe('what is embedded', () => {
  it('is nothing where there is no hit, or no question', async () => {
    const { ask, calls } = opened({ scores: [] })
    expect(await ask()).toMatchObject({ hits: [] })
    await expect(ask({ text: ' ' })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    expect(calls).toEqual([])
  })
})

it('late interaction is prepared with its backend, whose name it has', async () => {
  const { retriever, calls } = opened({ scores: [] })
  await retriever.prepare?.()
  expect([retriever.name, calls]).toEqual(['inner', [['prepare inner'], ['ground']]])
  const bare = lateBackend({ name: 'bare', retrieve: retriever.retrieve }, {
    ground: async () => ({}),
  } as unknown as LateParts)
  await expect(bare.prepare?.()).resolves.toBeUndefined()
})
