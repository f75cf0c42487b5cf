import { describe, expect, it } from 'vitest'
import { tupleId } from '../../../../core/index.ts'
import { entityRequest, filterRequest, tripleRequest } from '../../../../graph/openie/prompts.ts'
import type { ChatRequest } from '../../../../models/index.ts'

const PLACEHOLDER = `\${passage}`

const wording = ({ messages }: ChatRequest) =>
  tupleId(messages.flatMap(({ role, content }) => [role, content]))

// The three were compared with the published files when they were taken over: put back into their Python, they have as many characters.
describe('the published prompts', () => {
  it.each([
    { name: 'named entities', request: entityRequest('P', 1), hash: 'c42febbffa73a50698ff9ba75a8f7ed0' },
    { name: 'triples', request: tripleRequest('P', ['E', 'é'], 1), hash: 'b7d53c0329059c351571ed4d901088b6' },
    {
      name: 'fact filter',
      request: filterRequest('Q', [['s', 'p', 'o']]),
      hash: '4a2515e0034ab86b07c0ad8aa1f94136',
    },
  ])('keep their wording, to the byte: $name', ({ request, hash }) => {
    expect(wording(request)).toBe(hash)
  })

  it('take a text literally, whatever stands in it', () => {
    const text = `$& ${PLACEHOLDER} \${named_entity_json} $1 {x}`
    expect(entityRequest(text, 1).messages.at(-1)?.content).toBe(text)
    expect(tripleRequest(text, [PLACEHOLDER], 1).messages.at(-1)?.content).toContain(
      `\`\`\`\n${text}\n\`\`\`\n\n{"named_entities": ["${PLACEHOLDER}"]}\n`,
    )
    expect(filterRequest(text, []).messages.at(-1)?.content).toContain(
      `\n${text}\n\n[[ ## fact_before_filter ## ]]\n{"fact": []}\n`,
    )
  })

  it('ask for short answers without chance', () => {
    expect(filterRequest('Q', [])).toMatchObject({ temperature: 0, maxTokens: 512 })
    expect(entityRequest('P', 7)).toMatchObject({ temperature: 0, maxTokens: 7 })
  })

  it('show names as Python writes them', () => {
    expect(tripleRequest('P', ['Müller', '😀', '"'], 1).messages.at(-1)?.content).toContain(
      String.raw`{"named_entities": ["M\u00fcller", "\ud83d\ude00", "\""]}`,
    )
  })
})
