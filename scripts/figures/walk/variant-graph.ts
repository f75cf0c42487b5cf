/** The graph of units and names of one set under one choice of settings, as plain arrays. */
import type { Mention, MentionKind } from '../../../corpus/index.ts'
import { createWinkTagger } from '../../../graph/adapters/wink-tagger.ts'
import type { GraphView } from '../../../graph/index.ts'
import { canonical } from '../../../graph/names/canonical.ts'
import { titleName } from '../../../graph/names/capitalised.ts'
import { createNameDictionary, type NameDictionary } from '../../../graph/names/dictionary.ts'
import { findNames } from '../../../graph/names/find-names.ts'
import { mentionsOf } from '../../../graph/names/mentions.ts'
import { openingNames } from '../../../graph/names/opening.ts'
import { paperNames } from '../../../graph/names/paper-names.ts'
import { isNameLike } from '../../../graph/names/title.ts'
import type { JudgedSet } from './judged-set.ts'
import { FORMER_SETTINGS, type WalkSettings } from './settings.ts'

const PHRASES: ReadonlySet<MentionKind> = new Set(['phrase', 'term', 'heading', 'quantity'])
const TERMS: ReadonlySet<MentionKind> = new Set(['chemical', 'gene', 'species'])

export interface VariantGraph {
  readonly view: GraphView
  readonly nodeOfName: ReadonlyMap<string, number>
  /** Names that an alias means, each with the number of its units. */
  readonly aliases: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly terms: ReadonlySet<string>
  /** Names that some unit has as more than a phrase. */
  readonly proper: ReadonlySet<string>
  readonly dictionary: NameDictionary
}

const read = new Map<string, (readonly Mention[])[]>()

/** Names of all units, made once for a way of reading them. */
function mentionsOfSet(set: JudgedSet, settings: WalkSettings): readonly (readonly Mention[])[] {
  const { isScreened, readsUntitled, findsTitles } = settings
  const key = JSON.stringify([set.name, set.titles, isScreened, readsUntitled, findsTitles])
  const known = read.get(key)
  if (known !== undefined) return known
  const tagger = isScreened ? createWinkTagger() : null
  const titles = createNameDictionary(set.documents.map(({ title }) => titleName(title)).filter(isNotEmpty))
  const found = set.documents.map(({ title, text }) => {
    const mentions = mentionsOf(
      { text, title, topic: '' },
      paperNames([title, text]),
      isNameLike(title) || (title === '' && readsUntitled) ? tagger : null,
      { kinds: FORMER_SETTINGS.kinds, isScreened },
    )
    if (!findsTitles) return mentions
    const inText = findNames(text, titles, { mode: 'text' }).map(({ name, start, end }): Mention => {
      return { name, alias: canonical(text.slice(start, end)), kind: 'span', isSubject: false, start, end }
    })
    return [...mentions, ...inText]
  })
  read.set(key, found)
  return found
}

const isNotEmpty = (name: string) => name !== ''

interface NameEdges {
  readonly toName: number
  readonly toUnit: number
}

const built = new Map<string, { readonly key: string; readonly graph: VariantGraph }>()

/** The last graph of each set is kept: most settings differ in how they walk it. */
export function variantGraph(set: JudgedSet, settings: WalkSettings): VariantGraph {
  const { isScreened, readsUntitled, findsTitles, phraseWeight, loneFactor, titleWeight, subjectWeight } =
    settings
  const weights = [phraseWeight, loneFactor, titleWeight, subjectWeight]
  const reading = [isScreened, readsUntitled, findsTitles, settings.opening, settings.linksAliases]
  const key = JSON.stringify([...reading, ...weights, ...[...settings.kinds].sort()])
  const known = built.get(`${set.name} ${set.titles}`)
  if (known?.key === key) return known.graph
  const graph = buildGraph(set, settings)
  built.set(`${set.name} ${set.titles}`, { key, graph })
  return graph
}

