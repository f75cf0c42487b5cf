/** What a question asks for, by its words or by a model that answers as models do. */
import { describe, expect, it } from 'vitest'
import type { LinkedName } from '../../../graph/index.ts'
import { askedKeywords, lexicalKeywords } from '../../../retrieval/lightrag/keywords.ts'
import { meteredChat } from '../../../retrieval/model-usage.ts'
import { modelSaying } from '../../fakes/saying-chat.ts'

function linked(asked: string): LinkedName {
  return { node: 0, name: asked, asked, share: 1, units: 1, isTitle: false, isPhrase: false }
}

describe('keywords without a model', () => {
  it('are the names of the question, and all words that say something', () => {
    expect(
      lexicalKeywords('Which enzyme does lupeol inhibit?', [linked('lupeol'), linked('lupeol')]),
    ).toEqual({ low: ['lupeol'], high: ['enzyme', 'lupeol', 'inhibit'] })
  })

  it('are the same on both levels where no name is known, and none where there are no words', () => {
    expect(lexicalKeywords('Who sold bark?', [])).toEqual({ low: ['sold', 'bark'], high: ['sold', 'bark'] })
    expect(lexicalKeywords('?!', [])).toEqual({ low: [], high: [] })
  })
})

const GOOD = '{"high_level_keywords": ["inhibition"], "low_level_keywords": ["lupeol"]}'
const READ = { high: ['inhibition'], low: ['lupeol'] }
const ANSWERS = [
  { name: 'an object', answer: GOOD, read: READ },
  { name: 'an object in a fence', answer: `Here:\n\`\`\`json\n${GOOD}\n\`\`\``, read: READ },
  {
    name: 'more keys than asked for',
    answer: `{"note": "", ${GOOD.slice(1)}`,
    read: READ,
  },
  { name: 'no object', answer: 'lupeol, inhibition', read: null },
  { name: 'an object that is cut off', answer: GOOD.slice(0, 40), read: null },
  { name: 'other types', answer: '{"high_level_keywords": "x", "low_level_keywords": []}', read: null },
  { name: 'no keyword', answer: '{"high_level_keywords": [], "low_level_keywords": []}', read: null },
  { name: 'nothing', answer: '', read: null },
]

describe('keywords by a model', () => {
  it.for(ANSWERS)('are read from $name', async ({ answer, read }) => {
    const metered = meteredChat(modelSaying(answer), undefined)
    const keywords = await askedKeywords('What does $& inhibit?', metered, new AbortController().signal)
    expect(keywords).toEqual(read)
    expect(metered.usage()).toEqual({ calls: 1, promptTokens: 100, completionTokens: 10, cost: null })
  })
})
