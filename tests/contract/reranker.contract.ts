/** The contract of every reranker. Called once for each adapter. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reranker } from '../../models/index.ts'

const QUESTION = 'heart muscle cell'
const TEXTS = [
  'the bridge of the river',
  'the heart muscle cell',
  'a muscle of the heart',
  '',
  'cell 中国 😀 \u0000',
]

export function rerankerContract(name: string, open: () => Promise<Reranker>): void {
  describe(`reranker: ${name}`, () => {
    let reranker: Reranker
    beforeAll(async () => {
      reranker = await open()
    })
    afterAll(() => reranker?.close())

    test('gives a finite score for each text, and the better answer the greater one', async () => {
      const scores = await reranker.score(QUESTION, TEXTS)
      expect(scores).toHaveLength(TEXTS.length)
      expect(scores.every(Number.isFinite)).toBe(true)
      const [bridge, all, two] = scores
      expect(all).toBeGreaterThan(two!)
      expect(two).toBeGreaterThan(bridge!)
    })

    test('a text has the same score whatever its neighbours', async () => {
      const together = await reranker.score(QUESTION, TEXTS)
      const reversed = await reranker.score(QUESTION, TEXTS.toReversed())
      expect(reversed.toReversed()).toEqual(together)
      for (const [at, text] of TEXTS.entries())
        expect(await reranker.score(QUESTION, [text])).toEqual(together.slice(at, at + 1))
    })

    test('no texts, no scores', async () => {
      expect(await reranker.score(QUESTION, [])).toEqual(new Float32Array(0))
    })

    test('question and text far over the window are cut, not refused', async () => {
      const long = 'the river of the bridge '.repeat(2_000)
      const scores = await reranker.score(QUESTION + long, [`heart muscle cell ${long}`, long])
      expect(scores[0]).toBeGreaterThanOrEqual(scores[1]!)
    })

    test('two calls at once do not mix', async () => {
      const [one, other] = await Promise.all([
        reranker.score(QUESTION, TEXTS),
        reranker.score(QUESTION, TEXTS.toReversed()),
      ])
      expect(other.toReversed()).toEqual(one)
    })

    test('an aborted call rejects with the reason of its signal', async () => {
      const reason = new Error('enough')
      await expect(reranker.score(QUESTION, TEXTS, AbortSignal.abort(reason))).rejects.toBe(reason)
    })

    test('an abort on the way ends the call', async () => {
      const controller = new AbortController()
      const many = Array.from({ length: 3_000 }, (_, i) => `text number ${i}`)
      const running = reranker.score(QUESTION, many, controller.signal)
      setImmediate(() => controller.abort(new Error('enough')))
      await expect(running).rejects.toThrow('enough')
    })
  })
}
