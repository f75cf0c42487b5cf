/** Formats a conversation with the chat template of a model family, for raw completions. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ChatMessage } from '../ports.ts'

export interface FilledTemplate {
  /** Text of the conversation, up to where the model begins to write. */
  readonly prompt: string
  /** Texts that end the model's turn. */
  readonly stop: readonly string[]
}

const { templates } = z
  .strictObject({
    about: z.string(),
    templates: z.array(
      z.strictObject({
        name: z.string(),
        /** Regular expression for the model's name, ignoring case. */
        models: z.string(),
        /** Null: the system prompt is put before the user's first message. */
        system: z.string().nullable(),
        user: z.string(),
        assistant: z.string(),
        begin: z.string(),
        stop: z.array(z.string()),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('./chat-templates.json', import.meta.url), 'utf8')))

/** Returns the formatted conversation; null for unknown models, and for conversations with tools, whose format differs by model. */
export function templateOf(model: string, messages: readonly ChatMessage[]): FilledTemplate | null {
  const template = templates.find(({ models }) => new RegExp(models, 'i').test(model))
  if (template === undefined || messages.some(isOfTools)) return null
  let waiting = ''
  let prompt = ''
  for (const { role, content } of messages) {
    const form = role === 'tool' ? null : template[role]
    if (form === null) waiting += `${content}\n\n`
    else {
      prompt += form.replace('{content}', () => `${waiting}${content}`)
      waiting = ''
    }
  }
  return { prompt: `${prompt}${template.begin}`, stop: template.stop }
}

function isOfTools(message: ChatMessage): boolean {
  return message.role === 'tool' || (message.role === 'assistant' && (message.toolCalls?.length ?? 0) > 0)
}
