/** Files that a person names: what is read and written, and what is said where that does not work. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLineFile, openFile, readText, replaceFile, writeFailure } from '../../../core/files.ts'
import { openPaths } from '../../fixtures/open-paths.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const PURPOSE = 'The topic is read from a file'

function fileWith(text: string): string {
  const path = join(temporaryFolder(), 'a.txt')
  writeFileSync(path, text)
  return path
}

describe('a file that a person names', () => {
  it('is read whole, letters of several bytes included, however long it is', async () => {
    const text = `a${'ö水'.repeat(40_000)}`
    expect(await readText(fileWith(text), PURPOSE)).toBe(text)
  })

  it('may be empty', async () => {
    expect(await readText(fileWith(''), PURPOSE)).toBe('')
  })

  it('is opened from its beginning', async () => {
    const path = fileWith('one')
    const file = await openFile(path, PURPOSE)
    expect(file.path).toBe(path)
    expect(await file.toArray()).toEqual([Buffer.from('one')])
  })

  it('that is missing is said to be missing', async () => {
    const path = join(temporaryFolder(), 'none.txt')
    await expect(openFile(path, PURPOSE)).rejects.toMatchObject({
      code: 'PATH_NOT_FOUND',
      message: `${PURPOSE}; ${path} does not exist.`,
      facts: { path },
      cause: { code: 'ENOENT' },
    })
  })

  it('that is a folder is said to be none', async () => {
    const path = temporaryFolder()
    await expect(readText(path, PURPOSE)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: `${PURPOSE}; ${path} is not a file.`,
      facts: { path },
    })
  })

  it('that lies within a file cannot be opened', async () => {
    const path = join(fileWith('one'), 'within.txt')
    await expect(openFile(path, PURPOSE)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: `${PURPOSE}; ${path} cannot be opened.`,
      facts: { path },
      cause: { code: 'ENOTDIR' },
    })
  })
})

it.skipIf(process.platform !== 'linux')('nothing is left open that turned out to be no file', async () => {
  const path = temporaryFolder()
  await expect(openFile(path, PURPOSE)).rejects.toThrow()
  expect(openPaths()).not.toContain(path)
})

describe('a file that could not be written', () => {
  const failure = (code: string) => Object.assign(new Error(code), { code })

  it('in a folder that is not there is said to lack it', () => {
    const cause = failure('ENOENT')
    expect(writeFailure('/x/a.txt', cause)).toMatchObject({
      code: 'PATH_NOT_FOUND',
      message: '/x/a.txt cannot be written: its folder does not exist.',
      facts: { path: '/x/a.txt' },
      cause,
    })
  })

  it.each(['EACCES', 'EPERM', 'EISDIR', 'EROFS', 'ENOSPC', 'ENOTDIR'])(
    'is named with its reason: %s',
    (code) => {
      const cause = failure(code)
      expect(writeFailure('/x/a.txt', cause)).toMatchObject({
        code: 'FILE_UNREADABLE',
        message: `/x/a.txt cannot be written (${code}).`,
        facts: { path: '/x/a.txt' },
        cause,
      })
    },
  )

  it.each([failure('EMFILE'), new Error('broken off')])(
    'for a reason of its own is left as it was: %s',
    (error) => {
      expect(writeFailure('/x/a.txt', error)).toBe(error)
    },
  )
})

async function* pieces(...texts: readonly (string | Error)[]): AsyncIterable<string> {
  for (const text of texts) {
    if (text instanceof Error) throw text
    yield text
  }
}

describe('a file that is replaced', () => {
  it.each([
    { name: 'a text', content: () => 'new', wanted: 'new' },
    { name: 'an empty text', content: () => '', wanted: '' },
    { name: 'pieces', content: () => pieces('n', '', 'ew'), wanted: 'new' },
  ])('has the new content, $name, and nothing is left next to it', async ({ content, wanted }) => {
    const path = fileWith('old and longer')
    await replaceFile(path, content())
    expect(readFileSync(path, 'utf8')).toBe(wanted)
    expect(readdirSync(join(path, '..'))).toEqual(['a.txt'])
  })

  it('stays as it was where the new text breaks off', async () => {
    const path = fileWith('old')
    await expect(replaceFile(path, pieces('ne', new Error('broken off')))).rejects.toThrow('broken off')
    expect(readFileSync(path, 'utf8')).toBe('old')
    expect(readdirSync(join(path, '..'))).toEqual(['a.txt'])
  })

  it('is refused by name in a folder that is not there', async () => {
    const path = join(temporaryFolder(), 'missing', 'a.txt')
    await expect(replaceFile(path, 'new')).rejects.toMatchObject({ code: 'PATH_NOT_FOUND', facts: { path } })
  })
})

describe('a file of lines', () => {
  it('holds a line of JSON for each value in place of what was there, in folders that it makes', async () => {
    const path = join(temporaryFolder(), 'deep', 'er', 'lines.jsonl')
    for (const values of [[{ a: 1 }, 'two\nlines', null], [3]]) {
      await using file = await createLineFile(path)
      for (const value of values) await file.add(value)
      expect(readFileSync(path, 'utf8')).toBe(values.map((value) => `${JSON.stringify(value)}\n`).join(''))
    }
  })

  it('takes no line once it is closed', async () => {
    const file = await createLineFile(join(temporaryFolder(), 'lines.jsonl'))
    await file[Symbol.asyncDispose]()
    await expect(file.add(1)).rejects.toThrow()
  })

  it('is refused by name where a folder stands in its place', async () => {
    const path = join(temporaryFolder(), 'lines.jsonl')
    mkdirSync(path)
    await expect(createLineFile(path)).rejects.toMatchObject({ code: 'FILE_UNREADABLE', facts: { path } })
  })
})
