/** The ledger of a turn that is stopped and gone on with, against the counts of a real llama.cpp server as they came over the wire. */
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../core/index.ts'
import { type Post, postHttp } from '../../../models/adapters/http-post.ts'
import { openOpenAiStream } from '../../../models/adapters/openai-stream.ts'
import { createSseReader } from '../../../models/adapters/sse-reader.ts'
import { createAbilityMemory } from '../../../models/continuation/ability-memory.ts'
import {
  completing,
  createContinuingChat,
  createLedger,
  createRetries,
  withLedger,
} from '../../../models/index.ts'
import { think } from '../../../monitor/index.ts'
import { eventsOfKind, fakeInquiry, NEVER, sorted, YES } from '../../fakes/fake-thinking.ts'

const { GLOSS_TEST_LLM_URL: url = '' } = process.env
const name = 'the ledger over a real server'
// Two busy cores write some three tokens a second.
const MOST_TOKENS = 60
const PROMPT = 'Lupeol is a triterpene of the lupane type. It is found in the bark of many trees. It is'

interface Count {
  readonly prompt: number
  readonly completion: number
}

/** What the frames of one answer say that it has cost: each as it came, the last one last. */
function countsIn(bytes: Uint8Array): Count[] {
  const reader = createSseReader()
  return [...reader.push(bytes), ...reader.end()].flatMap(({ data }) => {
    if (data.trim() === '[DONE]') return []
    const { timings, usage } = JSON.parse(data)
    if (usage) return [{ prompt: usage.prompt_tokens, completion: usage.completion_tokens }]
    return timings ? [{ prompt: timings.prompt_n + timings.cache_n, completion: timings.predicted_n }] : []
  })
}

/** Posts, and keeps the bytes of the answers. */
function keepingPost(answers: Buffer[]): Post {
  return async (to, init) => {
    const at = answers.push(Buffer.of()) - 1
    const answer = await postHttp(to, init)
    const kept = async function* () {
      for await (const bytes of answer.body) {
        answers[at] = Buffer.concat([answers[at]!, bytes])
        yield bytes
      }
    }
    return { ...answer, body: kept() }
  }
}

describe.skipIf(url === '')(url === '' ? `${name} (skipped: GLOSS_TEST_LLM_URL is not set)` : name, () => {
  it('is the last count that came of each stream, of those that were cut, too', async () => {
    const answers: Buffer[] = []
    const ledger = createLedger(new Map())
    const asked = openOpenAiStream({ url, model: 'default', post: keepingPost(answers) })
    const counted = withLedger(asked, ledger, 'proposer', systemClock)
    const chat = completing(
      counted,
      createRetries({}, systemClock, () => 0),
    )
    const memory = createAbilityMemory()
    memory.set(chat.server, chat.id, {
      provider: 'llama.cpp',
      rung: 'prefix',
      spelling: 'continue_final_message',
      continuesReasoning: true,
      echoes: false,
      trims: false,
      misnamesText: false,
      counts: true,
    })
    const thoughts = []
    const request = {
      messages: [{ role: 'user' as const, content: PROMPT }],
      temperature: 0,
      maxTokens: MOST_TOKENS,
    }
    const settings = { windowCharacters: 24, strideCharacters: 24, cutWithinCharacters: 8, maxInjections: 2 }
    const ports = {
      chat: createContinuingChat({ chat, memory }),
      assist: fakeInquiry(() => YES),
      execute: null,
      clock: systemClock,
    }
    for await (const thought of think({ request, settings }, ports, NEVER)) thoughts.push(thought)

    const counts = answers.map(countsIn)
    const [row] = ledger.rows()
    expect(eventsOfKind(sorted(thoughts), 'injection')).toHaveLength(2)
    expect([row?.calls, row?.estimated]).toEqual([answers.length, false])
    const sum = (part: keyof Count) => counts.reduce((total, one) => total + (one.at(-1)?.[part] ?? 0), 0)
    expect(row?.promptTokens).toBe(sum('prompt'))
    // A frame that came in the same bytes as the one that led to a cut was not read.
    const unread = counts.length - 1
    expect(row?.completionTokens).toBeLessThanOrEqual(sum('completion'))
    expect(row?.completionTokens).toBeGreaterThanOrEqual(sum('completion') - unread)
  }, 600_000)
})
