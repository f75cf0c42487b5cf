/** Parser and Judge as published: Reasoning With a Star (arXiv 2511.20694), appendices D.1 and D.2; each sent as a system message. */
import { type Prompt, readPrompt } from '../../../../core/index.ts'

const FILES = { RWS_PARSER: './prompts/rws-parser.txt', RWS_JUDGE: './prompts/rws-judge.txt' } as const

export type StarPromptName = keyof typeof FILES

export function starPrompt(name: StarPromptName): Prompt<StarPromptName> {
  return readPrompt(name, new URL(FILES[name], import.meta.url))
}
