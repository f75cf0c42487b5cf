import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseClaims } from '../../../../ingest/summarise/claims-json.ts'

describe('claims JSON', () => {
  const cases = [
    { name: 'bare', answer: '{"claims": ["A.", "B."]}', claims: ['A.', 'B.'], losses: {} },
    { name: 'with spaces', answer: '{"claims": [" A. "]}', claims: ['A.'], losses: {} },
    { name: 'none', answer: '{ "claims": [] }', claims: [], losses: {} },
    { name: 'in a fence', answer: '```json\n{"claims":\n [\n "A."\n ]\n}\n```', claims: ['A.'], losses: {} },
    {
      name: 'with prose around',
      answer: 'Sure! {"claims": ["A."]} Is that [fine]?',
      claims: ['A.'],
      losses: {},
    },
    { name: 'a comma too many', answer: '{"claims": ["A.", "B.",]}', claims: ['A.', 'B.'], losses: {} },
    {
      name: 'brackets and quotes in a claim',
      answer: String.raw`{"claims": ["A [1] \"x\" {y}."]}`,
      claims: ['A [1] "x" {y}.'],
      losses: {},
    },
    {
      name: 'the form repeated first',
      answer: '{"claims": ["claim 1"]} … {"claims": ["A."]}',
      claims: ['A.'],
      losses: {},
    },
    {
      name: 'broken off within a claim',
      answer: '{"claims": ["A.", "B is ha',
      claims: ['A.'],
      losses: { claims_cut_off: 1 },
    },
    {
      name: 'broken off after a claim',
      answer: '{"claims": ["A.",',
      claims: ['A.'],
      losses: {},
      lossy: true,
    },
    {
      name: 'entries that are no text',
      answer: '{"claims": ["A.", 3, {"b": 1}, "", "A."]}',
      claims: ['A.'],
      losses: { claim_not_text: 2, claim_empty: 1, claim_repeated: 1 },
    },
    { name: 'single quotation marks', answer: "{'claims': ['A.']}", claims: ['A.'], losses: {} },
    { name: 'another object', answer: '{"points": ["A."]}', claims: null, losses: {} },
    { name: 'nothing', answer: '', claims: null, losses: {} },
  ]
  it.each(cases)('reads: $name', ({ answer, claims, losses, lossy }) => {
    const found = parseClaims(answer)
    expect(found.claims).toEqual(claims)
    expect(found.losses).toEqual(lossy === true ? { claims_cut_off: 1 } : losses)
  })

  it('gives back any claims that were written as JSON, whatever stands around', () => {
    const claim = fc
      .string({ minLength: 1, unit: 'grapheme' })
      .map((text) => text.replace(/\s+/g, ' ').trim())
    const claims = fc.uniqueArray(
      claim.filter((text) => text !== ''),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(
        claims,
        fc.constantFrom('', '```json\n', 'Here: '),
        fc.constantFrom('', '\n```', ' Done.'),
        (list, before, after) => {
          const answer = `${before}${JSON.stringify({ claims: list })}${after}`
          fc.pre(!list.some((text) => text.includes('"claims"')))
          expect(parseClaims(answer)).toEqual({ claims: list, losses: {} })
        },
      ),
    )
  })

  it('never throws, and every claim it gives is a text of one line', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.nat(60), (noise, cut) => {
        const answer = `{"claims": ["A b.", "C\\nd."]}${noise}`.slice(cut)
        for (const text of parseClaims(answer).claims ?? []) expect(text).toMatch(/^\S.*$/)
      }),
    )
  })
})
