/** Tests files named by a person: reading and writing, names, and errors. */

import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createLineFile,
  type LineOptions,
  linesOf,
  openFile,
  readText,
  safeFileName,
  writeFailure,
  writeNamedFile,
} from '../../../core/index.ts'
import { writtenFile } from '../../fixtures/opened-gloss.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const CORE = new URL('../../../core/index.ts', import.meta.url).href
const PURPOSE = 'The topic is read from a file'

describe('a file that a person names', () => {
  it.each([`a${'ö水'.repeat(40_000)}`, ''])('is read whole', async (text) => {
    expect(await readText(writtenFile(text), PURPOSE)).toBe(text)
  })

  it.each([
    ['is missing', () => join(temporaryFolder(), 'a.txt'), 'PATH_NOT_FOUND', 'does not exist'],
    ['is a folder', () => temporaryFolder(), 'FILE_UNREADABLE', 'is not a file'],
    ['lies within a file', () => join(writtenFile('one'), 'b.txt'), 'FILE_UNREADABLE', 'cannot be opened'],
  ])('that %s is refused by name, and nothing is left open', async (_, pathOf, code, said) => {
    const path = pathOf()
    const failure = { code, message: `${path} ${said}. ${PURPOSE}.`, facts: { path } }
    await expect(openFile(path, PURPOSE)).rejects.toMatchObject(failure)
    if (process.platform === 'linux') expect(openPaths()).not.toContain(path)
  })
})

describe('a file that could not be written', () => {
  const failed = (code: string) => Object.assign(new Error(code), { code })
  it.each([
    ['ENOENT', 'PATH_NOT_FOUND', '/x/a.txt cannot be written: its folder does not exist.'],
    ['EACCES', 'FILE_UNREADABLE', '/x/a.txt cannot be written (EACCES).'],
    ['ENOSPC', 'FILE_UNREADABLE', '/x/a.txt cannot be written (ENOSPC).'],
    ['EISDIR', 'FILE_UNREADABLE', '/x/a.txt cannot be written (EISDIR).'],
    ['ELOOP', 'FILE_UNREADABLE', '/x/a.txt cannot be written (ELOOP).'],
    ['ENXIO', 'FILE_UNREADABLE', '/x/a.txt cannot be written (ENXIO).'],
  ])('is named with its reason: %s', (reason, code, message) => {
    const cause = failed(reason)
    expect(writeFailure('/x/a.txt', cause)).toMatchObject({
      code,
      message,
      facts: { path: '/x/a.txt' },
      cause,
    })
  })

  it.each([failed('EMFILE'), new Error('broken off')])('for another reason stays %s', (error) => {
    expect(writeFailure('/x/a.txt', error)).toBe(error)
  })
})

async function* pieces(...texts: readonly (string | Error)[]): AsyncIterable<string> {
  for (const text of texts) {
    if (text instanceof Error) throw text
    yield text
  }
}

describe('a file that is replaced', () => {
  it.each([
    ['a text', () => 'new', 'new'],
    ['an empty text', () => '', ''],
    ['pieces', () => pieces('n', '', 'ew'), 'new'],
  ])('has the new content, %s, and nothing is left next to it', async (_, content, wanted) => {
    const path = writtenFile('old and longer')
    await writeNamedFile(path, content())
    expect([readFileSync(path, 'utf8'), readdirSync(join(path, '..'))]).toEqual([wanted, ['a.txt']])
  })

  it('stays as it was where the new text breaks off', async () => {
    const path = writtenFile('old')
    await expect(writeNamedFile(path, pieces('ne', new Error('broken off')))).rejects.toThrow('broken off')
    expect([readFileSync(path, 'utf8'), readdirSync(join(path, '..'))]).toEqual(['old', ['a.txt']])
  })

  it('is refused by name in a folder that is not there', async () => {
    const path = join(temporaryFolder(), 'missing', 'a.txt')
    await expect(writeNamedFile(path, 'new')).rejects.toMatchObject({
      code: 'PATH_NOT_FOUND',
      facts: { path },
    })
  })
})

describe.skipIf(process.platform === 'win32')(
  'what is no regular file is written to and stays what it is',
  () => {
    it('a pipe receives the text', async () => {
      const path = join(temporaryFolder(), 'pipe')
      execFileSync('mkfifo', [path])
      const [read] = await Promise.all([readFile(path, 'utf8'), writeNamedFile(path, pieces('n', 'ew'))])
      expect([read, lstatSync(path).isFIFO()]).toEqual(['new', true])
    })

    it.each(['old', undefined])('a link is followed to its target, which holds: %s', async (old) => {
      const folder = temporaryFolder()
      const target = join(folder, 'target.txt')
      if (old !== undefined) writeFileSync(target, old)
      const link = join(folder, 'link.txt')
      symlinkSync('target.txt', link)
      await writeNamedFile(link, 'new')
      expect([lstatSync(link).isSymbolicLink(), readFileSync(target, 'utf8')]).toEqual([true, 'new'])
    })

    it.each(['a pipe', '>> a file'])('the standard output leads to %s', (kind) => {
      const kept = writtenFile('old ')
      const out = kind === 'a pipe' ? 'pipe' : openSync(kept, 'a')
      const script = `import { writeNamedFile } from ${JSON.stringify(CORE)}; await writeNamedFile('/dev/stdout', 'new')`
      const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', out, 'pipe'],
      })
      expect(child.status, String(child.stderr)).toBe(0)
      expect(kind === 'a pipe' ? String(child.stdout) : readFileSync(kept, 'utf8')).toMatch(/new$/)
      if (kind !== 'a pipe') expect(readFileSync(kept, 'utf8')).toBe('old new')
    })

    it('a link planted under the name that earlier versions wrote to first leads nowhere', async () => {
      const path = writtenFile('old')
      const victim = writtenFile('untouched')
      symlinkSync(victim, `${path}.writing`)
      await writeNamedFile(path, 'new')
      expect([readFileSync(victim, 'utf8'), lstatSync(path).isFile()]).toEqual(['untouched', true])
    })

    it('a file that is mounted by itself is written to', async ({ skip, onTestFinished }) => {
      const [source, place] = [writtenFile('old and longer'), writtenFile('hidden')]
      if (spawnSync('mount', ['--bind', source, place]).status !== 0) skip('this user may not mount')
      onTestFinished(() => void execFileSync('umount', [place]))
      await writeNamedFile(place, 'new')
      expect([readFileSync(source, 'utf8'), readdirSync(join(place, '..'))]).toEqual(['new', ['a.txt']])
    })

    it('the permissions of a file that is replaced are kept', async () => {
      const path = writtenFile('old')
      chmodSync(path, 0o600)
      await writeNamedFile(path, 'new')
      expect(statSync(path).mode & 0o777).toBe(0o600)
    })
  },
)

