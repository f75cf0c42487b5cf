/** Tests recognition memory: which facts a model's answer keeps, by this project's reading and exactly as published by HippoRAG 2. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tupleId } from '../../../core/index.ts'
import type { Fact } from '../../../corpus/index.ts'
import { filterAsPublished, filterFacts } from '../../../graph/openie/index.ts'
import { type ChatRequest, createCachedChat } from '../../../models/index.ts'
import { chatAnswering } from '../../fakes/answering-chat.ts'
import { memoryAnswerCache } from '../../fakes/memory-answer-cache.ts'
import { factOf } from '../../fixtures/fact-of.ts'

const signal = new AbortController().signal
const HEAD = '[[ ## fact_after_filter ## ]]'
const DONE = '[[ ## completed ## ]]'
const facts = (...said: readonly unknown[]) => JSON.stringify({ fact: said })

describe('our filter', () => {
  const CANDIDATES = ['a b c > d e f > g', 'a b c > d e f > g h', '= > = > =', 'akt > binds > mtor'].map(
    factOf,
  )
  const AKT = ['akt', 'binds', 'mtor']
  const SIGNS = ['=', '=', '=']

  async function filter(answer: string, candidates: readonly Fact[] = CANDIDATES) {
    const cache = memoryAnswerCache()
    const chat = chatAnswering(answer)
    const asked = createCachedChat(chat, cache, () => undefined)
    const found = await filterFacts('Q', candidates, asked, signal)
    const isForgotten = [...cache.answers.values()].every((kept) => kept === '')
    return { found, requests: chat.requests, isForgotten }
  }

  it.each([
    { name: 'the very fact', said: AKT, kept: [3] },
    { name: 'in other letters and marks', said: ['AKT', 'Binds', 'mTOR.'], kept: [3] },
    { name: 'its parts cut elsewhere', said: ['akt binds', 'mtor', ''], kept: [3] },
    { name: 'signs alone, with spaces', said: [' = ', '=', ' ='], kept: [2] },
    { name: 'most of the words', said: ['akt', 'binds strongly to', 'mtor'], kept: [3] },
    { name: 'the likest of two', said: ['a b c', 'd e f', ''], kept: [0] },
    { name: 'the likest of two, the longer one', said: ['a b c', 'd e f', 'h'], kept: [1] },
    { name: 'a word that is said twice', said: ['akt akt', 'binds', 'mtor'], kept: [3] },
  ])('takes a fact for the candidate that it means: $name', async ({ said, kept }) => {
    expect((await filter(facts(said))).found).toEqual({ outcome: 'kept', kept, losses: {} })
  })

  it('prefers the very fact, then the first of those that are as like', async () => {
    const turned = ['b > a > c', 'a > b > c'].map(factOf)
    expect((await filter(facts(['a', 'b', 'c']), turned)).found).toMatchObject({ kept: [1] })
    const twins = ['x > a b > c', 'y > a b > c'].map(factOf)
    expect((await filter(facts(['a', 'b', 'c']), twins)).found).toMatchObject({ kept: [0] })
  })

  it.each([
    { name: 'as asked', answer: `${HEAD}\n${facts(AKT)}\n${DONE}` },
    { name: 'JSON alone', answer: facts(AKT) },
    { name: 'fenced', answer: `${HEAD}\n\`\`\`json\n${facts(AKT)}\n\`\`\`` },
    { name: 'a list alone', answer: JSON.stringify([AKT]) },
    { name: 'Python', answer: "{'fact': [('akt', 'binds', 'mtor')]}" },
    { name: 'without an end', answer: `${HEAD}${facts(AKT)}` },
    { name: 'without a beginning', answer: `${facts(AKT)}${DONE}` },
    { name: 'behind other facts', answer: `${facts(SIGNS)}\n${HEAD}\n${facts(AKT)}` },
    { name: 'before other facts', answer: `${HEAD}${facts(AKT)}${DONE}${facts(SIGNS)}${DONE}` },
    {
      name: 'around a marker of its own',
      answer: `${HEAD}{"fact": [[[[ ## note ## ]]"akt", "binds", "mtor"]]}`,
    },
    { name: 'of the first of two markers', answer: `${HEAD}${facts(AKT)}\n${HEAD}${facts(SIGNS)}` },
  ])('reads the answer: $name', async ({ answer }) => {
    expect((await filter(answer)).found).toMatchObject({ outcome: 'kept', kept: [3] })
  })

  const UNREADABLE = { outcome: 'unreadable', losses: { unreadable: 1 } }
  it.each([
    [
      'each once, in the order of the model',
      facts(AKT, ['a b c', 'd e f', 'g'], AKT),
      { outcome: 'kept', kept: [3, 0] },
    ],
    [
      'what was made up',
      facts(['akt', 'binds strongly to', 'mtor there'], AKT),
      { outcome: 'kept', kept: [3], losses: { not_candidate: 1 } },
    ],
    ['no fact', `${HEAD}{"fact": []}`, { outcome: 'said_none' }],
    [
      'only what was made up',
      facts(['milan', 'is', 'far']),
      { outcome: 'unreadable', losses: { not_candidate: 1 } },
    ],
    ['prose', 'Guido Brignone.', UNREADABLE],
    ['facts of another question', `${HEAD}\nNone.\n${DONE}\n${facts(AKT)}`, UNREADABLE],
  ])('distinguishes what the model kept: %s', async (_, answer, is) => {
    const { found, isForgotten } = await filter(answer)
    expect(found).toMatchObject(is)
    expect(isForgotten).toBe(is.outcome === 'unreadable')
  })

  it('asks once, with the published prompt, and does not ask without facts', async () => {
    const { requests } = await filter(facts(AKT), [factOf('s > p > o')])
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({ temperature: 0, maxTokens: 512 })
    const wording = requests[0]!.messages.flatMap(({ role, content }) => [role, content])
    expect(tupleId(wording)).toBe('4a2515e0034ab86b07c0ad8aa1f94136')
    expect(await filter('', [])).toMatchObject({ found: { outcome: 'said_none' }, requests: [] })
  })
})

describe('the published filter', () => {
  const CANDIDATES = [
    'p53 > guards > the genome',
    'birch bark > is sold in > finland',
    'lupeol > occurs in > birch bark',
  ].map(factOf)
  const P53 = '["p53", "guards", "the genome"]'
  const LUPEOL = '["lupeol", "occurs in", "birch bark"]'
  const KEPT = `{"fact": [${P53}]}`
  const filter = (answer: string, candidates: readonly Fact[] = CANDIDATES, requests: ChatRequest[] = []) => {
    const ask = async (request: ChatRequest) => {
      requests.push(request)
      return answer
    }
    return filterAsPublished('Who?', candidates, { ask }, signal)
  }

  it.each([
    { name: 'one fact', answer: `${HEAD}\n${KEPT}`, is: [0] },
    { name: 'with the end marked', answer: `${HEAD}\n${KEPT}\n\n${DONE}\nThat is all.`, is: [0] },
    { name: 'in the order of the model', answer: `${HEAD}\n{"fact": [${LUPEOL}, ${P53}]}`, is: [2, 0] },
    { name: 'repeats and all', answer: `${HEAD}\n{"fact": [${P53}, ${P53}]}`, is: [0, 0] },
    { name: 'as Python', answer: `${HEAD}\n{'fact': [['p53', 'guards', 'the genome']]}`, is: [0] },
    { name: 'over several lines', answer: `${HEAD}\r\n{"fact":\r\n[${P53}]}\r\n`, is: [0] },
    { name: 'its header indented', answer: `prose\n  ${HEAD}\n\n  ${KEPT}  \n`, is: [0] },
    { name: 'not the rest of a header', answer: `${HEAD} here:\n${KEPT}`, is: [0] },
    { name: 'the last of two', answer: `${HEAD}\n${KEPT}\n${HEAD}\n{"fact": [${LUPEOL}]}`, is: [2] },
    { name: 'the last that can be read', answer: `${HEAD}\n${KEPT}\n${HEAD}\nnone`, is: [0] },
    { name: 'the last, without a fact', answer: `${HEAD}\n${KEPT}\n${HEAD}\n{"fact": []}`, is: [] },
    { name: 'the first of two keys', answer: `${HEAD}\n{"fact": [${P53}], "fact": [${LUPEOL}]}`, is: [0] },
    { name: 'five of six', answer: `${HEAD}\n{"fact": [${Array(6).fill(P53).join()}]}`, is: [0, 0, 0, 0, 0] },
    { name: 'a fact of another length', answer: `${HEAD}\n{"fact": [["lupeol", "birch bark"]]}`, is: [2] },
    {
      name: 'a fact that is spelled otherwise',
      answer: `${HEAD}\n{"fact": [["the bark", "sold at", "finnland"]]}`,
      is: [1],
    },
    {
      name: 'an invention, for the likest',
      answer: `${HEAD}\n{"fact": [["guido brignone", "born in", "milan"]]}`,
      is: [1],
    },
    { name: 'nothing without a header', answer: KEPT, is: [] },
    { name: 'nothing under another header', answer: `[[ ## fact_before_filter ## ]]\n${KEPT}`, is: [] },
    { name: 'nothing of a header within a line', answer: `So: ${HEAD}\n${KEPT}`, is: [] },
    { name: 'no JSON on the line of its header', answer: `${HEAD} ${KEPT}`, is: [] },
    { name: 'nothing before prose', answer: `${HEAD}\n${KEPT}\nThat is all.`, is: [] },
    { name: 'nothing behind prose', answer: `${HEAD}\nHere: ${KEPT}`, is: [] },
    { name: 'no list alone', answer: `${HEAD}\n[${P53}]`, is: [] },
    { name: 'no other key', answer: `${HEAD}\n{"facts": [${P53}]}`, is: [] },
    { name: 'no text for a fact', answer: `${HEAD}\n{"fact": [${P53}, "lupeol"]}`, is: [] },
    { name: 'no number in a fact', answer: `${HEAD}\n{"fact": [${P53}, ["p53", "guards", 1]]}`, is: [] },
    { name: 'nothing that is cut off', answer: `${HEAD}\n{"fact": [${P53}`, is: [] },
  ])('reads $name', async ({ answer, is }) => {
    expect(await filter(answer)).toEqual(is)
  })

  // As Python's `difflib.get_close_matches`: the largest share of common pieces; of equal shares, the text that sorts last.
  it('takes a fact for the candidate that shares most pieces with it', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 })
    await fc.assert(
      fc.asyncProperty(text, fc.array(text, { minLength: 1, maxLength: 8 }), async (wanted, texts) => {
        const candidates = texts.map((object) => ({ subject: 's', predicate: 'p', object }))
        const said = `['s', 'p', '${wanted}']`
        const shown = texts.map((object) => `('s', 'p', '${object}')`)
        const ratio = (one: string) => commonPieces(one, said) / (one.length + said.length)
        const best = Math.max(...shown.map(ratio))
        const last = shown
          .filter((one) => ratio(one) === best)
          .sort()
          .at(-1)!
        const answer = `${HEAD}\n{"fact": [["s", "p", "${wanted}"]]}`
        expect(await filter(answer, candidates)).toEqual([shown.indexOf(last)])
      }),
    )
  })

  it('shows the candidates in order, and does not ask without facts', async () => {
    const requests: ChatRequest[] = []
    await filter('', CANDIDATES.slice(0, 1), requests)
    const shown = requests[0]!.messages.at(-1)!.content
    expect(shown).toContain(`Who?\n\n[[ ## fact_before_filter ## ]]\n${KEPT}`)
    expect(await filter('', [], requests)).toEqual([])
    expect(requests).toHaveLength(1)
  })
})

/** Returns the total length of common pieces: the longest, leftmost first, then those to its left and right. */
function commonPieces(one: string, other: string): number {
  for (let length = one.length; length > 0; length--)
    for (let start = 0; start + length <= one.length; start++) {
      const at = other.indexOf(one.slice(start, start + length))
      if (at < 0) continue
      const before = commonPieces(one.slice(0, start), other.slice(0, at))
      return before + length + commonPieces(one.slice(start + length), other.slice(at + length))
    }
  return 0
}
