import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChatChunks, finishWord } from '../../../../api/v1/chat-chunks.ts'
import { createReport, usageOf } from '../../../../api/v1/gloss-report.ts'
import type { Thought } from '../../../../app/index.ts'
import { createLedger } from '../../../../models/index.ts'

const HEAD = { id: 'chatcmpl-1', created: 5, model: 'big "one"' }
const ROW = {
  role: 'proposer',
  calls: 2,
  failedCalls: 0,
  promptTokens: 10,
  cachedPromptTokens: 4,
  completionTokens: 6,
  reasoningTokens: 1,
  discardedTokens: 0,
  seconds: 1,
  cost: null,
  estimated: false,
}

function read(frame: string) {
  expect(frame).toMatch(/^data: [^\n]*\n\n$/)
  return JSON.parse(frame.slice('data: '.length))
}

describe('a frame', () => {
  it('says any text, and names one answer', () => {
    const channels = fc.constantFrom('text' as const, 'reasoning' as const)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), channels, (text, channel) => {
        const thought: Thought = { type: 'text', channel, text, by: 'model' }
        const name = channel === 'text' ? 'content' : 'reasoning_content'
        expect(read(createChatChunks(HEAD).thought(thought))).toEqual({
          ...HEAD,
          object: 'chat.completion.chunk',
          choices: [{ index: 0, delta: { [name]: text }, finish_reason: null }],
        })
      }),
    )
  })

  it('says who speaks, calls tools in turn and shows no trace', () => {
    const chunks = createChatChunks(HEAD)
    expect(read(chunks.role()).choices[0].delta).toEqual({ role: 'assistant', content: '' })
    const call = { id: 'a', name: 'count', arguments: '{}' }
    const calls = [0, 1].map(
      () => read(chunks.thought({ type: 'tool-call', call })).choices[0].delta.tool_calls[0],
    )
    expect(calls).toMatchObject([{ index: 0, id: 'a', function: { name: 'count' } }, { index: 1 }])
    const event = {
      kind: 'skip',
      at: { step: 0, call: 0, channel: 'text', offset: 1 },
      reason: 'late',
      atMs: 0,
    } as const
    expect(chunks.thought({ type: 'trace', event })).toBe('')
  })

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['tool-calls', 'tool_calls'],
    ['content-filter', 'content_filter'],
    ['other', 'stop'],
  ])('has for the end %s the word %s', (reason, word) => {
    expect(finishWord(reason)).toBe(word)
  })
})

describe('the counts', () => {
  it('are those of all roles together', () => {
    expect(usageOf([ROW, { ...ROW, role: 'monitor', promptTokens: 100 }])).toEqual({
      prompt_tokens: 110,
      completion_tokens: 12,
      total_tokens: 122,
      prompt_tokens_details: { cached_tokens: 8 },
      completion_tokens_details: { reasoning_tokens: 2 },
    })
  })
})

describe('the gloss object', () => {
  it('tells what was slipped in, from where, and what did not work', () => {
    const chosen = { corpus: 'main', backend: 'auto', monitor: 'lexical' }
    const { add, report } = createReport(chosen, () => [ROW])
    const at = { step: 0, call: 0, channel: 'reasoning', offset: 512 } as const
    const unit = { unit: 'u', paper: 'p', title: 'T', page: 3, locator: 'Results, p. 3', span: null }
    const look = {
      kind: 'look',
      at,
      window: 'w',
      reason: 'r',
      marks: [],
      tokens: 0,
      tookMs: 1,
      atMs: 1,
    } as const
    const events = [
      { ...look, answer: 'yes' },
      { ...look, answer: 'no' },
      { kind: 'miss', at, reason: 'off_topic', atMs: 2 },
      { kind: 'failure', stage: 'retriever', what: 'INDEX_STALE', message: 'stale', atMs: 3 },
      {
        kind: 'injection',
        at,
        cut: { offset: 9, kind: 'sentence' },
        span: [9, 12],
        text: 'abc',
        queries: ['q'],
        units: [unit],
        discarded: '',
        tokens: 0,
        tookMs: 1,
        atMs: 4,
      },
    ] as const
    for (const event of events) add({ type: 'trace', event })
    const { calls, promptTokens, completionTokens, seconds, cost, estimated } = ROW
    expect(report()).toEqual({
      ...chosen,
      looks: 2,
      problems: [],
      triggers: 1,
      misses: { off_topic: 1 },
      failures: [{ stage: 'retriever', code: 'INDEX_STALE', message: 'stale' }],
      injections: [
        { channel: 'reasoning_content', span: [9, 12], text: 'abc', queries: ['q'], units: [unit] },
      ],
      ledger: { proposer: { calls, promptTokens, completionTokens, seconds, cost, estimated } },
    })
  })

  it('has citations of the model alone, at their places in the whole content', () => {
    const ground = (text: string) => ({
      annotations: [...text.matchAll(/\[\d\]/g)].map(({ index }) => ({
        type: 'url_citation' as const,
        url_citation: {
          start_index: index,
          end_index: index + 3,
          url: 'u',
          title: text.slice(index, index + 3),
        },
      })),
      answer: { text },
    })
    const first = {
      messages: [],
      corpus: 'main',
      retrieved: {},
      count: 1,
      ledger: createLedger(new Map()),
      ground,
    }
    const chosen = { corpus: 'main', backend: 'auto', monitor: 'lexical' }
    const { add, annotations, report } = createReport(chosen, () => [], first)
    const say = (text: string, by: 'model' | 'injection') => add({ type: 'text', channel: 'text', text, by })
    say('It is so [1].', 'model')
    say(' I found [2].', 'injection')
    say('So it is [3].', 'model')
    expect(annotations().map(({ url_citation: mark }) => [mark.start_index, mark.title])).toEqual([
      [9, '[1]'],
      [35, '[3]'],
    ])
    expect(report().retrieved).toMatchObject({ answers: [{ text: 'It is so [1]. So it is [3].' }] })
  })
})
