/** The contract of every model of token vectors. Called once for each adapter. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TokenEmbedder } from '../../models/index.ts'

const TEXTS = ['the heart muscle', 'cancer cell growth in the blood', 'x 中国 😀 \u0000', 'a bridge']

export function tokenEmbedderContract(name: string, open: () => Promise<TokenEmbedder>): void {
  describe(`token embedder: ${name}`, () => {
    let embedder: TokenEmbedder
    beforeAll(async () => {
      embedder = await open()
    })
    afterAll(() => embedder?.close())

    test.each(['question', 'document'] as const)(
      'gives rows of unit length and of its width, as a %s',
      async (form) => {
        const all = await embedder.embedTokens(TEXTS, form)
        expect(all).toHaveLength(TEXTS.length)
        for (const { rows, values } of all) {
          expect(rows).toBeGreaterThan(0)
          expect(values).toHaveLength(rows * embedder.dims)
          for (let at = 0; at < values.length; at += embedder.dims)
            expect(Math.hypot(...values.subarray(at, at + embedder.dims))).toBeCloseTo(1, 4)
        }
      },
    )

    test('keeps the order, whatever the neighbours', async () => {
      const together = await embedder.embedTokens(TEXTS, 'document')
      expect((await embedder.embedTokens(TEXTS.toReversed(), 'document')).toReversed()).toEqual(together)
    })

    test('an empty text has no rows, among others too', async () => {
      const [first, empty, spaces] = await embedder.embedTokens(['heart', '', ' \n'], 'document')
      expect(first!.rows).toBeGreaterThan(0)
      expect([empty!.rows, spaces!.rows]).toEqual([0, 0])
      expect(await embedder.embedTokens([], 'document')).toEqual([])
    })

    test('a text far over the window is cut, not refused', async () => {
      const [long] = await embedder.embedTokens(['the heart of a cell '.repeat(3_000)], 'document')
      expect(long!.rows).toBeGreaterThan(5)
    })

    test('an aborted call rejects with the reason of its signal', async () => {
      const reason = new Error('enough')
      await expect(embedder.embedTokens(TEXTS, 'document', AbortSignal.abort(reason))).rejects.toBe(reason)
    })

    test('its id tells the width', () => {
      expect(embedder.id).toMatch(new RegExp(`${embedder.dims}$`))
    })
  })
}
