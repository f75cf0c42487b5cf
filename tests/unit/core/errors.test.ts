/** Failures: clients ask again where `retry` says so, and show `help` to their user. */
import { describe, expect, it } from 'vitest'
import { diskFailure, type ErrorCode, errorCatalogue, GlossError, isGlossError } from '../../../core/index.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]
const STATUS = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 502, 503, 504, 507]

describe('the catalogue', () => {
  it('lets clients ask again only where a failure passes by itself', () => {
    expect(codes.filter((code) => errorCatalogue[code].retry).join(' ')).toBe(
      'CORPUS_BUSY RUN_BUSY RESULTS_BUSY STORE_UNWRITABLE INDEX_STALE FEATURE_UNFETCHED NO_SOLUTION ' +
        'MODEL_UNAVAILABLE MODEL_RATE_LIMITED MODEL_TIMEOUT MODEL_PROTOCOL MODEL_STREAM_BROKEN ' +
        'MODEL_ANSWER_INVALID LINK_FAILED SEARCH_FAILED RATE_LIMITED QUEUE_FULL STOPPING',
    )
  })

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
  it('keeps its facts and its cause', () => {
    const cause = new Error('why')
    const error = new GlossError('CORPUS_BUSY', 'It is busy.', { corpus: 'a' }, cause)
    expect(error).toMatchObject({
      code: 'CORPUS_BUSY',
      message: 'It is busy.',
      facts: { corpus: 'a' },
      cause,
    })
    const plain = new GlossError('CORPUS_BUSY', 'It is busy.')
    expect([plain.facts, 'cause' in plain]).toEqual([{}, false])
  })

  it('is told from bugs, and by its code from other failures', () => {
    const error = new GlossError('CORPUS_BUSY', 'It is busy.')
    expect([isGlossError(error), isGlossError(error, 'CORPUS_BUSY')]).toEqual([true, true])
    expect(isGlossError(error, 'RUN_BUSY')).toBe(false)
    for (const other of [new Error('a bug'), { code: 'CORPUS_BUSY' }, null, undefined])
      expect([isGlossError(other), isGlossError(other, 'CORPUS_BUSY')]).toEqual([false, false])
  })

  it.each([
    ['ENOSPC', 'is full'],
    ['EDQUOT', 'is full'],
    ['SQLITE_FULL', 'is full'],
    ['EROFS', 'refuses to be written'],
    ['EACCES', 'refuses to be written'],
    ['SQLITE_READONLY', 'refuses to be written'],
    ['SQLITE_IOERR_WRITE', 'refuses to be written'],
    ['ENOENT', null],
    ['SQLITE_CORRUPT', null],
  ])('of the disk is known by its code: %s', (code, said) => {
    const failure = diskFailure(Object.assign(new Error('it did not work'), { code }))
    expect(failure?.message ?? null).toBe(said && `The disk of the workspace ${said} (${code}).`)
    expect(failure?.code).toBe(said === null ? undefined : 'STORE_UNWRITABLE')
    expect([diskFailure(new Error(code)), diskFailure(code), diskFailure(null)]).toEqual([null, null, null])
  })
})
