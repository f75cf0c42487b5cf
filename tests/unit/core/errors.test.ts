/** What a program is told of a failure: clients ask again where `retry` says so, and show `help` to their user. */
import { expect, test } from 'vitest'
import { type ErrorCode, errorCatalogue, GlossError, isGlossError } from '../../../core/index.ts'

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

/** Clients tell by it whether they, the folder or a service behind it must change something. */
const BY_STATUS: readonly (readonly [number, readonly ErrorCode[]])[] = [
  [400, ['INPUT_INVALID', 'PLUGIN_INVALID', 'TOPIC_UNKNOWN']],
  [401, ['UNAUTHORISED']],
  [403, ['EXECUTE_OFF', 'LINK_REFUSED', 'ORIGIN_REFUSED', 'RIGHT_MISSING']],
  [
    404,
    [
      'PATH_NOT_FOUND',
      'CORPUS_NOT_FOUND',
      'PAPER_NOT_FOUND',
      'PAGE_NOT_FOUND',
      'UNIT_NOT_FOUND',
      'NAME_NOT_FOUND',
      'RUN_NOT_FOUND',
      'FILE_GONE',
      'JOB_NOT_FOUND',
      'ROUTE_NOT_FOUND',
      'KEY_NOT_FOUND',
    ],
  ],
  [405, ['METHOD_NOT_ALLOWED']],
  [
    409,
    [
      'TOO_MANY_CORPORA',
      'CORPUS_BUSY',
      'RUN_BUSY',
      'RESULTS_BUSY',
      'INDEX_STALE',
      'GRAPH_MISSING',
      'EMBEDDER_MISMATCH',
      'TUNED_TABLE_UNUSABLE',
      'TUNING_FUTILE',
      'BUDGET_REACHED',
      'RUN_CHANGED',
      'MODEL_UNCONFIGURED',
      'CONSENT_NEEDED',
    ],
  ],
  [413, ['TOO_LARGE']],
  [415, ['UNSUPPORTED_MEDIA']],
  [422, ['FILE_UNREADABLE']],
  [429, ['RATE_LIMITED']],
  [
    500,
    [
      'CONFIG_INVALID',
      'PROMPT_INVALID',
      'STORE_DAMAGED',
      'BACKUP_DAMAGED',
      'STORE_TOO_NEW',
      'KEY_FILE_REFUSED',
      'INTERNAL',
    ],
  ],
  [
    502,
    [
      'PLUGIN_FAILED',
      'NO_SOLUTION',
      'LOGPROBS_MISSING',
      'MODEL_REFUSED',
      'MODEL_PROTOCOL',
      'MODEL_STREAM_BROKEN',
      'MODEL_ANSWER_INVALID',
      'LINK_FAILED',
      'SEARCH_FAILED',
    ],
  ],
  [
    503,
    [
      'EMBEDDER_UNAVAILABLE',
      'FEATURE_MISSING',
      'FEATURE_UNFETCHED',
      'MODEL_UNAVAILABLE',
      'MODEL_RATE_LIMITED',
      'MODEL_FOLDER_INVALID',
      'SANDBOX_UNAVAILABLE',
      'QUEUE_FULL',
      'STOPPING',
    ],
  ],
  [504, ['MODEL_TIMEOUT']],
  [507, ['STORE_UNWRITABLE']],
]

test.each(BY_STATUS)('a client is answered %i for what that status means', (status, expected) => {
  expect(codes.filter((code) => errorCatalogue[code].http === status).sort()).toEqual([...expected].sort())
})

test('every code has one of these statuses', () => {
  expect(BY_STATUS.flatMap(([, some]) => some).sort()).toEqual([...codes].sort())
})

test.each(codes)('%s says what to do', (code) => {
  expect(new GlossError(code, 'It failed.').help).toMatch(/\w{2,}.*\.$/)
})

test('a failure keeps its facts and its cause, and has none where none is given', () => {
  const cause = new Error('why')
  const error = new GlossError('CORPUS_BUSY', 'It is busy.', { corpus: 'a' }, cause)
  expect(error).toMatchObject({ code: 'CORPUS_BUSY', message: 'It is busy.', facts: { corpus: 'a' }, cause })
  const plain = new GlossError('CORPUS_BUSY', 'It is busy.')
  expect([plain.facts, 'cause' in plain]).toEqual([{}, false])
})

test('a failure is told from bugs, and by its code from other failures', () => {
  const error = new GlossError('CORPUS_BUSY', 'It is busy.')
  expect([isGlossError(error), isGlossError(error, 'CORPUS_BUSY')]).toEqual([true, true])
  expect(isGlossError(error, 'RUN_BUSY')).toBe(false)
  for (const other of [new Error('a bug'), { code: 'CORPUS_BUSY' }, null, undefined])
    expect([isGlossError(other), isGlossError(other, 'CORPUS_BUSY')]).toEqual([false, false])
})
