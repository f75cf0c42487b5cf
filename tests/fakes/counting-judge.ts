/** A judge without a server: it answers each of the four grading prompts by its form, keeps what it is asked, and counts ten and five tokens. */
import { foldAnswer, type Ledger } from '../../models/index.ts'
import { chatPlaying, saying } from './playing-chat.ts'

export type JudgePrompt = 'judgement' | 'consistency' | 'accuracy' | 'labels'

/** What is said to a prompt, given its text. */
export type JudgeReply = (prompt: JudgePrompt, content: string) => string

const FIRST_WORDS: readonly (readonly [JudgePrompt, RegExp])[] = [
  ['judgement', /extracted_final_answer/],
  ['consistency', /Solution A:/],
  ['accuracy', /- RESPONSES:/],
]

export interface CountingJudge {
  readonly asked: JudgePrompt[]
  /** How often it was opened. */
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
