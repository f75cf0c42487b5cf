/** How what late interaction says is mixed with the backend's scores, what is embedded for it, and who is told what it took. Likenesses are given. */
import { describe, expect, it } from 'vitest'
import { createLedger, type TokenEmbedder } from '../../../../models/index.ts'
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
  /** The change of the corpus that the store was last brought up to, and the last one of the corpus. */
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
  it('is share x likeness + (1 - share) x score, each from 0 for the least to 1 for the most of these hits', async () => {
    // Scores stand at 1, .5 and 0 of their way, likenesses at 0, 1 and .25.
    const given = { scores: [7, 5, 3], likeness: [-1, 3, 0] }
    expect(await scored({ ...given, share: 0.25 })).toEqual({ u00: 0.75, u01: 0.625, u02: 0.0625 })
    expect(await scored({ ...given, share: 0.5 })).toEqual({ u00: 0.5, u01: 0.75, u02: 0.125 })
  })

  it('counts a side without spread as 0 for all', async () => {
    expect(await scored({ scores: [7, 5], likeness: [3, 3], share: 0.25 })).toEqual({ u00: 0.75, u01: 0 })
    expect(await scored({ scores: [5, 5], likeness: [3, 2], share: 0.25 })).toEqual({ u00: 0.25, u01: 0 })
  })

  it('comes with the likeness itself and the place before, and with what the backend said', async () => {
    const { hits } = await opened({ scores: [2, 1], likeness: [0.25, 0.5], share: 1 }).ask()
    expect(hits.map(({ unit, why }) => ({ unit, ...why }))).toEqual([
      { unit: 'u01', words: 1, late: { score: 0.5, from: 2 } },
      { unit: 'u00', words: 0, late: { score: 0.25, from: 1 } },
    ])
  })

  it('is of the first hits alone, and as many hits come as are asked for', async () => {
    const { hits } = await opened({ scores: [3, 2, 1], likeness: [1, 2], top: 2, share: 1 }).ask()
    expect(hits.map(({ unit, why }) => [unit, why.late?.from])).toEqual([
      ['u01', 2],
      ['u00', 1],
      ['u02', undefined],
    ])
    const { ask } = opened({ scores: [3, 2, 1], likeness: [1, 2], top: 2, share: 1 })
    expect((await ask({ k: 1 })).hits.map(({ unit }) => unit)).toEqual(['u01'])
  })
})

describe('what is embedded', () => {
  it('are the texts, sixteen at a time and each kept as it comes, then the question', async () => {
    const { ask, callsOf } = opened({ scores: Array.from({ length: 33 }, (_, at) => 33 - at) })
    await ask()
    expect(callsOf('put').map(([units]) => (units as string[]).length)).toEqual([16, 16, 1])
    expect(callsOf('put').flatMap(([units]) => units)).toEqual(
      Array.from({ length: 33 }, (_, at) => `u${String(at).padStart(2, '0')}`),
    )
    const [first, , , question] = callsOf('embed')
    expect((first![1] as string[]).slice(0, 3)).toEqual(['text of u00', '', 'text of u02'])
    expect(question).toEqual(['question', ['bark']])
  })

  it('is nothing behind the last sixteen', async () => {
    const { ask, callsOf } = opened({ scores: Array.from({ length: 16 }, (_, at) => 16 - at) })
    await ask()
    expect(callsOf('put')).toHaveLength(1)
  })

  it('is counted for the answer and for whoever asks', async () => {
    const ledger = createLedger(new Map())
    const { usage, stages } = await opened({ scores: [2, 1] }).ask({ ledger })
    expect(usage).toMatchObject({ calls: 2, promptTokens: 10 })
    expect(ledger.total()).toMatchObject({ calls: 2 })
    expect(Object.keys(stages)).toEqual(['search', 'late'])
    expect(stages['late']! >= 0 && stages['late']! < 60_000).toBe(true)
  })

  it('is nothing where there is no hit, or no question', async () => {
    const { ask, calls } = opened({ scores: [] })
    expect(await ask()).toMatchObject({ hits: [] })
    await expect(ask({ text: ' ' })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    expect(calls).toEqual([])
  })
})

describe('the kept vectors', () => {
  it.each([
    { name: 'nothing where the corpus has not changed', seqs: [3, 3], since: [], removed: [] },
    { name: 'what went since', seqs: [3, 4], since: [[3]], removed: [[['gone'], 4]] },
    { name: 'nothing of a new store', seqs: [0, 4], since: [], removed: [[[], 4]] },
    { name: 'nothing where the corpus was made anew', seqs: [9, 4], since: [], removed: [[[], 4]] },
  ] as const)('lose $name', async ({ seqs, since, removed }) => {
    const { ask, callsOf } = opened({ scores: [2, 1], seqs })
    await ask()
    expect(callsOf('since')).toEqual(since)
    expect(callsOf('remove')).toEqual(removed)
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
