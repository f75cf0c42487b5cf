/** Reads JSON from a server without trusting its form. */
import { isRecord, parsedJson } from '../../core/index.ts'
import type { WireFields } from '../ports.ts'

export function recordsOf(value: unknown): readonly WireFields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Returns the message of an error object, page or body in one line: that of a known form, else the first line. */
export function messageOf(value: unknown): string {
  if (typeof value === 'string') {
    const parsed = parsedJson(value)
    return isRecord(parsed) ? messageOf(parsed) : firstLine(value)
  }
  if (!isRecord(value)) return ''
  const { error } = value
  if (isRecord(error) || typeof error === 'string') return messageOf(error)
  return firstLine(textOf(value['message']) || textOf(value['detail']) || JSON.stringify(value))
}

// Error pages are long; the first line names the error.
const MAX_CHARACTERS = 200

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line
}
