/** The edges between units and names of a corpus in PostgreSQL: rows of mentions, fetched for the nodes that a walk reaches. */
import type { CorpusQuery, MentionKind } from '../../corpus/index.ts'
import { createLabels } from '../labels.ts'
import { LONE_FACTOR, weightsOf } from '../mention-weights.ts'
import type { NameCorrector } from '../name-corrections.ts'
import type { GraphReach, UnitGraph } from '../ports.ts'
import { createWeightedGraph } from '../rank/weighted-graph.ts'

/** Most edges that a walk sees of one node: docs/decisions/2026-11-27-walk-in-postgresql.md. */
const MAX_EDGES = 100

export interface NameLookup {
  readonly query: CorpusQuery
  readonly corrector: NameCorrector
}

/** Returns the SQL condition for rows of a name or a form corrected to it, without rows whose alias was corrected to another. */
export function formCondition({ corrector: { corrections } }: NameLookup): string {
  return Object.keys(corrections.alias).length + corrections.ignore.length === 0
    ? 'mention.name = form'
    : '(mention.name = form OR (is_meant = 1 AND mention.alias = form)) AND (mention.alias = form OR mention.alias <> ALL ($4))'
}

/** Returns the forms of names, for `unnest`, and the values that `formCondition` needs. */
export function formParameters({ corrector }: NameLookup, names: readonly string[]) {
  const forms = names.flatMap((name, at) => corrector.formsOf(name).map((form) => ({ form, at, name })))
  const { ignore, alias } = corrector.corrections
  const corrected = [...ignore, ...Object.keys(alias)]
  return {
    from: 'unnest($1::text[], $2::integer[], $3::integer[]) AS asked (form, at, is_meant)',
    values: [
      forms.map(({ form }) => form),
      forms.map(({ at }) => at),
      forms.map(({ form, name }) => Number(form !== name)),
      ...(corrected.length === 0 ? [] : [corrected]),
    ],
  }
}

/** Creates a graph of the fetched parts. A node whose edges were not fetched leads nowhere. */
export function createPartialGraph(lookup: NameLookup): UnitGraph & {
  readonly reach: GraphReach
  nodeOfName(name: string): number
} {
  const parts = createParts()
  const { ids, names, edges, rowOf } = parts
  const fetched = new Set<number>()
  const isUnit = (node: number) => rowOf.has(node)
  return {
    nodeOfName: parts.nodeOfName,
    unitNode: ids.node,
    unitAt: ids.label,
    nameAt: names.label,
    view: edges.view,
    reach: {
      async units(units) {
        for (const { id, row } of await namedUnits(lookup, units)) ids.set(parts.nodeOfUnit(row), id)
      },
      isFetched: (node) => fetched.has(node),
      async edges(some) {
        for (const node of some) fetched.add(node)
        const unitNodes = some.filter(isUnit)
        const nameNodes = some.filter((node) => !isUnit(node))
        const rows = unitNodes.map((node) => rowOf.get(node)!)
        for (const [row, weights] of await namesOfUnits(lookup, rows)) parts.putNames(row, weights)
        const asked = nameNodes.map((node) => names.label(node)!)
        for (const [at, weights] of await unitsOfNames(lookup, asked)) parts.putUnits(nameNodes[at]!, weights)
      },
      async ids(some = [...rowOf.keys()]) {
        const missing = some.filter((node) => ids.label(node) === null).map((node) => rowOf.get(node)!)
        if (missing.length === 0) return
        const rows = await lookup.query<{ row: number; id: string }>(
          'SELECT row, id FROM corpus.unit WHERE row = ANY ($1)',
          [missing],
        )
        for (const { row, id } of rows) ids.set(parts.nodeOfUnit(row), id)
      },
    },
  }
}

