import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openMiniLmEmbedder } from '../../../models/adapters/minilm-embedder.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

interface Reference {
  readonly texts: readonly string[]
  readonly similarities: string
}

function readReference() {
  const path = new URL('../../fixtures/minilm-reference.json', import.meta.url)
  const { texts, similarities } = JSON.parse(readFileSync(path, 'utf8')) as Reference
  const bytes = Buffer.from(similarities, 'base64')
  return { texts, similarityAt: (pair: number) => bytes.readInt16LE(pair * 2) / 10_000 }
}

/** |ours - the float model's| for each pair of texts, smallest first. */
function pairErrors(vectors: readonly Float32Array[], similarityAt: (pair: number) => number): number[] {
  const errors: number[] = []
  vectors.forEach((one, i) => {
    for (const other of vectors.slice(i + 1)) {
      const cosine = one.reduce((sum, value, axis) => sum + value * other[axis]!, 0)
      errors.push(Math.abs(cosine - similarityAt(errors.length)))
    }
  })
  return errors.sort((a, b) => a - b)
}

describe.skipIf(!hasShared)(orSkipped('MiniLM against the float model'), () => {
  test.each([
    // Measured: mean .0020, .9996 of the pairs within .01, largest .0133.
    { dtype: 'q8', meanError: 0.003, share: 0.999, withinError: 0.01, maxError: 0.015 },
    // Measured: mean .0088, .99 of the pairs within .0303, largest .0691.
    { dtype: 'int8', meanError: 0.012, share: 0.98, withinError: 0.035, maxError: 0.1 },
  ] as const)(
    '$dtype: $share of the pair similarities of 200 texts lie within $withinError',
    async (limits) => {
      const { texts, similarityAt } = readReference()
      const embedder = await openMiniLmEmbedder({ folder: sharedPath('models'), dtype: limits.dtype })
      const errors = pairErrors(await embedder.embed(texts), similarityAt)
      await embedder.close()
      expect(errors).toHaveLength((texts.length * (texts.length - 1)) / 2)
      expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(limits.meanError)
      expect(errors.filter((error) => error < limits.withinError).length / errors.length).toBeGreaterThan(
        limits.share,
      )
      expect(errors.at(-1)).toBeLessThan(limits.maxError)
    },
  )

  test('what stands after 256 pieces does not count', async () => {
    const embedder = await openMiniLmEmbedder({ folder: sharedPath('models') })
    const head = 'protein '.repeat(254)
    const [cut, whole] = await embedder.embed([`${head} the rest about bridges and rivers`, head])
    await embedder.close()
    expect(cut).toEqual(whole)
  })
})

describe('MiniLM that is not there', () => {
  test('is refused with the place that was looked at, without a request to anyone', async () => {
    const folder = temporaryFolder()
    await expect(openMiniLmEmbedder({ folder, model: 'nobody/nothing' })).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringContaining(folder),
    })
  })

  test('is not fetched without a folder to put it in', async () => {
    await expect(openMiniLmEmbedder({ model: 'nobody/nothing' })).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringContaining('GLOSS_MODELS is not set'),
    })
  })
})
