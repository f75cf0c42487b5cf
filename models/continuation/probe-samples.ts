/** What a model writes when it is not stopped: what the probe compares with. Each sample is written once, when it is first needed. */
import { GlossError } from '../../core/index.ts'
import type { ChatEvent, ChatRequest, ChatUsage, StreamingChat, WireFields } from '../ports.ts'

export interface Sample {
  readonly request: ChatRequest
  readonly text: string
  /** From the server's own field or from `<think>` tags in the text; empty where the model does not think, or does not show it. */
  readonly reasoning: string
  /** The server counted while it wrote. */
  readonly counts: boolean
}

export interface Sampler {
  readonly size: number
  at(place: number): Promise<Sample>
}

export interface SampleAnswer {
  readonly text: string
  readonly reasoning: string
  readonly usage: ChatUsage | null
  /** It came to its end. */
  readonly isWhole: boolean
}

// Asked in turn until one helps. Their answers have few spellings, so that a model can hardly help going on with them.
const QUESTIONS = [
  'Write the numbers from one to thirty in words, in one line.',
  'Name the months of the year and the days of the week, in one line.',
  'What is a lion? Answer in two sentences.',
]
// For models that think for so long that no text comes in time.
export const LIKELY_ANSWER =
  'one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen'
// Models that think do so first: text is awaited for so long. Chosen, not measured.
const MAX_TOKENS = 256
const ENOUGH_CHARACTERS = 96

export function createSampler(
  chat: StreamingChat,
  counting: WireFields | undefined,
  signal: AbortSignal,
): Sampler {
  const samples: Sample[] = []

  async function write(question: string): Promise<Sample> {
    const request: ChatRequest = {
      messages: [{ role: 'user', content: question }],
      temperature: 0,
      maxTokens: MAX_TOKENS,
    }
    const isEnough = (said: SampleAnswer) => withoutTags(said).text.length >= ENOUGH_CHARACTERS
    const counted =
      counting === undefined
        ? null
        : await unlessRefused(() => take(chat.stream({ ...request, extraBody: counting }, signal), isEnough))
    const said = withoutTags(counted ?? (await take(chat.stream(request, signal), isEnough)))
    const isShort = said.text.length < ENOUGH_CHARACTERS && said.reasoning !== ''
    return {
      request,
      text: isShort ? LIKELY_ANSWER : said.text,
      reasoning: said.reasoning,
      counts: counted !== null && counted.usage?.estimated === false && !counted.isWhole,
    }
  }

  return {
    size: QUESTIONS.length,
    async at(place) {
      samples[place] ??= await write(QUESTIONS[place] ?? '')
      return samples[place]
    },
  }
}

/** Thoughts that the server leaves in the text, between tags, moved to where they belong. */
function withoutTags(said: SampleAnswer): SampleAnswer {
  const [, reasoning, text = ''] =
    /^\s*<think>\s*([\s\S]*?)\s*(?:<\/think>\s*([\s\S]*))?$/.exec(said.text) ?? []
  return reasoning === undefined ? said : { ...said, reasoning, text }
}

export async function take(
  events: AsyncIterable<ChatEvent>,
  isEnough: (so: SampleAnswer) => boolean,
): Promise<SampleAnswer> {
  let said: SampleAnswer = { text: '', reasoning: '', usage: null, isWhole: false }
  for await (const event of events) {
    if (event.type === 'text' || event.type === 'reasoning')
      said = { ...said, [event.type]: said[event.type] + event.text }
    if (event.type === 'usage') said = { ...said, usage: event.usage }
    if (event.type === 'finish') said = { ...said, isWhole: true }
    if (isEnough(said)) break
  }
  return said
}

/** Returns null where the server refuses. Templates that cannot be filled are a fault of its own to some servers (status 500). */
export async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    const isRefused =
      error instanceof GlossError && (error.code === 'MODEL_REFUSED' || error.facts['status'] === 500)
    if (!isRefused) throw error
    return null
  }
}
