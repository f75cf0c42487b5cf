/** What a program is told of a failure: clients ask again where `retry` says so, and show `help` to their user. */
import { expect, test } from 'vitest'
import { type ErrorCode, errorCatalogue, GlossError } from '../../../core/index.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]

test('only failures that pass by themselves are worth asking again', () => {
  expect(codes.filter((code) => errorCatalogue[code].retry)).toEqual([
    'CORPUS_BUSY',
    'RUN_BUSY',
    'RESULTS_BUSY',
    'STORE_UNWRITABLE',
    'INDEX_STALE',
    'FEATURE_UNFETCHED',
    'NO_SOLUTION',
    'MODEL_UNAVAILABLE',
    'MODEL_RATE_LIMITED',
    'MODEL_TIMEOUT',
    'MODEL_PROTOCOL',
    'MODEL_STREAM_BROKEN',
    'MODEL_ANSWER_INVALID',
    'LINK_FAILED',
    'SEARCH_FAILED',
    'RATE_LIMITED',
    'QUEUE_FULL',
    'STOPPING',
  ])
})

test.each(codes)('%s says what to do', (code) => {
  expect(new GlossError(code, 'It failed.').help).toMatch(/\w{2,}.*\.$/)
})
