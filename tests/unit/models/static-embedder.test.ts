import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openStaticEmbedder } from '../../../models/adapters/static-embedder.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const BUNDLED = join(import.meta.dirname, '..', '..', '..', 'models', 'static')

function copyOfTable(): string {
  const folder = join(temporaryFolder(), 'table')
  cpSync(BUNDLED, folder, { recursive: true })
  return folder
}

describe('the static embedder', () => {
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
})
