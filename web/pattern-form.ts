/** The part of the solve form that depends on the pattern: its preset and its settings. All of it is loaded from GET /patterns. */
import type { Patterns } from './api.d.ts'
import { get } from './api-client.ts'
import { byId, element, selectById } from './dom.ts'

type Pattern = Patterns['patterns'][number]

let patterns: readonly Pattern[] = []

/** Fills the form once; later choices stay. */
export async function openPatternForm() {
  if (patterns.length > 0) return
  patterns = (await get('/patterns', {})).patterns
  const select = selectById('solve-pattern')
  select.replaceChildren(
    ...patterns.map(({ name, title, summary }) => element('option', { value: name, title: summary }, title)),
  )
  select.addEventListener('change', showPattern)
  showPattern()
}

function chosen(): Pattern | undefined {
  return patterns.find(({ name }) => name === selectById('solve-pattern').value)
}

function showPattern() {
  const { presets = [], fields = [], settings = [] } = chosen() ?? {}
  const preset = selectById('solve-preset')
  preset.replaceChildren(
    element('option', { value: '' }, 'None'),
    ...presets.map(({ name, summary }) => element('option', { value: name, title: summary }, name)),
  )
  byId('solve-fields').replaceChildren(
    ...fields.map(({ setting, label, choices }) => {
      const options = choices.map(({ value, label: name }) =>
        element('option', { value: String(value) }, name),
      )
      const select = element('select', ...options)
      select.dataset['setting'] = setting
      select.value = String(settings.find(({ name }) => name === setting)?.default ?? '')
      return element('label', `${label} `, select)
    }),
  )
}

/** Returns the pattern's part of a request. With a preset, the settings are the preset's. */
export function patternRequest() {
  const { name, fields = [] } = chosen() ?? {}
  const preset = selectById('solve-preset').value
  const settings = fields.map(({ setting, choices }) => {
    const select = byId('solve-fields').querySelector(`select[data-setting="${CSS.escape(setting)}"]`)
    const value = select instanceof HTMLSelectElement ? select.value : ''
    return [setting, choices.find((choice) => String(choice.value) === value)?.value]
  })
  return {
    ...(name === undefined ? {} : { pattern: name }),
    ...(preset === '' ? { settings: Object.fromEntries(settings) } : { preset }),
  }
}
