/**
 * Writes the entity graph as GraphML, for Gephi, NetworkX, igraph, graphology and the like. Nodes are names and units; edges are `mention`
 * and `subject` (unit to name, the unit being about it), `fact` (subject to object, with relation and the unit that states it) and
 * `synonym` (once, although it is symmetric: NetworkX refuses files in which some edges are directed and some are not).
 */
import { escapeMarkup } from '../../core/index.ts'
import type { GraphUnit, Synonym } from '../../corpus/index.ts'

export interface GraphMlSource {
  /** Called twice, for nodes and for edges, so that only the names are in memory, not the units. Both must give the same. */
  readonly units: () => AsyncIterable<GraphMlUnit>
  readonly synonyms: () => AsyncIterable<Synonym> | Iterable<Synonym>
  readonly weights: { readonly mention: number; readonly subject: number; readonly fact: number }
}

export interface GraphMlUnit extends Pick<GraphUnit, 'unit' | 'paper' | 'mentions' | 'facts'> {
  readonly text: string
}

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
`
const TAIL = '  </graph>\n</graphml>\n'

/** Keys by the element they belong to; `weight` is a number, all others are text. */
const KEYS = {
  node: ['label', 'type', 'unit', 'paper'],
  edge: ['kind', 'weight', 'predicate', 'unit'],
} as const

type NodeData = Readonly<Partial<Record<(typeof KEYS.node)[number], string>>>
type EdgeData = Readonly<Partial<Record<(typeof KEYS.edge)[number], string | number>>>

/** Returns the file in parts. Node ids count from 0 in order of appearance. A fact of a name with itself adds only the node. */
export async function* graphMl(source: GraphMlSource): AsyncGenerator<string> {
  const names = new Map<string, string>()
  yield HEAD
  yield keys()
  yield '  <graph id="corpus" edgedefault="directed">\n'
  for await (const unit of source.units()) {
    const { unit: id, paper, text } = unit
    yield nodeElement(unitNode(id), { label: text, type: 'unit', unit: id, paper })
    yield* newNames(namesOf(unit), names)
  }
  for await (const { one, other } of source.synonyms()) yield* newNames([one, other], names)
  for await (const unit of source.units()) yield unitEdges(unit, names, source.weights)
  for await (const { one, other, cosine } of source.synonyms()) {
    const data = { kind: 'synonym', weight: cosine }
    yield edgeElement(nodeOf(one, names), nodeOf(other, names), data)
  }
  yield TAIL
}

function keys(): string {
  const lines = Object.entries(KEYS).flatMap(([element, attributes]) =>
    attributes.map(
      (attribute) =>
        `  <key id="${keyId(element, attribute)}" for="${element}" attr.name="${attribute}" attr.type="${attribute === 'weight' ? 'double' : 'string'}"/>\n`,
    ),
  )
  return lines.join('')
}

function* newNames(found: Iterable<string>, names: Map<string, string>): Generator<string> {
  for (const name of found) {
    if (names.has(name)) continue
    const id = `n${names.size}`
    names.set(name, id)
    yield nodeElement(id, { label: name, type: 'name' })
  }
}

function* namesOf({ mentions, facts }: GraphMlUnit): Generator<string> {
  for (const { name } of mentions) yield name
  for (const { subject, object } of facts) {
    yield subject
    yield object
  }
}

/** Returns one edge for all mentions of a name in a unit; it is a `subject` if one of them is. */
function unitEdges(
  { unit, mentions, facts }: GraphMlUnit,
  names: ReadonlyMap<string, string>,
  weights: GraphMlSource['weights'],
): string {
  const kinds = new Map<string, 'mention' | 'subject'>()
  for (const { name, isSubject } of mentions)
    if (isSubject || !kinds.has(name)) kinds.set(name, isSubject ? 'subject' : 'mention')
  const toNames = [...kinds].map(([name, kind]) =>
    edgeElement(unitNode(unit), nodeOf(name, names), { kind, weight: weights[kind], unit }),
  )
  const between = facts
    .filter(({ subject, object }) => subject !== object)
    .map(({ subject, predicate, object }) => {
      const data = { kind: 'fact', weight: weights.fact, predicate, unit }
      return edgeElement(nodeOf(subject, names), nodeOf(object, names), data)
    })
  return [...toNames, ...between].join('')
}

/** Returns the node id of a unit. Ids of units are hexadecimal; the letter `u` keeps them distinct from those of names. */
function unitNode(unit: string): string {
  return `u${unit}`
}

function nodeOf(name: string, names: ReadonlyMap<string, string>): string {
  const id = names.get(name)
  if (id === undefined) throw new RangeError('The units changed between the two readings')
  return id
}

function nodeElement(id: string, data: NodeData): string {
  return `    <node id="${xmlText(id)}">${dataElements('node', data)}</node>\n`
}

function edgeElement(from: string, to: string, data: EdgeData): string {
  return `    <edge source="${xmlText(from)}" target="${xmlText(to)}">${dataElements('edge', data)}</edge>\n`
}

function dataElements(element: keyof typeof KEYS, data: NodeData | EdgeData): string {
  return Object.entries(data)
    .map(([attribute, value]) => `<data key="${keyId(element, attribute)}">${xmlText(String(value))}</data>`)
    .join('')
}

/** Escapes line breaks and tabs as references, because readers turn them into spaces within an attribute. */
function xmlText(text: string): string {
  return escapeMarkup(text).replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`)
}

function keyId(element: string, attribute: string): string {
  return `${element}-${attribute}`
}
