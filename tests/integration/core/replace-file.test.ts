import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { replaceFile } from '../../../core/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

async function* pieces(...texts: readonly (string | Error)[]): AsyncIterable<string> {
  for (const text of texts) {
    if (text instanceof Error) throw text
    yield text
  }
}

it.each([
  { name: 'a text', content: () => 'new', wanted: 'new' },
  { name: 'an empty text', content: () => '', wanted: '' },
  { name: 'pieces', content: () => pieces('n', '', 'ew'), wanted: 'new' },
])('a file is replaced by $name and nothing is left next to it', async ({ content, wanted }) => {
  const folder = temporaryFolder()
  const path = join(folder, 'a.txt')
  writeFileSync(path, 'old')
  await replaceFile(path, content())
  expect(readFileSync(path, 'utf8')).toBe(wanted)
  expect(readdirSync(folder)).toEqual(['a.txt'])
})

it('a file stays as it was when its new content breaks off', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'a.txt')
  writeFileSync(path, 'old')
  await expect(replaceFile(path, pieces('ne', new Error('broken off')))).rejects.toThrow('broken off')
  expect(readFileSync(path, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['a.txt'])
})

it('a file in a folder that is not there is refused by name', async () => {
  const path = join(temporaryFolder(), 'missing', 'a.txt')
  await expect(replaceFile(path, 'new')).rejects.toMatchObject({ code: 'PATH_NOT_FOUND', facts: { path } })
})
