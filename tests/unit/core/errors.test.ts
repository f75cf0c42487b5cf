/** Tests errors: clients retry if `retry` says so, and show `help` to their users. */
import { describe, expect, it } from 'vitest'
import { diskFailure, type ErrorCode, errorCatalogue, GlossError } from '../../../core/index.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]
const STATUS = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 502, 503, 504, 507]

describe('the catalogue', () => {
  it.each([
    ['INPUT_INVALID', 400],
    ['UNAUTHORISED', 401],
    ['ORIGIN_REFUSED', 403],
    ['CORPUS_NOT_FOUND', 404],
    ['CORPUS_BUSY', 409],
    ['CONSENT_NEEDED', 409],
    ['TOO_LARGE', 413],
    ['FILE_UNREADABLE', 422],
    ['RATE_LIMITED', 429],
    ['STORE_DAMAGED', 500],
    ['MODEL_PROTOCOL', 502],
    ['QUEUE_FULL', 503],
    ['MODEL_TIMEOUT', 504],
    ['STORE_UNWRITABLE', 507],
  ] as const)('answers %s with status %i', (code, status) => {
    expect(errorCatalogue[code].http).toBe(status)
  })

  it.each(codes)('says what to do about %s', (code) => {
    expect(new GlossError(code, 'It failed.').help).toMatch(/\w{2,}.*\.$/)
    expect(STATUS).toContain(errorCatalogue[code].http)
  })
})

describe('a failure', () => {
  it.each([
    ['ENOSPC', 'is full'],
    ['EDQUOT', 'is full'],
    ['SQLITE_FULL', 'is full'],
    ['EROFS', 'cannot be written'],
    ['EACCES', 'cannot be written'],
    ['SQLITE_READONLY', 'cannot be written'],
    ['SQLITE_IOERR_WRITE', 'cannot be written'],
    ['ENOENT', null],
    ['SQLITE_CORRUPT', null],
  ])('of the disk is known by its code: %s', (code, said) => {
    const failure = diskFailure(Object.assign(new Error('it did not work'), { code }))
    expect(failure?.message ?? null).toBe(said && `The disk of the workspace ${said} (${code}).`)
    expect(failure?.code).toBe(said === null ? undefined : 'STORE_UNWRITABLE')
    expect([diskFailure(new Error(code)), diskFailure(code), diskFailure(null)]).toEqual([null, null, null])
  })
})
