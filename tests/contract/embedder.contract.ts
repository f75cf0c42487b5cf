/** The contract of every embedder. Called once for each adapter. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLedger, type Embedder } from '../../models/index.ts'

const TEXTS = [
  'Aspirin inhibits platelet aggregation by blocking cyclooxygenase.',
  'The bridge over the river was finished in 1932.',
  '中国 the café 😀\u0000 with\tcontrol characters',
  'x',
  'Interest rates rose again in March, and the price of housing fell.',
]

interface EmbedderCase {
  readonly name: string
  /** `false` skips the whole suite; `name` says why. */
  readonly runs: boolean
  open(): Promise<Embedder>
}

export function embedderContract({ name, runs, open }: EmbedderCase): void {
  describe.skipIf(!runs)(`embedder: ${name}`, () => {
    let embedder: Embedder
    beforeAll(async () => {
      embedder = await open()
    })
    afterAll(() => embedder?.close())

    test('gives one unit vector of its width for each text', async () => {
      const vectors = await embedder.embed(TEXTS)
      expect(vectors.map((vector) => vector.length)).toEqual(TEXTS.map(() => embedder.dims))
      for (const vector of vectors) expect(length(vector)).toBeCloseTo(1, 5)
    })

    test('keeps the order, and a text has the same vector whatever its neighbours', async () => {
      const together = await embedder.embed(TEXTS)
      const reversed = await embedder.embed(TEXTS.toReversed())
      expect(reversed.toReversed()).toEqual(together)
      for (const [i, text] of TEXTS.entries()) expect(await embedder.embed([text])).toEqual([together[i]])
    })

    test('an empty text has the zero vector, among others too', async () => {
      const zero = new Float32Array(embedder.dims)
      expect(await embedder.embed([''])).toEqual([zero])
      const [first, empty, spaces, last] = await embedder.embed(['protein', '', ' \n\t', 'protein'])
      expect([empty, spaces]).toEqual([zero, zero])
      expect(last).toEqual(first)
    })

    test('no texts, no vectors', async () => {
      expect(await embedder.embed([])).toEqual([])
    })

    test('a text far over the window is cut, not refused', async () => {
      const [long] = await embedder.embed(['The cell divides, and the daughter cells grow. '.repeat(2_000)])
      expect(length(long!)).toBeCloseTo(1, 5)
    })

    test('what it gives belongs to the caller', async () => {
      const [given] = await embedder.embed(['protein'])
      const copy = Float32Array.from(given!)
      await embedder.embed(['a quite different text'])
      expect(given).toEqual(copy)
      given!.fill(0)
      expect(await embedder.embed(['protein'])).toEqual([copy])
    })

    test('two calls at once do not mix', async () => {
      const [one, other] = await Promise.all([embedder.embed(TEXTS), embedder.embed(TEXTS.toReversed())])
      expect(other.toReversed()).toEqual(one)
    })

    test('an aborted call rejects with the reason of its signal', async () => {
      const reason = new Error('enough')
      await expect(embedder.embed(TEXTS, AbortSignal.abort(reason))).rejects.toBe(reason)
    })

    test('an abort on the way ends the call', async () => {
      const controller = new AbortController()
      const many = Array.from({ length: 3_000 }, (_, i) => `text number ${i}`)
      const running = embedder.embed(many, controller.signal)
      setImmediate(() => controller.abort(new Error('enough')))
      await expect(running).rejects.toThrow('enough')
    })

    test('counts what a server is asked, and nothing where there is none', async () => {
      const ledger = createLedger(new Map())
      expect(await embedder.embed(TEXTS, undefined, ledger)).toEqual(await embedder.embed(TEXTS))
      const { role, calls = 0, promptTokens = 0 } = ledger.rows()[0] ?? {}
      const isServed = embedder.model !== undefined
      expect([role, calls > 0, promptTokens > 0]).toEqual([
        isServed ? 'embedder' : undefined,
        isServed,
        isServed,
      ])
    })

    test('its id tells the width', () => {
      expect(embedder.id).toMatch(new RegExp(`${embedder.dims}$`))
    })
  })
}

function length(vector: Float32Array): number {
  return Math.hypot(...vector)
}
