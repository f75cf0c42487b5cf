/**
 * A user's corrections of the names that were found: some are not names, some mean another name. Stored as a setting of the corpus and
 * applied where units enter the graph, so that rows stay as they were found and a correction can be undone.
 */
import { compareText, type GlossError, invalidInput, tupleId } from '../core/index.ts'
import type { CorpusReader, Fact, Mention } from '../corpus/index.ts'
import { canonical } from './names/canonical.ts'

/** All forms are canonical; no form is both ignored and an alias, and no alias means a form that is an alias itself. */
export interface NameCorrections {
  readonly ignore: readonly string[]
  /** The name that each form means. */
  readonly alias: Readonly<Record<string, string>>
}

export interface NameCorrector {
  /** Identifies a state of the corrections; artefacts made under another are stale. */
  readonly id: string
  readonly corrections: NameCorrections
  mentions<Known extends Pick<Mention, 'name' | 'alias'>>(mentions: readonly Known[]): Known[]
  facts(facts: readonly Fact[]): Fact[]
  /** Returns the name that a form means, `null` if the form is ignored. */
  nameOf(form: string): string | null
  /** Returns the forms under which a name may be stored: the name itself and its aliases. */
  formsOf(name: string): string[]
}

export const NO_CORRECTIONS: NameCorrections = { ignore: [], alias: {} }
/** Setting of the corpus that has them, as JSON. */
export const CORRECTIONS_SETTING = 'graph-mends'

/** Creates corrections; forms are made canonical, aliases of aliases resolved. Throws `INPUT_INVALID` with the wrong form. */
export function createNameCorrections(
  ignore: readonly string[],
  alias: Readonly<Record<string, string>>,
): NameCorrections {
  const ignored = new Set(ignore.map((name) => formOf(name, 'ignore')))
  const stated = new Map<string, string>()
  for (const [form, name] of Object.entries(alias)) {
    const from = formOf(form, 'alias')
    const to = formOf(name, 'alias')
    const other = stated.get(from)
    if (other !== undefined && other !== to)
      throw wrong(`"${form}" is an alias of both "${other}" and "${to}"; keep one of them.`, 'alias')
    if (ignored.has(from)) throw wrong(`"${form}" is both ignored and an alias; keep one of them.`, 'alias')
    if (from !== to) stated.set(from, to)
  }
  const resolved = [...stated.keys()].map((form) => [form, lastName(form, stated)] as const)
  const hidden = resolved.find(([, name]) => ignored.has(name))
  if (hidden !== undefined)
    throw wrong(
      `"${hidden[0]}" is an alias of "${hidden[1]}", which is ignored; ignore both or neither.`,
      'alias',
    )
  return {
    ignore: [...ignored].sort(),
    alias: Object.fromEntries(resolved.sort(([one], [other]) => compareText(one, other))),
  }
}

export function createNameCorrector(corrections: NameCorrections): NameCorrector {
  const ignored = new Set(corrections.ignore)
  const names = new Map(Object.entries(corrections.alias))
  const nameOf = (form: string) => (ignored.has(form) ? null : (names.get(form) ?? form))
  return {
    id:
      names.size + ignored.size === 0
        ? 'none'
        : tupleId([JSON.stringify([...ignored]), JSON.stringify([...names])]),
    corrections,
    nameOf,
    formsOf: (name) => [name, ...[...names].flatMap(([form, meant]) => (meant === name ? [form] : []))],
    mentions: (mentions) =>
      mentions.flatMap((mention) => {
        const name = names.get(mention.alias) ?? nameOf(mention.name)
        return name === null || ignored.has(mention.alias) ? [] : [{ ...mention, name }]
      }),
    facts: (facts) =>
      facts.flatMap((fact) => {
        const subject = nameOf(fact.subject)
        const object = nameOf(fact.object)
        return subject === null || object === null ? [] : [{ ...fact, subject, object }]
      }),
  }
}

/** Returns the corrections stored in the corpus. */
export async function correctionsOf(reader: Pick<CorpusReader, 'setting'>): Promise<NameCorrections> {
  const kept = await reader.setting(CORRECTIONS_SETTING)
  return kept === null || kept === '' ? NO_CORRECTIONS : (JSON.parse(kept) as NameCorrections)
}

function lastName(form: string, stated: ReadonlyMap<string, string>): string {
  const passed = new Set<string>()
  let name = form
  for (let next = stated.get(name); next !== undefined; next = stated.get(name)) {
    if (passed.has(next))
      throw wrong(`"${form}" is an alias of itself through a cycle; remove one of its steps.`, 'alias')
    passed.add(next)
    name = next
  }
  return name
}

function formOf(text: string, field: string): string {
  const form = canonical(text)
  if (form === '') throw wrong(`"${text}" contains no letter or digit.`, field)
  return form
}

function wrong(sentence: string, field: string): GlossError {
  return invalidInput(field, sentence)
}
