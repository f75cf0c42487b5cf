import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contentId } from '../../../core/index.ts'
import { openStaticEmbedder } from '../../../models/adapters/static-embedder.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const BUNDLED = join(import.meta.dirname, '..', '..', '..', 'models', 'static')

function copyOfTable(): string {
  const folder = join(temporaryFolder(), 'table')
  cpSync(BUNDLED, folder, { recursive: true })
  return folder
}

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, axis) => sum + value * b[axis]!, 0)

describe('the static embedder', () => {
  test('is called static-1-256', async () => {
    const { id, dims } = await openStaticEmbedder()
    expect({ id, dims }).toEqual({ id: 'static-1-256', dims: 256 })
  })

  test('knows what is near what', async () => {
    const embedder = await openStaticEmbedder()
    const [query, near, far] = await embedder.embed([
      'heart attack risk in diabetics',
      'Patients with type 2 diabetes have a higher incidence of myocardial infarction.',
      'The stadium was rebuilt after the war with room for 60,000 spectators.',
    ])
    expect(cosine(query!, near!)).toBeGreaterThan(cosine(query!, far!) + 0.3)
  })

  test('a piece that is repeated weighs less than as many different ones', async () => {
    const embedder = await openStaticEmbedder()
    const [protein, mixed, repeated] = await embedder.embed([
      'protein',
      'protein river',
      'protein river river river',
    ])
    const share = cosine(protein!, repeated!) / cosine(protein!, mixed!)
    expect(share).toBeGreaterThan(0.4)
    expect(share).toBeLessThan(1)
  })

  test.each([
    ['a missing file', (folder: string) => rmSync(join(folder, 'scales.f32'))],
    ['a table cut short', (folder: string) => writeFileSync(join(folder, 'table.i8'), 'short')],
    [
      'a vocabulary of another size',
      (folder: string) => writeFileSync(join(folder, 'vocabulary.txt'), 'a\nb\n'),
    ],
    ['a manifest that is no JSON', (folder: string) => writeFileSync(join(folder, 'manifest.json'), '{')],
    [
      'a manifest without a width',
      (folder: string) => writeFileSync(join(folder, 'manifest.json'), '{"id":"x"}'),
    ],
  ])('%s makes it unavailable', async (_, damage) => {
    const folder = copyOfTable()
    damage(folder)
    await expect(openStaticEmbedder(folder)).rejects.toMatchObject({ code: 'EMBEDDER_UNAVAILABLE' })
  })

  test('the shipped files are the ones that the manifest names', () => {
    const { sha256 } = JSON.parse(readFileSync(join(BUNDLED, 'manifest.json'), 'utf8')) as {
      sha256: Record<string, string>
    }
    for (const [file, hash] of Object.entries(sha256))
      expect(hash.startsWith(contentId(readFileSync(join(BUNDLED, file))))).toBe(true)
    expect(Object.keys(sha256)).toEqual(['vocabulary.txt', 'table.i8', 'scales.f32'])
  })
})
