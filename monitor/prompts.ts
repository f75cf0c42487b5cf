/**
 * Fills the prompts of helper models and reads their answers. The prompts are files: P-… as published
 * (Eigen-1, A.2.3-A.2.5), SIFT Gloss's own.
 */
import { filledPrompt, type Prompt, promptsBeside } from '../core/index.ts'
import type { ChatMessage } from '../models/index.ts'

const FILES = {
  'P-MONITOR': { file: './prompts/p-monitor.txt', slots: ['text'] },
  'P-QUERY': { file: './prompts/p-query.txt', slots: ['text'] },
  'P-INJECT': { file: './prompts/p-inject.txt', slots: ['text', 'rag_query', 'rag_result'] },
  SIFT: { file: './prompts/sift.txt', slots: ['queries', 'units'] },
}

export type HelperPrompt = Prompt<keyof typeof FILES>

const ROLE_LINE = /^Role: ([^\n]*)\n/
const THOUGHT_TAG = /<(\/?)(think|thinking)>\s*/gi

/** Returns the prompt of a helper. Throws `PROMPT_INVALID`. */
export const helperPrompt = promptsBeside(import.meta.url, FILES)

/**
 * Splits a prompt: the role line is the system message, as in the published code; the rest is the user's. `written`: values from
 * the model that is watched.
 */
export function roleAndTask(prompt: HelperPrompt, written: Readonly<Record<string, string>>): ChatMessage[] {
  const [line = '', role = ''] = ROLE_LINE.exec(prompt.text) ?? []
  const task = filledPrompt({ name: prompt.name, text: prompt.text.slice(line.length) }, {}, written)
  return [
    { role: 'system', content: role },
    { role: 'user', content: task },
  ]
}

/**
 * Returns a helper's answer without its thoughts, which some servers send in its text. If the template of a model opens the thought, the
 * answer has only the closing tag. An answer that was cut off while thinking is empty. Linear in the length of the answer.
 */
export function withoutThoughts(answer: string): string {
  let said = ''
  let from = 0
  let isOpen = false
  for (const { isEnd, start, after, ending } of thoughtTags(answer)) {
    if (start < from) continue
    if (isEnd) {
      said = ''
      from = after
      isOpen = false
    } else {
      if (!isOpen) said += answer.slice(from, start)
      from = ending ?? after
      isOpen ||= ending === null
    }
  }
  return isOpen ? said : said + answer.slice(from)
}

interface ThoughtTag {
  readonly isEnd: boolean
  readonly start: number
  /** Offset after the tag and the white space that follows. */
  readonly after: number
  /** For an opening tag, the offset after its closing tag; null if there is none. */
  readonly ending: number | null
}

function thoughtTags(answer: string): ThoughtTag[] {
  const endings = new Map<string, number>()
  const tags: ThoughtTag[] = []
  for (const match of [...answer.matchAll(THOUGHT_TAG)].reverse()) {
    const [tag, slash, written = ''] = match
    const [name, after] = [written.toLowerCase(), match.index + tag.length]
    tags.push({ isEnd: slash !== '', start: match.index, after, ending: endings.get(name) ?? null })
    if (slash !== '') endings.set(name, after)
  }
  return tags.reverse()
}