function buildGraph(set: JudgedSet, settings: WalkSettings): VariantGraph {
  const mentions = mentionsOfSet(set, settings).map((all) =>
    all.filter(({ kind }) => settings.kinds.has(kind)),
  )
  const proper = new Set<string>()
  const named = mentions.map((own, unit) => {
    const standIns = standInsOf(set.documents[unit]!, own, settings)
    for (const { name, kind } of own) if (!PHRASES.has(kind)) proper.add(name)
    for (const name of standIns) proper.add(name)
    return edgesOf(own, standIns, settings)
  })
  const counts = new Map<string, number>()
  for (const names of named) for (const name of names.keys()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const nodeOfName = new Map([...counts.keys()].map((name, i) => [name, set.documents.length + i]))
  const directed = named.flatMap((names, unit) =>
    [...names].flatMap(([name, { toName, toUnit }]) => {
      const node = nodeOfName.get(name)!
      const factor = counts.get(name) === 1 ? settings.loneFactor : 1
      return [[unit, node, toName * factor] as const, [node, unit, toUnit] as const]
    }),
  )
  const aliases = aliasesOf(mentions)
  const terms = mentions.flat().filter(({ kind, name }) => TERMS.has(kind) && !name.includes(' '))
  return {
    view: viewOf(set.documents.length + nodeOfName.size, directed),
    nodeOfName,
    aliases,
    terms: new Set(terms.map(({ alias }) => alias)),
    proper,
    dictionary: createNameDictionary([
      ...nodeOfName.keys(),
      ...(settings.linksAliases ? aliases.keys() : []),
    ]),
  }
}

/** Each name of a unit with the greatest weights that one of its mentions gives it. */
function edgesOf(
  mentions: readonly Mention[],
  standIns: readonly string[],
  settings: WalkSettings,
): Map<string, NameEdges> {
  const names = new Map<string, NameEdges>()
  for (const mention of mentions) {
    const known = names.get(mention.name)
    const toName = PHRASES.has(mention.kind) ? settings.phraseWeight : 1
    names.set(mention.name, {
      toName: Math.max(toName, known?.toName ?? 0),
      toUnit: Math.max(toUnitOf(mention, settings), known?.toUnit ?? 0),
    })
  }
  for (const name of standIns) names.set(name, { toName: 1, toUnit: settings.titleWeight })
  return names
}

function aliasesOf(units: readonly (readonly Mention[])[]): Map<string, Map<string, number>> {
  const aliases = new Map<string, Map<string, number>>()
  for (const mentions of units) {
    const pairs = new Map(mentions.map(({ alias, name }) => [`${alias}\t${name}`, { alias, name }]))
    for (const { alias, name } of pairs.values()) {
      if (alias === name) continue
      const meant = aliases.get(alias) ?? new Map<string, number>()
      aliases.set(alias, meant.set(name, (meant.get(name) ?? 0) + 1))
    }
  }
  return aliases
}

/** Names that stand for the title that a unit has not. */
function standInsOf(
  { title, text }: JudgedSet['documents'][number],
  mentions: readonly Mention[],
  { opening }: WalkSettings,
): string[] {
  if (title !== '' || opening === 'none') return []
  if (opening === 'head') return openingNames(text)
  const spans = mentions.filter(({ kind }) => kind === 'span')
  return spans.slice(0, 1).map(({ name }) => name)
}

function toUnitOf({ isSubject, kind }: Mention, { titleWeight, subjectWeight }: WalkSettings): number {
  if (!isSubject) return 1
  return kind === 'title' ? titleWeight : subjectWeight
}

function viewOf(nodes: number, edges: readonly (readonly [number, number, number])[]): GraphView {
  const degrees = new Uint32Array(nodes)
  const totals = new Float64Array(nodes)
  for (const [from, , weight] of edges) {
    degrees[from]!++
    totals[from]! += weight
  }
  const starts = new Uint32Array(nodes)
  for (let node = 1; node < nodes; node++) starts[node] = starts[node - 1]! + degrees[node - 1]!
  const targets = new Uint32Array(edges.length)
  const weights = new Float32Array(edges.length)
  const next = starts.slice()
  for (const [from, to, weight] of edges) {
    const cell = next[from]!++
    targets[cell] = to
    weights[cell] = weight
  }
  return { nodes, starts, degrees, targets, weights, totals }
}
