/** Describes patterns as data: what a person or a program can choose, and what it means. */
import { PATTERN_LIST, type PatternDefinition } from '../../solver/index.ts'

export function describedPatterns() {
  return PATTERN_LIST.map(({ name, title, summary, calls, roles, settings, presets, page }) => ({
    name,
    title,
    summary,
    calls,
    roles,
    settings: settingsOf(settings),
    presets: Object.entries(presets).map(([preset, { summary: says, settings: fixed }]) => ({
      name: preset,
      summary: says,
      settings: fixed,
    })),
    fields: page.fields,
  }))
}

function settingsOf(schema: PatternDefinition['settings']) {
  const defaults = schema.parse({})
  return Object.entries(schema.unwrap().shape).map(([name, setting]) => ({
    name,
    default: defaults[name],
    meaning: (setting as { readonly description?: string }).description ?? '',
  }))
}
