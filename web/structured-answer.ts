/** Shows a role's answer that is a JSON object as a list of its fields, whose names are read as words. */
import { element } from './dom.ts'
import type { Segment } from './events.d.ts'

const FENCED = /^```\w*\s*\n([\s\S]*?)\n?```$/

/** Returns the list; null if the answer is anything else. */
export function structuredAnswer(segments: readonly Segment[]) {
  const [only, ...more] = segments
  if (only === undefined || more.length > 0 || only.channel !== 'text' || only.by !== 'model') return null
  const fields = fieldsIn(only.text)
  return fields === null ? null : fieldList(fields)
}

function fieldsIn(text: string): object | null {
  const trimmed = text.trim()
  const json = FENCED.exec(trimmed)?.[1] ?? trimmed
  if (!json.startsWith('{')) return null
  try {
    return JSON.parse(json)
  } catch {
    // A model's text that is no JSON is shown unchanged.
    return null
  }
}

function fieldList(fields: object) {
  const rows = Object.entries(fields)
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]) =>
      element('div', element('dt', name.replaceAll('_', ' ')), element('dd', shown(value))),
    )
  return element('dl.fields', ...rows)
}

function isEmpty(value: unknown) {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function shown(value: unknown): HTMLElement | string {
  if (Array.isArray(value)) return element('ul', ...value.map((one) => element('li', shown(one))))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' && value !== null ? fieldList(value) : String(value)
}
