/** Recognition memory: which candidates an answer keeps, how like one a fact has to be, and what is forgotten. */
import { describe, expect, it } from 'vitest'
import { filterFacts } from '../../../../graph/openie/filter-facts.ts'
import { createCachedChat } from '../../../../models/index.ts'
import { chatAnswering } from '../../../fakes/answering-chat.ts'
import { memoryAnswerCache } from '../../../fakes/memory-answer-cache.ts'

const signal = new AbortController().signal
const candidate = (subject: string, predicate: string, object: string) => ({ subject, predicate, object })
const CANDIDATES = [
  candidate('a b c', 'd e f', 'g'),
  candidate('a b c', 'd e f', 'g h'),
  candidate('=', '=', '='),
  candidate('akt', 'binds', 'mtor'),
]
const AFTER = '[[ ## fact_after_filter ## ]]'
const COMPLETED = '[[ ## completed ## ]]'

async function filter(answer: string, candidates = CANDIDATES) {
  const cache = memoryAnswerCache()
  const chat = chatAnswering(answer)
  const found = await filterFacts(
    'Q',
    candidates,
    createCachedChat(chat, cache, () => undefined),
    signal,
  )
  return { found, asked: chat.requests.length, kept: [...cache.answers.values()] }
}

const facts = (...said: readonly (readonly string[])[]) => JSON.stringify({ fact: said })

describe('recognition memory', () => {
  it.each([
    { name: 'the very fact', said: ['akt', 'binds', 'mtor'], kept: [3] },
    { name: 'the first candidate', said: ['a b c', 'd e f', 'g'], kept: [0] },
    { name: 'a candidate in letters of another case', said: ['A B C', 'd e f', 'G H'], kept: [1] },
    { name: 'in other letters and marks', said: ['AKT', 'Binds', 'mTOR.'], kept: [3] },
    { name: 'its parts cut elsewhere', said: ['akt binds', 'mtor', ''], kept: [3] },
    { name: 'signs alone, with spaces', said: [' = ', '=', ' ='], kept: [2] },
    // 2 x 3 / (3 + 5) words in common.
    { name: 'three quarters of the words', said: ['akt', 'binds strongly to', 'mtor'], kept: [3] },
    // 2 x 6 / (6 + 7) with the first, / (6 + 8) with the second.
    { name: 'the likest of two', said: ['a b c', 'd e f', ''], kept: [0] },
    { name: 'the likest of two, the longer one', said: ['a b c', 'd e f', 'h'], kept: [1] },
    { name: 'a word that is said twice', said: ['akt akt', 'binds', 'mtor'], kept: [3] },
  ])('takes a fact for a candidate: $name', async ({ said, kept }) => {
    expect((await filter(facts(said))).found).toEqual({ outcome: 'kept', kept, losses: {} })
  })

  it('takes it for the very fact though one before it is as like', async () => {
    const turned = [candidate('b', 'a', 'c'), candidate('a', 'b', 'c')]
    expect((await filter(facts(['a', 'b', 'c']), turned)).found).toMatchObject({ kept: [1] })
  })

  it('takes it for the first of two candidates that are as like', async () => {
    const twins = [candidate('x', 'a b', 'c'), candidate('y', 'a b', 'c')]
    expect((await filter(facts(['a', 'b', 'c']), twins)).found).toMatchObject({ kept: [0] })
  })

  it('takes a fact with fewer words in common for none', async () => {
    // 2 x 3 / (3 + 6).
    const far = ['akt', 'binds strongly to', 'mtor there']
    expect((await filter(facts(far, ['akt', 'binds', 'mtor']))).found).toEqual({
      outcome: 'kept',
      kept: [3],
      losses: { not_candidate: 1 },
    })
    const { found, kept } = await filter(facts(far))
    expect(found).toEqual({ outcome: 'unreadable', losses: { not_candidate: 1 } })
    // The answer is forgotten.
    expect(kept).toEqual([''])
  })

  it('keeps each candidate once, in the order of the model, and says what was mended or lost', async () => {
    const said =
      '{"fact": [["akt", "binds", "mtor"], ["a b c", "d e f", "g"], ["AKT", "binds", "mtor"], "x"]}'
    expect((await filter(said)).found).toEqual({ outcome: 'kept', kept: [3, 0], losses: { not_triple: 1 } })
  })

  it.each([
    { name: 'behind the marker', answer: `${AFTER}\n${facts(['akt', 'binds', 'mtor'])}\n${COMPLETED}` },
    { name: 'without an end', answer: `${AFTER}${facts(['akt', 'binds', 'mtor'])}` },
    { name: 'without a beginning', answer: `${facts(['akt', 'binds', 'mtor'])}${COMPLETED}` },
    {
      name: 'behind other facts',
      answer: `${facts(['=', '=', '='])}\n${AFTER}\n${facts(['akt', 'binds', 'mtor'])}`,
    },
    {
      name: 'before other facts',
      answer: `${AFTER}${facts(['akt', 'binds', 'mtor'])}${COMPLETED}${facts(['=', '=', '='])}${COMPLETED}`,
    },
    {
      name: 'without a beginning, before two ends',
      answer: `[["akt", "binds", "mtor"]]${COMPLETED}${facts(['=', '=', '='])}${COMPLETED}`,
    },
    {
      name: 'around a marker of its own',
      answer: `${AFTER}{"fact": [[[[ ## note ## ]]"akt", "binds", "mtor"]]}`,
    },
    {
      name: 'of the first of two markers',
      answer: `${AFTER}${facts(['akt', 'binds', 'mtor'])}\n${AFTER}${facts(['=', '=', '='])}`,
    },
  ])('reads the field of the answer: $name', async ({ answer }) => {
    expect((await filter(answer)).found).toMatchObject({ outcome: 'kept', kept: [3] })
  })

  it('tells a model that keeps none from one that cannot be read', async () => {
    expect(await filter(`${AFTER}{"fact": []}`)).toMatchObject({
      found: { outcome: 'said_none' },
      kept: [`${AFTER}{"fact": []}`],
    })
    expect(await filter(`${COMPLETED}${facts(['akt', 'binds', 'mtor'])}`)).toMatchObject({
      found: { outcome: 'unreadable', losses: { unreadable: 1 } },
      kept: [''],
    })
  })

  it('asks once, about one candidate too, and nothing about none', async () => {
    const one = await filter(facts(['akt', 'binds', 'mtor']), CANDIDATES.slice(3))
    expect(one).toMatchObject({ asked: 1, found: { kept: [0] } })
    expect(await filter('', [])).toEqual({ found: { outcome: 'said_none' }, asked: 0, kept: [] })
  })
})
