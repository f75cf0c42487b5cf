import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTextReader } from '../../../ingest/adapters/text-reader.ts'

import { discover, type Source } from '../../../ingest/index.ts'

const SIGNAL = new AbortController().signal
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gloss-discover-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function put(path: string, content: string | Uint8Array = 'text'): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

async function find(paths: readonly string[] = ['.'], options: Parameters<typeof discover>[2] = {}) {
  const sources: Source[] = []
  const skipped: Record<string, string> = {}
  const onSkip = (path: string, reason: string) => {
    skipped[path.slice(folder.length + 1)] = reason
  }
  const whole = paths.map((path) => join(folder, path))
  const found = await discover(whole, SIGNAL, { onSkip, ...options })
  for await (const source of found.sources()) sources.push(source)
  expect(await found.count()).toBe(sources.length)
  return { sources, skipped, names: sources.map((source) => source.path.slice(folder.length + 1)) }
}

async function readingOf(source: Source | undefined) {
  if (source === undefined) throw new Error('There is no such source')
  return openTextReader().read(source, await source.read(), SIGNAL)
}

describe('discover', () => {
  test('follows folders in a stable order: files before folders, hidden ones left out', async () => {
    for (const path of ['b.pdf', 'a.txt', 'sub/z.md', 'sub/deep/y.html', '.hidden/x.pdf', '.x.pdf', 'c.htm'])
      await put(path)
    const { names, sources } = await find()
    expect(names).toEqual(['a.txt', 'b.pdf', 'c.htm', 'sub/z.md', 'sub/deep/y.html'])
    expect(sources.map((source) => source.format)).toEqual(['text', 'pdf', 'html', 'markdown', 'html'])
    expect(sources.map((source) => source.document)).toEqual(['a', 'b', 'c', 'z', 'y'])
  })

  test('reports what is no source', async () => {
    await put('figure.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]))
    await put('LICENSE', 'words')
    await symlink(join(folder, 'gone.pdf'), join(folder, 'link.pdf'))
    const { names, skipped } = await find()
    expect(names).toEqual([])
    expect(skipped).toEqual({
      'figure.png': 'unknown_kind',
      LICENSE: 'unknown_kind',
      'link.pdf': 'broken_link',
    })
  })

  test('knows PDFs and HTML by how they begin, and text where it is asked for by name', async () => {
    await put('download', '%PDF-1.7\n')
    await put('page.cgi', '<!DOCTYPE html><html></html>')
    await put('notes', 'words')
    expect((await find()).names).toEqual(['download', 'page.cgi'])
    expect((await find(['notes'])).sources[0]?.format).toBe('text')
  })

  test('ends where links go round in a circle', async () => {
    await put('a/one.txt')
    await symlink(folder, join(folder, 'a', 'back'))
    expect((await find()).names).toEqual(['a/one.txt'])
  })

  test('follows no link out of the folder unless it is told to, and links within it', async () => {
    await put('outside/secret.txt', 'The secret dose.')
    await put('papers/a.txt')
    await put('papers/sub/b.txt')
    await symlink(join(folder, 'outside/secret.txt'), join(folder, 'papers/link.txt'))
    await symlink(join(folder, 'outside'), join(folder, 'papers/sub/more'))
    await symlink('../../outside', join(folder, 'papers/sub/relative'))
    // Begins like the folder.
    await put('papers-too/c.txt')
    await symlink(join(folder, 'papers-too/c.txt'), join(folder, 'papers/c.txt'))
    await symlink(join(folder, 'papers/sub/b.txt'), join(folder, 'papers/again.txt'))
    const { names, skipped } = await find(['papers'])
    expect(names).toEqual(['papers/a.txt', 'papers/again.txt', 'papers/sub/b.txt'])
    expect(skipped).toEqual({
      'papers/link.txt': 'link_out_of_folder',
      'papers/c.txt': 'link_out_of_folder',
      'papers/sub/more': 'link_out_of_folder',
      'papers/sub/relative': 'link_out_of_folder',
    })
    const followed = await find(['papers'], { followLinks: true })
    expect(followed.names).toContain('papers/link.txt')
    expect(followed.names).toContain('papers/sub/more/secret.txt')
    // Who names a link, means it; who names both folders, means both.
    expect((await find(['papers/link.txt'])).names).toEqual(['papers/link.txt'])
    expect((await find(['papers', 'outside'])).names).toContain('papers/link.txt')
  })

  test('passes over files that are too large, those that a list names included, but reads any .jsonl', async () => {
    await put('large.pdf', Buffer.alloc(2_000, '%PDF-1.7 '))
    await put('small.txt', 'words')
    await put('listed/far.pdf', Buffer.alloc(2_000, '%PDF-1.7 '))
    await put('many.jsonl', `${JSON.stringify({ title: 'A title', abstract: 'x'.repeat(2_000) })}\n`)
    await put('list.bib', '@article{a, title={T}, file={listed/far.pdf}}')
    const { names, skipped } = await find(['.'], { maxFileBytes: 1_000 })
    expect(names).toEqual(['many.jsonl#1', 'small.txt'])
    expect(skipped).toEqual({ 'large.pdf': 'file_too_large', 'listed/far.pdf': 'file_too_large' })
  })

  test.skipIf(process.platform === 'darwin')('names files whose names are not UTF-8', async () => {
    await put('a.txt')
    await put('sub/b.txt')
    await writeFile(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.of(0xe9), Buffer.from('.pdf')]), 'x')
    // A name with this very character is one that can be opened.
    await put('odd\ufffd.txt')
    const { names, skipped } = await find()
    expect(names).toEqual(['a.txt', 'odd\ufffd.txt', 'sub/b.txt'])
    expect(skipped).toEqual({ 'caf\ufffd.pdf': 'name_not_utf8' })
    await expect(find(['caf\ufffd.pdf'])).rejects.toThrow(/not UTF-8/)
  })

  test('a path that is not there ends the run before it begins', async () => {
    await put('a.txt')
    await expect(find(['a.txt', 'missing'])).rejects.toMatchObject({ code: 'PATH_NOT_FOUND' })
  })

  test('stops where its signal aborts', async () => {
    for (const path of ['a.txt', 'b.txt', 'c.txt']) await put(path)
    const stop = new AbortController()
    const skipped: string[] = []
    await put('b.png', Buffer.from([0x89, 0]))
    const onSkip = (path: string) => {
      skipped.push(path)
      stop.abort()
    }
    await put('d.png', Buffer.from([0x89, 0]))
    await expect(discover([folder], stop.signal, { onSkip })).rejects.toMatchObject({ name: 'AbortError' })
    expect(skipped).toHaveLength(1)
  })
})

