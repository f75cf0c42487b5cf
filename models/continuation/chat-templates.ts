/** A conversation as the text that a model was trained on, by the family of the model: for raw completions. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ChatMessage } from '../ports.ts'

export interface FilledTemplate {
  /** Ends where the model begins to write. */
  readonly prompt: string
  /** What ends its turn. */
  readonly stop: readonly string[]
}

const { templates } = z
  .strictObject({
    about: z.string(),
    templates: z.array(
      z.strictObject({
        name: z.string(),
        /** A regular expression over the name of the model, upper and lower case alike. */
        models: z.string(),
        /** Null: it goes before the first words of the user. */
        system: z.string().nullable(),
        user: z.string(),
        assistant: z.string(),
        begin: z.string(),
        stop: z.array(z.string()),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('./chat-templates.json', import.meta.url), 'utf8')))

/** Returns null for unknown models, and for conversations with tools, which each model words in its own way. */
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
