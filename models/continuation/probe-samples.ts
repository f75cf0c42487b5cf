/** Texts that a model writes without being stopped, with which the probe compares. Each sample is requested once, when first needed. */
import { GlossError } from '../../core/index.ts'
import type { ChatEvent, ChatRequest, ChatUsage, StreamingChat, WireFields } from '../ports.ts'

export interface Sample {
  readonly request: ChatRequest
  readonly text: string
  /** Thoughts from the server's field or from `<think>` tags in the text; empty if the model does not think or hides its thoughts. */
  readonly reasoning: string
  /** Whether the server sent running counts. */
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
  /** Whether the answer was finished. */
  readonly isWhole: boolean
}

// Tried in turn until one works. Their answers have few spellings, so a model almost has to continue them in the same way.
const QUESTIONS = [
  'Write the numbers from one to thirty in words, in one line.',
  'Name the months of the year and the days of the week, in one line.',
  'What is a lion? Answer in two sentences.',
]
// For models that think so long that they write no text within the limit.
export const LIKELY_ANSWER =
  'one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen'
// Limit of tokens until text must appear, because models think first. Chosen, not measured.
const MAX_TOKENS = 256
const ENOUGH_CHARACTERS = 96
// An answer of this length comes from a server that ignores limits, maybe without an end. Chosen, not measured.
const MAX_CHARACTERS = 16 * MAX_TOKENS

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
        : await nullIfRefused(() => take(chat.stream({ ...request, extraBody: counting }, signal), isEnough))
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

/** Moves thoughts that the server leaves in the text, between tags, to `reasoning`. */
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
    if (isEnough(said) || said.text.length + said.reasoning.length > MAX_CHARACTERS) break
  }
  return said
}

/** Returns null if the server refuses. Some servers answer with status 500 if their template cannot be filled. */
export async function nullIfRefused<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    const isRefused =
      error instanceof GlossError && (error.code === 'MODEL_REFUSED' || error.facts['status'] === 500)
    if (!isRefused) throw error
    return null
  }
}
