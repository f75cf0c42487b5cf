import { expect, it } from 'vitest'
import { diskFailure } from '../../../core/index.ts'

const failure = (code: string) => Object.assign(new Error(`${code}: it did not work`), { code })

it.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])('%s is a full disk', (code) => {
  expect(diskFailure(failure(code))).toMatchObject({
    code: 'STORE_UNWRITABLE',
    message: `The disk of the workspace is full (${code}).`,
  })
})

it.each(['EROFS', 'EACCES', 'SQLITE_READONLY', 'SQLITE_IOERR_WRITE'])('%s is a disk that refuses', (code) => {
  expect(diskFailure(failure(code))).toMatchObject({
    code: 'STORE_UNWRITABLE',
    message: `The disk of the workspace refuses to be written (${code}).`,
  })
})

it.each([failure('ENOENT'), failure('SQLITE_CORRUPT'), new Error('ENOSPC'), 'ENOSPC', null])(
  '%s is none of the disk’s',
  (thrown) => {
    expect(diskFailure(thrown)).toBeNull()
  },
)