describe('a file of lines', () => {
  it('holds a line of JSON for each value in place of what was there, in folders that it makes', async () => {
    const path = join(temporaryFolder(), 'deep', 'er', 'lines.jsonl')
    for (const values of [[{ a: 1 }, 'two\nlines', null], [3]]) {
      await using file = await createLineFile(path)
      for (const value of values) await file.add(value)
      expect(readFileSync(path, 'utf8')).toBe(values.map((value) => `${JSON.stringify(value)}\n`).join(''))
    }
  })

  it('is refused by name where a folder stands in its place', async () => {
    const path = join(temporaryFolder(), 'lines.jsonl')
    mkdirSync(path)
    await expect(createLineFile(path)).rejects.toMatchObject({ code: 'FILE_UNREADABLE', facts: { path } })
  })
})

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Returns `number:text` of each line. */
async function read(bytes: string | Uint8Array, options: LineOptions = {}, size = 3): Promise<string[]> {
  const lines: string[] = []
  for await (const { number, text } of linesOf(chunked(Buffer.from(bytes), size), options))
    lines.push(`${number}:${text}`)
  return lines
}

describe('the lines of a text', () => {
  it.each([
    ['with an end', 'one\ntwo\n', ['1:one', '2:two']],
    ['without an end', 'one\ntwo', ['1:one', '2:two']],
    ['of Windows', 'one\r\ntwo\r\n', ['1:one', '2:two']],
    ['with blank ones between', '\none\n \n\n two \n', ['2:one', '5: two ']],
    ['with the separators of Unicode', 'a\u2028b\n', ['1:a\u2028b']],
    ['behind a byte order mark', '\ufeffone\n', ['1:one']],
    ['of blanks', ' \n\t', []],
    [
      'with bytes that are no UTF-8',
      Uint8Array.from([0x61, 0xff, 0x0a, 0x62, 0xc3]),
      ['1:a\ufffd', '2:b\ufffd'],
    ],
  ])('are read %s', async (_, bytes, lines) => {
    expect(await read(bytes)).toEqual(lines)
  })

  it('are the same however the bytes come', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'ö', ' ', '\n', '\r\n', '水') })
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (whole, size) => {
        expect(await read(whole, {}, size)).toEqual(await read(whole, {}, whole.length * 3 + 1))
      }),
      { numRuns: 60 },
    )
  })

  it('that are too long are passed over and reported, or end the reading', async () => {
    for (const size of [2, 100]) {
      const passed: number[] = []
      const options = { maxCharacters: 5, onTooLong: (number: number) => passed.push(number) }
      expect(await read('12345\n1234567890\nb\n123456\n123456', options, size)).toEqual(['1:12345', '3:b'])
      expect(passed).toEqual([2, 4, 5])
    }
    await expect(read('a\n123456', { maxCharacters: 5, name: 'it.jsonl' })).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      facts: { file: 'it.jsonl', line: 2, reason: 'too_large' },
    })
  })
})

describe('a safe file name', () => {
  it.each([
    ['paper_1-a.pdf', 'paper_1-a.pdf'],
    ['/etc/passwd', 'passwd'],
    ['..\\..\\system\\a.txt', 'a.txt'],
    ['a paper: (draft)?.pdf', 'a-paper-draft-.pdf'],
    ['.hidden', 'hidden'],
    ['-rf.pdf', 'rf.pdf'],
    ['größe 水.pdf', 'größe-水.pdf'],
    ['...', 'paper'],
    [`b${'a'.repeat(176)}.pdf`, `${'a'.repeat(176)}.pdf`],
    [`${'水'.repeat(100)}.pdf`, `${'水'.repeat(58)}.pdf`],
    [`${'𠀀'.repeat(90)}.pdf`, `${'𠀀'.repeat(44)}.pdf`],
  ])('of "%s" is %s', (name, safe) => {
    expect(safeFileName(name)).toBe(safe)
  })
})

/** Returns the paths of open files and folders. */
function openPaths(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)]
    } catch (error) {
      // The descriptor of this very list is closed by now.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  })
}
