/** Tests over real HTTP that any fault at any moment ends an answer with one named failure and every word sent before it. */
import { afterAll, expect, it } from 'vitest'
import { seededRandom } from '../../../core/index.ts'
import { openOpenAiStream } from '../../../models/adapters/openai-stream.ts'
import { BrokenAnswerError, isModelFailure } from '../../../models/index.ts'
import { type Fault, type Script, startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { seededCases } from '../../fixtures/seeded-cases.ts'

const STREAMS = seededCases(200)
const AT_A_TIME = 50
const WORDS = Array.from({ length: 30 }, (_, at) => ` ${at}🧬`)
// The first frame contains only the role, the last only the finish reason.
const FRAMES = WORDS.length + 2
const ANYWHERE: readonly Fault['kind'][] = ['hang-up', 'stall', 'malformed', 'error-frame', 'end']
const INSTEAD: readonly Fault['kind'][] = [...ANYWHERE, 'reset', 'empty', 'html', 'wrong-type', 'status']
// Long enough for a busy machine, short enough to wait for.
const DEADLINES = { firstTokenMs: 1_500, betweenTokensMs: 1_500, totalMs: 60_000 }

interface Case {
  readonly script: Script
  readonly afterFrames: number
}

function caseOf(seed: number): Case {
  const random = seededRandom(seed)
  const afterFrames = random() < 0.3 ? 0 : 1 + Math.floor(random() * FRAMES)
  const kinds = afterFrames === 0 ? INSTEAD : ANYWHERE
  const kind = kinds[Math.floor(random() * kinds.length)]!
  const fault: Fault = kind === 'status' ? { kind, status: 503 } : { kind }
  return { script: { text: WORDS, wire: { cutSeed: seed }, fault: { ...fault, afterFrames } }, afterFrames }
}

const server = await startScriptedServer({
  answers: ({ body }) => caseOf(Number(body.messages?.[0]?.content)).script,
})
afterAll(() => server[Symbol.asyncDispose]())

async function checkFault(seed: number): Promise<void> {
  const { afterFrames } = caseOf(seed)
  const chat = openOpenAiStream({ url: server.url, model: 'tiny', deadlines: DEADLINES })
  const request = {
    messages: [{ role: 'user' as const, content: String(seed) }],
    temperature: 0,
    maxTokens: 100,
  }
  let text = ''
  const reading = async () => {
    for await (const event of chat.stream(request, new AbortController().signal))
      if (event.type === 'text') text += event.text
  }
  const error = await reading().then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const sent = WORDS.slice(0, Math.max(0, afterFrames - 1)).join('')
  expect({ seed, text }).toEqual({ seed, text: sent })
  const isWhole = afterFrames === FRAMES
  expect({ seed, isFailure: isModelFailure(error) }).toEqual({ seed, isFailure: !isWhole })
  const partial = error instanceof BrokenAnswerError ? error.partial.text : ''
  if (!isWhole) expect({ seed, partial }).toEqual({ seed, partial: sent })
}

it(`an answer with any of ${STREAMS} seeded faults ends with one named failure and every word before it`, async () => {
  for (let seed = 0; seed < STREAMS; seed += AT_A_TIME)
    await Promise.all(Array.from({ length: AT_A_TIME }, (_, at) => checkFault(seed + at)))
  await Promise.all(server.requests.map(({ ended }) => ended))
  expect(server.open()).toBe(0)
})
