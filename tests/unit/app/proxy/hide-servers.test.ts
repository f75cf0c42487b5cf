import { expect, it } from 'vitest'
import { hideServers, loadConfig } from '../../../../app/index.ts'

const SETTINGS = {
  llmUrl: 'http://models.internal:8000/v1',
  llmRoles: { monitor: { url: 'http://10.0.0.7:9000/v1', model: 'small' } },
}
const TEXTS = [
  'The model big at http://models.internal:8000/v1/chat/completions did not answer: connect ECONNREFUSED 10.0.0.5:8000',
  'The model big at http://models.internal:8000/v1 did not answer: getaddrinfo ENOTFOUND models.internal',
  'The model small at http://10.0.0.7:9000/v1/chat/completions did not answer: no model there on 10.0.0.7:9000',
  'The model big at http://models.internal:8000/v1 did not answer: redirected to https://elsewhere.internal/login',
  'The model big at http://models.internal:8000/v1 did not answer: connect ECONNREFUSED ::1:8000',
]

it.each(TEXTS)('with a key, tells no address of %s', (text) => {
  const told = hideServers(loadConfig({ ...SETTINGS, key: 'correct horse' }, {}))(text)
  expect(told).not.toMatch(/internal|10\.0\.0|::1|:8000|:9000|https?:/)
  expect(told).toMatch(
    /^The model (?:big|small) at the (?:model server|server of the monitor) did not answer: /,
  )
})

it('keeps what went wrong', () => {
  const told = hideServers(loadConfig({ ...SETTINGS, key: 'correct horse' }, {}))
  expect(told(TEXTS[0] ?? '')).toBe('The model big at the model server did not answer: connect ECONNREFUSED')
  const refusal = 'The maximum context length is 4096 tokens: you asked for 5000. See E_LIMIT in the manual.'
  expect(told(refusal)).toContain('The maximum context length is 4096 tokens: you asked for 5000.')
})

it('without a key, who asks is who runs the service', () => {
  const told = hideServers(loadConfig(SETTINGS, {}))
  for (const text of TEXTS) expect(told(text)).toBe(text)
})
