/** Tests names and facts extracted by a chat model: requests, and how a pass is resumed, ended and estimated. */
import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { extractAll, type OpenIeReport, projectOpenIe } from '../../../graph/openie/index.ts'
import type { AnswerCache, ChatModel, ChatRequest } from '../../../models/index.ts'
import { memoryAnswerCache } from '../../fakes/memory-answer-cache.ts'
import { extract, NAMED, never, TEXT, USAGE, unitsOf } from '../../fixtures/openie-pass.ts'

describe('what is asked of a text', () => {
  it('is nothing where it is blank, and no more of a long text than the window holds', async () => {
    expect(await extract({ texts: [' \n'] })).toMatchObject({
      requests: [],
      report: { losses: { no_text: 1 } },
    })
    const long = `${TEXT} `.repeat(400).trimEnd()
    const { requests, report } = await extract({ texts: [long], contextTokens: 4_096 })
    const shown = requests[0]!.messages.at(-1)!.content
    expect(long.startsWith(`${shown} `)).toBe(true)
    expect(shown.length).toBeGreaterThan(long.length / 4)
    expect([requests[0]!.maxTokens, report]).toMatchObject([256, { losses: { text_cut: 1 } }])
    const { report: refused } = await extract({ contextTokens: 1_024 })
    expect(refused).toMatchObject({
      message: expect.stringContaining('set GLOSS_LLM_CONTEXT to 2048 or more'),
    })
  })
})

describe('a pass over many units', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `Drug${i} acts.`)
  /** Returns answers by the text: unreachable for "gone", unreadable for "odd" and broken for "broken". */
  const moody = ({ messages }: ChatRequest) => {
    const asked = messages.map(({ content }) => content).join('\n')
    if (asked.includes('gone')) return new GlossError('MODEL_UNAVAILABLE', 'gone')
    if (asked.includes('broken')) return new Error('a bug')
    return asked.includes('odd') ? 'hm' : NAMED
  }

  it.each([0, 1, 16, 17, 33])(
    'of %i hands on every unit in order, some at a time, and reports each',
    async (count) => {
      const seen: number[] = []
      const { batches, kept } = await extract({
        texts: many(count),
        onProgress: (report) => void seen.push(report.seen),
      })
      expect(kept.map(({ unit }) => unit)).toEqual(many(count).map((_, i) => `u${i}`))
      expect(seen).toEqual(many(count).map((_, i) => i + 1))
      expect(batches.length).toBe(Math.ceil(count / 16))
    },
  )

  it.each([
    {
      name: 'at the fifth unit in a row without an answer',
      texts: ['a', ...Array<string>(9).fill('gone')],
      is: 'gone',
      seen: 6,
    },
    { name: 'at once at an error of its own', texts: ['a', 'broken', 'b'], is: 'a bug', seen: 1 },
  ])('ends $name, with what it has handed on', async ({ texts, is, seen }) => {
    let last = 0
    const onProgress = (progress: OpenIeReport) => {
      last = progress.seen
    }
    const { report, kept } = await extract({ texts, entities: moody, concurrency: 1, onProgress })
    expect(report).toMatchObject({ message: is })
    expect([kept.map(({ unit }) => unit), last]).toEqual([['u0'], seen])
  })

  it.each(['a', 'odd'])('goes on where an answer comes between: %s', async (between) => {
    const four = Array<string>(4).fill('gone')
    const { report } = await extract({ texts: [...four, between, ...four], entities: moody, concurrency: 1 })
    expect(report).toMatchObject({ seen: 9, failed: { MODEL_UNAVAILABLE: 8 } })
  })

  it('asks about no more units at once than it may', async () => {
    for (const concurrency of [4, 2]) {
      let [waiting, most] = [0, 0]
      const chat: ChatModel = {
        id: 'slow',
        async complete() {
          most = Math.max(most, ++waiting)
          await new Promise((resolve) => setImmediate(resolve))
          waiting--
          return { text: '{"named_entities": [], "triples": []}', finish: 'stop', usage: USAGE }
        },
      }
      const pass = { units: unitsOf(many(20)), chat, cache: null, contextTokens: 8_192, concurrency }
      await extractAll({ ...pass, onExtracted: async () => undefined }, never)
      expect(most).toBe(concurrency)
    }
  })

  it('asks nothing twice after it was stopped, but what could not be read', async () => {
    const cache = memoryAnswerCache()
    const stop = new AbortController()
    const onProgress = ({ seen }: OpenIeReport) => void (seen === 7 && stop.abort())
    const first = await extract({ texts: many(20), cache, concurrency: 1, signal: stop.signal, onProgress })
    expect([first.report, first.kept.length]).toMatchObject([{ name: 'AbortError' }, 7])
    const asked = first.requests.length
    const second = await extract({ texts: [...many(20), 'odd'], entities: moody, cache })
    expect(second.report).toMatchObject({ extracted: 20, cachedCalls: asked, calls: 42 - asked })
    const third = await extract({ texts: [...many(20), 'odd'], cache })
    expect(third.report).toMatchObject({ extracted: 21, cachedCalls: 40, calls: 2 })
  })
})

describe('a projection of what a pass will take', () => {
  const text =
    'Lupeol from the bark inhibits the kinase AKT1 in human cells, whereas betulin does not. '.repeat(5)
  const project = (cache: AnswerCache | null, ...texts: string[]) =>
    projectOpenIe(unitsOf(texts), {
      model: 'a-model',
      contextTokens: 8_192,
      prices: new Map([['a-model', { prompt: 1_000_000, completion: 10_000_000 }]]),
      cache,
    })

  it('adds up two calls for each text that is not blank, with their cost', async () => {
    const one = await project(null, text)
    expect(one).toMatchObject({ units: 1, calls: 2, cachedCalls: 0 })
    expect(one.cost).toBe(one.promptTokens + 10 * one.completionTokens)
    expect(await project(null, text, ' ', text)).toMatchObject({
      units: 3,
      calls: 4,
      promptTokens: 2 * one.promptTokens,
      completionTokens: 2 * one.completionTokens,
    })
    const long = await project(null, text.repeat(100))
    expect(long.completionTokens).toBe(512 + 2_048)
  })

  it('counts only what is not known yet', async () => {
    const cache = memoryAnswerCache()
    await extract({ texts: [text], cache, triples: () => new GlossError('MODEL_UNAVAILABLE', 'gone') })
    expect(await project(cache, text)).toMatchObject({ calls: 1, cachedCalls: 1 })
    await extract({ texts: [text], cache })
    expect(await project(cache, text)).toMatchObject({ calls: 0, cachedCalls: 2, promptTokens: 0, cost: 0 })
  })
})
