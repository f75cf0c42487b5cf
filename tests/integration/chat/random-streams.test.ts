/** Tests over real HTTP that every character arrives once and in order, however the network cuts the stream. */
import { afterAll, expect, it } from 'vitest'
import { seededRandom } from '../../../core/index.ts'
import { openOpenAiStream } from '../../../models/adapters/openai-stream.ts'
import { foldAnswer } from '../../../models/index.ts'
import { type Script, startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { seededCases } from '../../fixtures/seeded-cases.ts'

const STREAMS = seededCases(300)
const AT_A_TIME = 10
const WORDS = ['a', ' the', 'é', 'µg', ' IC₅₀', '中文', '🧬', '👩‍🔬']
const SIGNS = ['\n', '\r\n', '"', '\\', 'data: x', '[DONE]', '\u2028', '\ufeff', '</s>']
const PIECES = [...WORDS, ...SIGNS]

function scriptOf(seed: number): Script {
  const random = seededRandom(seed)
  const pick = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)]!
  const pieces = (most: number) => Array.from({ length: Math.floor(random() * most) }, () => pick(PIECES))
  return {
    reasoning: random() < 0.5 ? pieces(20) : [],
    text: ['>', ...pieces(60)],
    toolCalls:
      random() < 0.2 ? [{ name: 'search', arguments: JSON.stringify({ q: pieces(10).join('') }) }] : [],
    usage: pick(['last', 'every', 'never'] as const),
    paceMs: random() < 0.1 ? 1 : 0,
    wire: {
      cutSeed: seed,
      lineEnd: pick(['\n', '\r\n', '\r'] as const),
      hasByteOrderMark: random() < 0.3,
      hasComments: random() < 0.3,
      isMultiLine: random() < 0.3,
      hasDone: random() < 0.8,
      reasoningField: pick(['reasoning_content', 'reasoning'] as const),
    },
  }
}

const server = await startScriptedServer({
  answers: ({ body }) => scriptOf(Number(body.messages?.[0]?.content)),
})
afterAll(() => server[Symbol.asyncDispose]())

async function checkStream(seed: number): Promise<void> {
  const { text = [], reasoning = [], toolCalls = [], usage } = scriptOf(seed)
  const chat = openOpenAiStream({ url: server.url, model: 'tiny' })
  const request = {
    messages: [{ role: 'user' as const, content: String(seed) }],
    temperature: 0,
    maxTokens: 100,
  }
  const answer = await foldAnswer(chat.stream(request, new AbortController().signal))
  const thought = [...reasoning].join('')
  const wanted = [seed, [...text].join(''), thought]
  expect([seed, answer.text, answer.reasoning ?? '']).toEqual(wanted)
  const called = (answer.toolCalls ?? []).map((call) => call.arguments)
  expect(called).toEqual(toolCalls.map((call) => call.arguments))
  expect(answer.usage.estimated).toBe(usage === 'never')
}

it(`${STREAMS} seeded streams, however they are cut, are read as they were written`, async () => {
  for (let seed = 0; seed < STREAMS; seed += AT_A_TIME)
    await Promise.all(Array.from({ length: AT_A_TIME }, (_, at) => checkStream(seed + at)))
  await Promise.all(server.requests.map(({ ended }) => ended))
  expect(server.open()).toBe(0)
})
