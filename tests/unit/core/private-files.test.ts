/** Tests folders and files that only their user may read. */
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makePrivateFile, makePrivateFolder, replacePrivateJson } from '../../../core/index.ts'
import { writtenFile } from '../../fixtures/opened-gloss.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

describe('what Gloss keeps', () => {
  const modeOf = (path: string) => statSync(path).mode & 0o777

  it('is its user’s alone, with the folders above it that were missing', () => {
    const path = join(temporaryFolder(), 'one', 'two')
    makePrivateFolder(path)
    makePrivateFile(join(path, 'file'))
    expect([path, join(path, '..'), join(path, 'file')].map(modeOf)).toEqual([0o700, 0o700, 0o600])
  })

  it('keeps content and permissions where it is there', () => {
    const file = writtenFile('kept')
    chmodSync(file, 0o644)
    chmodSync(join(file, '..'), 0o755)
    makePrivateFile(file)
    makePrivateFolder(join(file, '..'))
    expect([readFileSync(file, 'utf8'), modeOf(file), modeOf(join(file, '..'))]).toEqual([
      'kept',
      0o644,
      0o755,
    ])
  })

  it('is written through a link, which stays one', () => {
    const file = writtenFile('old')
    const link = join(temporaryFolder(), 'link')
    symlinkSync(file, link)
    replacePrivateJson(link, ['new'])
    expect([lstatSync(link).isSymbolicLink(), JSON.parse(readFileSync(file, 'utf8'))]).toEqual([
      true,
      ['new'],
    ])
  })

  it('fails below a current folder that was removed', () => {
    const before = process.cwd()
    const gone = join(temporaryFolder(), 'gone')
    mkdirSync(gone)
    process.chdir(gone)
    rmdirSync(gone)
    try {
      expect(() => makePrivateFolder('.gloss/corpora')).toThrow(expect.objectContaining({ code: 'ENOENT' }))
    } finally {
      process.chdir(before)
    }
  })

  it('fails with the true reason within a file, and where a link leads nowhere', () => {
    const failsWith = (make: () => void, failure: object) =>
      expect(make).toThrow(expect.objectContaining(failure))
    failsWith(() => makePrivateFolder(join(writtenFile(''), 'folder')), { code: 'ENOTDIR' })
    failsWith(() => makePrivateFile(join(temporaryFolder(), 'missing', 'file')), { code: 'ENOENT' })
    const link = join(temporaryFolder(), 'link')
    symlinkSync(join(link, '..', 'missing'), link)
    for (const path of [link, join(link, 'folder')])
      failsWith(() => makePrivateFolder(path), { code: 'EEXIST', path: link })
  })
})
