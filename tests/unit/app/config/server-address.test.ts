/** Tests that server addresses contain no secret, so that none can be logged, stored or shown. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../../../app/index.ts'

const NAMES = [
  'GLOSS_LLM_URL',
  'GLOSS_LLM_MONITOR_URL',
  'GLOSS_SEARCH_URL',
  'GLOSS_CROSSREF_URL',
  'GLOSS_OPENALEX_URL',
  'GLOSS_RERANK',
  'GLOSS_LATE',
]
const SECRET = 's3cr3t-of-mine'

function refusal(name: string, address: string): string {
  try {
    loadConfig({}, { [name]: address })
  } catch (error) {
    return (error as Error).message
  }
  return 'taken'
}

describe.each(NAMES)('%s', (name) => {
  it.each([
    `http://user:${SECRET}@host/v1`,
    `http://${SECRET}@host/v1`,
    `https://:${SECRET}@host`,
    `http://host/v1?key=${SECRET}`,
    `http://host/v1#${SECRET}`,
    `HTTP:\\\\user:${SECRET}@host\\v1`,
    ` http://user:${SECRET}@host/v1 `,
    `http:user:${SECRET}@host`,
    `ftp://user:${SECRET}@host`,
  ])('refuses %s without repeating the secret', (address) => {
    const said = refusal(name, address)
    expect(said).toContain(`${name}: must`)
    expect(said).not.toContain(SECRET)
  })

  it.each(['http://127.0.0.1:11434/v1', 'https://llm.example.org/a/b/', 'http://[::1]:8080', 'http://host'])(
    'takes %s',
    (address) => {
      expect(refusal(name, address)).toBe('taken')
    },
  )

  it('holds nothing beyond scheme, host and path, however it is spelled', () => {
    const part = fc.string({ maxLength: 8 })
    fc.assert(
      fc.property(part, part, part, part, (user, password, path, rest) => {
        const address = `http://${user}:${password}@host/${path}?${rest}`
        expect(refusal(name, address)).not.toBe('taken')
      }),
    )
  })
})

it('a setting that may name a folder takes one, and nothing that could be an address with a secret', () => {
  for (const folder of ['./models/reranker', '/srv/models', 'C:\\models', 'models'])
    expect(refusal('GLOSS_RERANK', folder)).toBe('taken')
  const said = refusal('GLOSS_RERANK', `user:${SECRET}@host:8080`)
  expect(said).toContain('GLOSS_RERANK: must be an address')
  expect(said).not.toContain(SECRET)
})