describe('records of a .jsonl', () => {
  test('each line is a paper; a bad one fails alone and names its line', async () => {
    const good = JSON.stringify({
      id: 'x1',
      title: 'Title one',
      abstract: 'It is so.\u2028Still.',
      year: 2020,
    })
    await put('papers.jsonl', `\uFEFF${good}\r\n\n{"title": \n{"title": "Only a title"}`)
    const { sources, names } = await find()
    expect(names).toEqual(['papers.jsonl#1', 'papers.jsonl#3', 'papers.jsonl#4'])
    const [first, second, third] = await Promise.all(sources.map(readingOf))
    expect(sources[0]).toMatchObject({ document: 'x1', format: 'jsonl', known: { title: 'Title one' } })
    expect(first).toMatchObject({
      ok: true,
      pages: [{ text: 'Title one\n\nIt is so.\u2028Still.', width: 0 }],
      description: { title: 'Title one', abstract: 'It is so.\u2028Still.', year: 2020 },
    })
    expect(second).toMatchObject({ ok: false, code: 'bad_record' })
    expect(second?.ok === false && second.detail).toMatch(/^The line is not JSON.*Correct the line/)
    expect(third).toMatchObject({ ok: true, description: { title: 'Only a title' } })
  })
})

describe('BibTeX that lists PDFs', () => {
  test('its entries say what is known; each PDF comes once', async () => {
    await put('files/1/a.pdf')
    await put('files/2/b.pdf')
    await put(
      'lib.bib',
      `@article{one, title={Of {Bark}}, author={Marchetti, Ines}, year=2016, doi={10.5555/x}, file={PDF:files/1/a.pdf:application/pdf}}
@article{two, title={Gone}, file={files/9/gone.pdf}}
@article{three, title={Only an abstract}, abstract={We looked. We saw.}}
@book{four, title={Nothing}}
@article{five, title={Never closed`,
    )
    const { names, sources, skipped } = await find()
    expect(names).toEqual(['files/1/a.pdf', 'files/9/gone.pdf', 'lib.bib#three', 'files/2/b.pdf'])
    expect(sources[0]).toMatchObject({
      format: 'pdf',
      document: 'one',
      known: { title: 'Of Bark', authors: ['Ines Marchetti'], year: 2016, doi: '10.5555/x' },
    })
    await expect(sources[1]?.read()).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      facts: { reason: 'missing_file' },
    })
    expect(await readingOf(sources[2])).toMatchObject({
      ok: true,
      description: { title: 'Only an abstract', abstract: 'We looked. We saw.' },
    })
    expect(skipped).toEqual({ 'lib.bib#four': 'no_file_or_abstract', 'lib.bib#L5': 'bad_entry' })
  })
})
