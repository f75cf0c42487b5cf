/** What a pass is said to cost before it is begun, against the shares that were measured. */
import { expect, it } from 'vitest'
import { projectOpenIe } from '../../../../graph/openie/project.ts'
import { entityRequest, tripleRequest } from '../../../../graph/openie/prompts.ts'
import { openIeLimits } from '../../../../graph/openie/window.ts'
import {
  type ChatRequest,
  estimateMessageTokens,
  estimateTokens,
  requestHash,
} from '../../../../models/index.ts'
import { memoryAnswerCache } from '../../../fakes/memory-answer-cache.ts'

const TEXT =
  'Lupeol from the bark inhibits the kinase AKT1 in human cells, whereas betulin does not. '.repeat(5)

async function* units(...texts: string[]) {
  for (const [at, text] of texts.entries()) yield { id: `unit ${at}`, text }
}

const options = { model: 'a-model', contextTokens: 32_768, prices: new Map(), cache: null }

it('answers are foreseen at .44 and 1.6 tokens for each of the text', async () => {
  const tokens = estimateTokens(TEXT)
  const { completionTokens, calls, units: seen } = await projectOpenIe(units(TEXT), options)
  expect([seen, calls]).toEqual([1, 2])
  expect(completionTokens).toBe(Math.ceil(0.44 * tokens) + Math.ceil(1.6 * tokens))
})

it('every text adds its own; an empty one is not asked about', async () => {
  const one = await projectOpenIe(units(TEXT), options)
  const all = await projectOpenIe(units(TEXT, ' ', TEXT), options)
  expect(all).toMatchObject({
    units: 3,
    calls: 4,
    promptTokens: 2 * one.promptTokens,
    completionTokens: 2 * one.completionTokens,
  })
})

const LIMITS = openIeLimits(options.contextTokens)
const NAMING = entityRequest(TEXT, LIMITS.entityTokens)
const NAMES = ['Lupeol', 'AKT1']
const stating = (names: readonly string[]) => tripleRequest(TEXT, names, LIMITS.tripleTokens)
const tokensOf = ({ messages }: ChatRequest) => estimateMessageTokens(messages)

async function projectKnowing(...answers: readonly (readonly [ChatRequest, string])[]) {
  const cache = memoryAnswerCache()
  for (const [request, answer] of answers) await cache.set(requestHash(options.model, request), answer)
  const prices = new Map([[options.model, { prompt: 1_000_000, completion: 10_000_000 }]])
  return await projectOpenIe(units(TEXT), { ...options, cache, prices })
}

it('a prompt costs its tokens, and where the entities are to come, room for them', async () => {
  const tokens = estimateTokens(TEXT)
  const [entityTokens, tripleTokens] = [Math.ceil(0.44 * tokens), Math.ceil(1.6 * tokens)]
  const promptTokens = tokensOf(NAMING) + tokensOf(stating([])) + entityTokens
  const completionTokens = entityTokens + tripleTokens
  expect(await projectKnowing()).toEqual({
    units: 1,
    calls: 2,
    cachedCalls: 0,
    promptTokens,
    completionTokens,
    cost: promptTokens + 10 * completionTokens,
  })
})

it('what is known is not asked for again', async () => {
  const named = [NAMING, JSON.stringify({ named_entities: NAMES })] as const
  const stated = [stating(NAMES), '{"triples": []}'] as const
  expect(await projectKnowing(named)).toMatchObject({
    calls: 1,
    cachedCalls: 1,
    promptTokens: tokensOf(stating(NAMES)),
    completionTokens: Math.ceil(1.6 * estimateTokens(TEXT)),
  })
  expect(await projectKnowing(named, stated)).toMatchObject({
    calls: 0,
    cachedCalls: 2,
    promptTokens: 0,
    completionTokens: 0,
  })
})

it('an answer that cannot be read counts as not known, and so do the triples of no entities', async () => {
  const unread = [NAMING, 'Well.'] as const
  expect(await projectKnowing(unread, [stating([]), '{"triples": []}'])).toMatchObject({
    calls: 2,
    cachedCalls: 0,
  })
})

it('no answer is foreseen above what a model is allowed', async () => {
  const long = TEXT.repeat(20)
  const { completionTokens } = await projectOpenIe(units(long), options)
  expect(completionTokens).toBe(LIMITS.entityTokens + LIMITS.tripleTokens)
})
