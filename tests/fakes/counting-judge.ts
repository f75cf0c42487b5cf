/** A judge without a server: it tells the four grading prompts by form, records its requests, and counts ten tokens in, five out. */
import { foldAnswer, type Ledger } from '../../models/index.ts'
import { chatPlaying, saying } from './playing-chat.ts'

export type JudgePrompt = 'judgement' | 'consistency' | 'accuracy' | 'labels'

/** Returns the reply to a prompt, given its text. */
export type JudgeReply = (prompt: JudgePrompt, content: string) => string

const FIRST_WORDS: readonly (readonly [JudgePrompt, RegExp])[] = [
  ['judgement', /extracted_final_answer/],
  ['consistency', /Solution A:/],
  ['accuracy', /- RESPONSES:/],
]

export interface CountingJudge {
  readonly asked: JudgePrompt[]
  /** Returns how often the judge was opened. */
  opened(): number
  open(ledger?: Ledger): ReturnType<typeof chatPlaying> & { complete: CompleteChat }
}

type CompleteChat = (
  request: Parameters<ReturnType<typeof chatPlaying>['stream']>[0],
  signal: AbortSignal,
) => ReturnType<typeof foldAnswer>

export function countingJudge(reply: JudgeReply): CountingJudge {
  const asked: JudgePrompt[] = []
  let opened = 0
  return {
    asked,
    opened: () => opened,
    open(ledger) {
      opened++
      const chat = chatPlaying()
      const stream: typeof chat.stream = (request, signal) => {
        const content = request.messages.map((message) => message.content).join('\n')
        const prompt = FIRST_WORDS.find(([, words]) => words.test(content))?.[0] ?? 'labels'
        asked.push(prompt)
        const usage = { promptTokens: 10, completionTokens: 5, estimated: false }
        ledger?.add({ role: 'judge', model: 'the judge', seconds: 1, isFailed: false, usage })
        return chatPlaying(saying(reply(prompt, content))).stream(request, signal)
      }
      return {
        ...chat,
        id: 'the judge',
        stream,
        complete: (request, signal) => foldAnswer(stream(request, signal)),
      }
    },
  }
}
