/** The ways to find something that this server knows, and the one it takes by default: read from its own description. */
import { element } from './dom.js'
import { get } from './service.js'

/** What a way looks at, for people; one that has no word here goes by its name. */
const LABELS = {
  auto: 'whichever fits the question',
  hybrid: 'words and meaning',
  words: 'words',
  vanilla: 'meaning',
  walk: 'names, by a walk',
  hipporag: 'facts and names (HippoRAG)',
  'hipporag:published': 'facts, as published (HippoRAG 2)',
  'hipporag:model': 'facts, sifted by a model (HippoRAG)',
  lightrag: 'names and relations (LightRAG)',
  vanna: 'a query of the tables (Vanna)',
}

let known = null

export async function knownBackends() {
  known ??= get('openapi.json').then(({ paths }) => {
    const { schema } = paths['/retrieve'].get.parameters.find(({ name }) => name === 'backend')
    return { names: schema.enum, first: schema.default }
  })
  return known
}

export function backendLabel(name) {
  return LABELS[name] ?? name
}

/** Fills a select; `chosen` where the server knows it, else `otherwise` or the server's default. */
export async function offerBackends(select, chosen, otherwise) {
  const { names, first } = await knownBackends()
  const options = names.map((name) => element('option', { value: name }, backendLabel(name)))
  select.replaceChildren(...options)
  select.value = [chosen, otherwise, first].find((name) => names.includes(name))
}
