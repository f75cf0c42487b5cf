/** Fills the lists of retrieval backends. The types of the OpenAPI document check that none is missing. */
import type { Backend } from './api.d.ts'
import { element } from './dom.ts'

const LABELS: Readonly<Record<Backend, string>> = {
  auto: 'Automatic',
  words: 'Words (BM25)',
  vanilla: 'Semantic (embeddings)',
  hybrid: 'Hybrid (words and semantic)',
  walk: 'Graph walk (names)',
  hipporag: 'HippoRAG (facts and names)',
  'hipporag:published': 'HippoRAG 2 (published)',
  'hipporag:unfiltered': 'HippoRAG 2 (without its filter)',
  'hipporag:model': 'HippoRAG (model filter)',
  lightrag: 'LightRAG (names and relations)',
  'lightrag:local': 'LightRAG local (names)',
  'lightrag:global': 'LightRAG global (relations)',
  'lightrag:hybrid': 'LightRAG hybrid (both)',
  'lightrag:model': 'LightRAG (model keywords)',
  vanna: 'SQL (Vanna)',
}

/** Backends for choosing between; the others are for comparison. */
const FIRST = new Set(['auto', 'words', 'vanilla', 'hybrid', 'walk'])

const DEFAULT_BACKEND: Backend = 'auto'

function isBackend(name: string | null): name is Backend {
  return name !== null && Object.hasOwn(LABELS, name)
}

export function backendLabel(name: string) {
  return isBackend(name) ? LABELS[name] : name
}

/** Fills the select and chooses `chosen` if there is such a backend. */
export function fillBackends(select: HTMLSelectElement, chosen: string | null, otherwise = DEFAULT_BACKEND) {
  const names = Object.keys(LABELS)
  const options = names.map((name) => element('option', { value: name }, backendLabel(name)))
  const isFirst = ({ value }: HTMLOptionElement) => FIRST.has(value)
  select.replaceChildren(
    ...options.filter(isFirst),
    element('optgroup', { label: 'More' }, ...options.filter((option) => !isFirst(option))),
  )
  select.value = isBackend(chosen) ? chosen : otherwise
}

export function chosenBackend({ value }: HTMLSelectElement) {
  return isBackend(value) ? value : DEFAULT_BACKEND
}
