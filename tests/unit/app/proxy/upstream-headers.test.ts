import { describe, expect, it } from 'vitest'
import { answerHeaders, requestHeaders } from '../../../../app/proxy/upstream-headers.ts'

const PLACE = { host: 'models.example', bodyBytes: 2 }
const NO_KEYS = { serverKey: undefined, isKeyOurs: false }

describe('headers on the way to the model server', () => {
  it('keep order and spelling, and lose those of the connection, of this place and of ours', () => {
    const sent = [
      ...['Host', 'localhost:8899', 'User-Agent', 'OpenAI/JS', 'Connection', 'close, X-Hop', 'X-Hop', '1'],
      ...[
        'Transfer-Encoding',
        'chunked',
        'Cookie',
        'a=b',
        'Origin',
        'http://localhost',
        'X-Gloss-Monitor',
        'off',
      ],
      ...[
        'X-Forwarded-For',
        '10.0.0.1',
        'Accept',
        'text/event-stream',
        'accept',
        '*/*',
        'Content-Length',
        '9',
      ],
    ]
    expect(requestHeaders(sent, PLACE, NO_KEYS)).toEqual([
      ...[
        'Host',
        'models.example',
        'User-Agent',
        'OpenAI/JS',
        'Accept',
        'text/event-stream',
        'accept',
        '*/*',
      ],
      ...['Content-Length', '2'],
    ])
  })

  const KEYS = ['Authorization', 'Bearer mine', 'X-Api-Key', 'mine', 'api-key', 'mine']
  const CASES = [
    { name: 'the client’s, where nobody else has one', rules: NO_KEYS, keys: KEYS },
    {
      name: 'the configured one before the client’s',
      rules: { serverKey: 'ours', isKeyOurs: false },
      keys: ['Authorization', 'Bearer ours'],
    },
    {
      name: 'none, where the client’s is the key of this service',
      rules: { serverKey: undefined, isKeyOurs: true },
      keys: [],
    },
    {
      name: 'the configured one, where the client’s is the key of this service',
      rules: { serverKey: 'ours', isKeyOurs: true },
      keys: ['Authorization', 'Bearer ours'],
    },
  ]
  it.each(CASES)('carry $name', ({ rules, keys }) => {
    expect(requestHeaders(KEYS, { host: 'h', bodyBytes: null }, rules)).toEqual(['Host', 'h', ...keys])
  })
})

describe('headers on the way back', () => {
  it('are as they came but for those of the connection and of the other origin', () => {
    const sent = [
      'Content-Type',
      'text/event-stream',
      'X-RateLimit-Limit',
      '5',
      'Retry-After',
      '3',
      'X-Request-ID',
      'r',
    ]
    const gone = [
      'Connection',
      'keep-alive',
      'Keep-Alive',
      'timeout=5',
      'Transfer-Encoding',
      'chunked',
      'Set-Cookie',
      'a=b',
    ]
    expect(answerHeaders([...gone, ...sent, 'Access-Control-Allow-Origin', '*'])).toEqual(sent)
  })
})
