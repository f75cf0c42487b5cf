/** Builds the conversation that asks a model for a statement: the views, the nearest examples as turns, the question with its values. */
import { defuseControlMarks } from '../../core/index.ts'
import type { QueryableCorpus } from '../../corpus/index.ts'
import { type ChatMessage, estimateMessageTokens } from '../../models/index.ts'
import type { SqlExample } from './examples.ts'
import { type LinkedValues, valuesOf } from './link-values.ts'

const RULES = [
  'Answer with one SELECT statement in a ```sql fence and nothing else.',
  'Select unit_id, or paper_id where whole papers are asked for: the rows are shown as statements and papers. Where a number is asked for, select what would be counted.',
  'Compare names with the values that are given; they are in lower case. Find other words by has_words(text, …), not by exact equality.',
  'Put what answers best first by ORDER BY, and select the column that orders. Limit to 50 rows.',
  'Do not ask for more conditions than the question does: no rows are no answer.',
]

export interface PromptParts {
  readonly question: string
  readonly values: LinkedValues
  /** Nearest first. */
  readonly examples: readonly SqlExample[]
  readonly queries: Pick<QueryableCorpus, 'views' | 'functions' | 'dialect'>
}

/** Returns the prompt with as many examples as fit into `tokens`, the nearest next to the question. */
export function promptFor(parts: PromptParts, tokens: number): ChatMessage[] {
  const system: ChatMessage = { role: 'system', content: systemText(parts) }
  const asked: ChatMessage = { role: 'user', content: defuseControlMarks(questionText(parts)) }
  const turns: ChatMessage[] = []
  let left = tokens - estimateMessageTokens([system, asked])
  for (const { question, sql } of parts.examples) {
    const pair: ChatMessage[] = [
      { role: 'user', content: defuseControlMarks(question) },
      { role: 'assistant', content: fenced(sql) },
    ]
    left -= estimateMessageTokens(pair)
    if (left < 0) break
    turns.unshift(...pair)
  }
  return [system, ...turns, asked]
}

export function fenced(sql: string): string {
  return `\`\`\`sql\n${sql}\n\`\`\``
}

function systemText({ queries, values }: PromptParts): string {
  const views = queries.views.map(({ name, about, columns }) => {
    const isEmpty = name === 'facts' && !values.hasFacts
    const lines = columns.map((column) => `  ${column.name} ${column.type}, -- ${column.about}`)
    return `-- ${about}${isEmpty ? ' It is empty in this corpus: do not use it.' : ''}\nCREATE TABLE ${name} (\n${lines.join('\n')}\n);`
  })
  const functions = queries.functions.map(({ call, about }) => `${call}: ${about}`)
  return [
    `You write ${queries.dialect} for a corpus of scientific papers. These tables can be read:`,
    views.join('\n\n'),
    `Beside the functions of ${queries.dialect} there is: ${functions.join(' ')}`,
    RULES.map((rule) => `- ${rule}`).join('\n'),
  ].join('\n\n')
}

function questionText({ question, values }: PromptParts): string {
  const known = valuesOf(values).map(
    ({ column, value, asked }) => `- ${column}: ${JSON.stringify(value)} for "${asked}"`,
  )
  return known.length === 0
    ? question
    : `${question}\n\nValues of the corpus in this question:\n${known.join('\n')}`
}
