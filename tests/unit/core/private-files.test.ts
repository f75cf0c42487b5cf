/** Who may open what Gloss keeps: the user who made it. */
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makePrivateFile, makePrivateFolder } from '../../../core/private-files.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777

describe('a private folder', () => {
  it('is its user’s alone, with the folders above it that were missing', () => {
    const path = join(temporaryFolder(), 'one', 'two')
    makePrivateFolder(path)
    expect([modeOf(path), modeOf(join(path, '..'))]).toEqual([0o700, 0o700])
  })

  it('that is there keeps its permissions', () => {
    const path = join(temporaryFolder(), 'open')
    mkdirSync(path)
    chmodSync(path, 0o755)
    makePrivateFolder(path)
    expect(modeOf(path)).toBe(0o755)
  })

  it('cannot be made within a file', () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    expect(() => makePrivateFolder(join(file, 'folder'))).toThrow(
      expect.objectContaining({ code: 'ENOTDIR' }),
    )
  })

  it('fails with the true reason where a link leads nowhere', () => {
    const link = join(temporaryFolder(), 'link')
    symlinkSync(join(link, '..', 'missing'), link)
    const within = join(link, 'folder')
    for (const path of [link, within])
      expect(() => makePrivateFolder(path)).toThrow(expect.objectContaining({ code: 'EEXIST', path: link }))
  })
})

describe('a private file', () => {
  it('is empty and its user’s alone', () => {
    const path = join(temporaryFolder(), 'file')
    makePrivateFile(path)
    expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['', 0o600])
  })

  it('that is there is not touched', () => {
    const path = join(temporaryFolder(), 'file')
    writeFileSync(path, 'kept')
    chmodSync(path, 0o644)
    makePrivateFile(path)
    expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['kept', 0o644])
  })

  it('cannot be made in a folder that is not there', () => {
    expect(() => makePrivateFile(join(temporaryFolder(), 'missing', 'file'))).toThrow(
      expect.objectContaining({ code: 'ENOENT' }),
    )
  })
})
