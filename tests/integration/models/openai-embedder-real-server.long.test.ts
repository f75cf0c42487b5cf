import { describe, expect, test } from 'vitest'
import { openOpenAiEmbedder } from '../../../models/adapters/openai-embedder.ts'

const realUrl = process.env['GLOSS_TEST_LLM_URL']
describe.skipIf(realUrl === undefined)(
  realUrl === undefined
    ? 'the openai embedder on a real server (skipped: GLOSS_TEST_LLM_URL is not set)'
    : 'the openai embedder on a real server',
  () => {
    test('gives unit vectors, near texts nearer than far ones', async () => {
      const embedder = await openOpenAiEmbedder({ url: realUrl ?? '', model: 'any' })
      const [one, same, other] = await embedder.embed(['The cat sleeps.', 'The cat sleeps.', '4 + 7 = 11'])
      const dot = (a: Float32Array, b: Float32Array) =>
        a.reduce((sum, value, axis) => sum + value * b[axis]!, 0)
      expect(dot(one!, one!)).toBeCloseTo(1, 5)
      expect(dot(one!, same!)).toBeGreaterThan(0.999)
      expect(dot(one!, other!)).toBeLessThan(dot(one!, same!))
    })
  },
)
