import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contentId } from '../../../core/index.ts'
import { openStaticEmbedder } from '../../../models/adapters/static-embedder.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const BUNDLED = join(import.meta.dirname, '..', '..', '..', 'models', 'static')

/** A table of four pieces and one whole word, each along an axis of its own. */
function smallTable(): string {
  const folder = temporaryFolder()
  const pieces = ['[UNK]', 'immun', '##ogen', '##s']
  const rows = pieces.length + 1
  const table = Int8Array.from({ length: rows * rows }, (_, at) => (at % (rows + 1) === 0 ? 127 : 0))
  writeFileSync(join(folder, 'vocabulary.txt'), `${pieces.join('\n')}\n`)
  writeFileSync(join(folder, 'words.txt'), 'immunogen\n')
  writeFileSync(join(folder, 'table.i8'), table)
  writeFileSync(join(folder, 'scales.f32'), new Uint8Array(new Float32Array(rows).fill(1).buffer))
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ id: 'small', dims: rows, pieces: pieces.length, words: 1, repeatPower: 1 }),
  )
  return folder
}

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

  test('a whole word has a row of its own, and endings are pieces after it', async () => {
    const embedder = await openStaticEmbedder(smallTable())
    const [word, plural, other] = await embedder.embed(['Immunogen', 'immunogens', 'immuns'])
    const half = Math.SQRT1_2
    expect([...word!]).toEqual([0, 0, 0, 0, 1])
    expect(plural).toEqual(Float32Array.of(0, 0, 0, half, half))
    expect(other).toEqual(Float32Array.of(0, half, 0, half, 0))
  })

  test('a list of words that is missing or of another length makes it unavailable', async () => {
    const folder = smallTable()
    writeFileSync(join(folder, 'words.txt'), 'immunogen\nantigen\n')
    await expect(openStaticEmbedder(folder)).rejects.toMatchObject({ code: 'EMBEDDER_UNAVAILABLE' })
    rmSync(join(folder, 'words.txt'))
    await expect(openStaticEmbedder(folder)).rejects.toMatchObject({ code: 'EMBEDDER_UNAVAILABLE' })
  })

  test.each([
    { name: 'a missing file', damage: (folder: string) => rmSync(join(folder, 'scales.f32')) },
    {
      name: 'a table cut short',
      damage: (folder: string) => writeFileSync(join(folder, 'table.i8'), 'short'),
    },
    {
      name: 'a vocabulary of another size',
      damage: (folder: string) => writeFileSync(join(folder, 'vocabulary.txt'), 'a\nb\n'),
    },
    {
      name: 'a manifest that is no JSON',
      damage: (folder: string) => writeFileSync(join(folder, 'manifest.json'), '{'),
    },
    {
      name: 'a manifest without a width',
      damage: (folder: string) => writeFileSync(join(folder, 'manifest.json'), '{"id":"x"}'),
    },
  ])('$name makes it unavailable', async ({ damage }) => {
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
