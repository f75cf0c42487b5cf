/**
 * OpenIE as lines of JSON, `{_id, entities, triples}`, joined to a corpus by the ids of its documents: the form in which the facts of
 * BEIR-like sets are published.
 */
import { inputJson, invalidInput } from './input-json.ts'
import { createLosses, type LossCounts } from './losses.ts'
import { type RawItems, readRawItems } from './raw-items.ts'

export interface OpenIeLine extends RawItems {
  readonly document: string
}

export interface OpenIeLines {
  readonly lines: readonly OpenIeLine[]
  readonly losses: LossCounts
}

/** Parses the lines; blank lines are skipped. Throws `INPUT_INVALID` with the number of an unreadable line. */
export function parseOpenIeLines(text: string): OpenIeLines {
  const losses = createLosses()
  const lines: OpenIeLine[] = []
  let number = 0
  for (const line of text.split(/\r?\n/)) {
    number++
    if (line.trim() === '') continue
    const what = `Line ${number} of the OpenIE lines`
    const { _id: id, entities, triples } = fieldsOf(inputJson(line, what))
    if (typeof id !== 'string' || !Array.isArray(entities) || !Array.isArray(triples))
      throw invalidInput(`${what} must be {"_id": "...", "entities": [...], "triples": [[...]]}.`)
    lines.push({ document: id, ...readRawItems(entities, triples, losses) })
  }
  if (lines.length === 0) throw invalidInput('The file of OpenIE lines is empty; give one with content.')
  return { lines, losses: losses.counts() }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
