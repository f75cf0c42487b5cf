/** The published prompts of HippoRAG as data, and the requests built from them. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { contentId, defuseControlMarks, tupleId } from '../../core/index.ts'
import type { AnswerSchema, ChatMessage, ChatRequest } from '../../models/index.ts'
import { pythonJson } from '../formats/index.ts'

const FILES = {
  ner: './prompts/ner.json',
  triples: './prompts/triples.json',
  filter: './prompts/fact-filter.json',
} as const

const Message = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })
const Template = z.object({ messages: z.array(Message) })
const Filter = z.object({
  system: z.string(),
  input: z.string(),
  output: z.string(),
  demonstrations: z.array(z.object({ question: z.string(), before: z.string(), after: z.string() })),
})

/** Limit that HippoRAG sets for its filter (rerank). */
const FILTER_ANSWER_TOKENS = 512

const TEXTS = { type: 'array', items: { type: 'string' } }
const ENTITY_SCHEMA = schemaOf('named_entities', TEXTS)
const TRIPLE_SCHEMA = schemaOf('triples', { type: 'array', items: { ...TEXTS, minItems: 3, maxItems: 3 } })

const PLACEHOLDER = /\$\{(\w+)\}/g

const files = { ner: textOf('ner'), triples: textOf('triples'), filter: textOf('filter') }
const ner = Template.parse(JSON.parse(files.ner))
const triples = Template.parse(JSON.parse(files.triples))
const filter = Filter.parse(JSON.parse(files.filter))

/** Changes with the wording of a prompt. */
export const OPENIE_PROMPT_HASH = tupleId([contentId(files.ner), contentId(files.triples)])

/** Name and hash of the prompt that filters facts. */
export const FILTER_PROMPT = { name: 'hipporag-filter', hash: contentId(files.filter) } as const

/** Answers of the one example in each prompt. */
export const EXAMPLE_ANSWERS = {
  entities: answerIn(ner.messages),
  triples: answerIn(triples.messages),
} as const

export function entityRequest(passage: string, maxTokens: number): ChatRequest {
  return {
    ...asked(filled(ner.messages, { passage: defuseControlMarks(passage) }), maxTokens),
    schema: ENTITY_SCHEMA,
  }
}

export function tripleRequest(passage: string, entities: readonly string[], maxTokens: number): ChatRequest {
  const named = pythonJson({ named_entities: entities.map(defuseControlMarks) })
  const shown = { passage: defuseControlMarks(passage), named_entity_json: named }
  const messages = filled(triples.messages, shown)
  return { ...asked(messages, maxTokens), schema: TRIPLE_SCHEMA }
}

export function filterRequest(question: string, candidates: readonly (readonly string[])[]): ChatRequest {
  const shown = (values: { readonly question: string; readonly before: string }): ChatMessage => ({
    role: 'user',
    content: put(filter.input, { question: values.question, fact_before_filter: values.before }),
  })
  const demonstrations = filter.demonstrations.flatMap((demonstration): ChatMessage[] => [
    shown(demonstration),
    { role: 'assistant', content: put(filter.output, { fact_after_filter: demonstration.after }) },
  ])
  const facts = candidates.map((parts) => parts.map(defuseControlMarks))
  const last = shown({ question: defuseControlMarks(question), before: pythonJson({ fact: facts }) })
  return asked([{ role: 'system', content: filter.system }, ...demonstrations, last], FILTER_ANSWER_TOKENS)
}

/** Returns the message to a model whose answer could not be parsed. */
export function complaintOf(form: string): string {
  return `Your answer is not the JSON object asked for. Answer again with ${form} and nothing else, strings in double quotation marks; an empty list if there are none.`
}

function answerIn(messages: readonly ChatMessage[]): string {
  return messages.find(({ role }) => role === 'assistant')!.content
}

function schemaOf(name: string, list: Readonly<Record<string, unknown>>): AnswerSchema {
  const properties = { [name]: list }
  return { name, schema: { type: 'object', properties, required: [name], additionalProperties: false } }
}

function asked(messages: readonly ChatMessage[], maxTokens: number): ChatRequest {
  return { messages, temperature: 0, maxTokens }
}

function filled(messages: readonly ChatMessage[], values: Readonly<Record<string, string>>): ChatMessage[] {
  return messages.map((message) => ({ ...message, content: put(message.content, values) }))
}

/** Fills in a template literally: a `$` or a placeholder within a value has no effect. */
function put(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(PLACEHOLDER, (_, name: string) => values[name]!)
}

function textOf(name: keyof typeof FILES): string {
  return readFileSync(new URL(FILES[name], import.meta.url), 'utf8')
}