/** Units are identified by their rows; their ids are fetched for hits. */
function createParts() {
  const edges = createWeightedGraph()
  const [names, ids] = [createLabels(), createLabels()]
  const rowOf = new Map<number, number>()
  const nodes = new Map<number, number>()
  /** Names known to have only one unit. */
  const lone = new Set<number>()

  function nodeOfName(name: string): number {
    const known = names.node(name)
    if (known !== undefined) return known
    const node = edges.addNode()
    names.set(node, name)
    return node
  }
  function nodeOfUnit(row: number): number {
    const known = nodes.get(row)
    if (known !== undefined) return known
    const node = edges.addNode()
    nodes.set(row, node)
    rowOf.set(node, row)
    return node
  }
  return {
    ...{ edges, names, ids, rowOf, nodeOfName, nodeOfUnit },
    putNames(row: number, weights: ReadonlyMap<string, number>): void {
      const targets = [...weights.keys()].map(nodeOfName)
      const toNames = [...weights.values()].map((weight, at) =>
        lone.has(targets[at]!) ? weight * LONE_FACTOR : weight,
      )
      edges.setEdges(nodeOfUnit(row), targets, toNames)
    },
    /** Adds the units of a name. A name whose edges were not fetched counts as having several units. */
    putUnits(name: number, weights: ReadonlyMap<number, number>): void {
      const targets = [...weights.keys()].map(nodeOfUnit)
      edges.setEdges(name, targets, [...weights.values()])
      if (targets.length > 1) return
      lone.add(name)
      const weight = edges.weight(targets[0]!, name)
      if (weight > 0) edges.setEdge(targets[0]!, name, weight * LONE_FACTOR)
    },
  }
}

async function namedUnits({ query }: NameLookup, units: readonly string[]) {
  return await query<{ id: string; row: number }>(
    'SELECT id, row FROM corpus.unit WHERE id = ANY ($1) AND EXISTS (SELECT FROM corpus.mention WHERE unit = unit.row)',
    [units],
  )
}

/** Returns for each index in `names` the weight of each unit, by its row; one text per name, as hundreds of rows take longer to receive. */
async function unitsOfNames(
  lookup: NameLookup,
  names: readonly string[],
): Promise<[number, Map<number, number>][]> {
  if (names.length === 0) return []
  const { from, values } = formParameters(lookup, names)
  const rows = await lookup.query<{ at: number; units: string }>(
    `SELECT at, string_agg(unit || ' ' || is_subject || ' ' || kind, ',') AS units FROM ${from}, LATERAL (
       SELECT unit, is_subject, kind FROM corpus.mention WHERE ${formCondition(lookup)} ORDER BY is_subject DESC, kind DESC LIMIT ${MAX_EDGES}
     ) AS edge GROUP BY at`,
    values,
  )
  return rows.map(({ at, units }) => {
    const weights = new Map<number, number>()
    for (const edge of units.split(',')) {
      const [row, isSubject, kind] = edge.split(' ') as [string, string, MentionKind]
      const [given] = weightsOf([{ name: '', kind, isSubject: isSubject === '1' }]).values()
      const unit = Number(row)
      weights.set(unit, Math.max(given!.toUnit, weights.get(unit) ?? 0))
    }
    return [at, weights] as const satisfies [number, Map<number, number>]
  })
}

/** Returns for each unit's row the weight of each of its names. Sends one text per unit; canonical names have no tab and no line feed. */
async function namesOfUnits(
  { query, corrector }: NameLookup,
  units: readonly number[],
): Promise<[number, Map<string, number>][]> {
  if (units.length === 0) return []
  const rows = await query<{ row: number; mentions: string }>(
    `SELECT row, string_agg(name || E'\t' || alias || E'\t' || kind, E'\n') AS mentions
     FROM unnest($1::bigint[]) AS row, LATERAL (
       SELECT name, alias, kind FROM corpus.mention WHERE unit = row ORDER BY place LIMIT ${MAX_EDGES}
     ) AS edge GROUP BY row`,
    [units],
  )
  return rows.map(({ row, mentions }) => {
    const given = mentions.split('\n').map((mention) => {
      const [name, alias, kind] = mention.split('\t') as [string, string, MentionKind]
      return { name, alias, kind, isSubject: false }
    })
    const weights = weightsOf(corrector.mentions(given))
    return [row, new Map([...weights].map(([name, { toName }]) => [name, toName]))]
  })
}
