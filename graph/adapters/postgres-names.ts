/**
 * Looks up the names of a corpus in PostgreSQL as a question needs them. Rows of mentions are the edges between units and names, so nothing
 * is built, stored or loaded in advance. A name leads only to its first units, starting with those whose title it is.
 */
import type { CorpusDatabase, CorpusReader } from '../../corpus/index.ts'
import { type Aliases, mostFrequentFirst, TERMS } from '../aliases.ts'
import { linkQuestion, type NodeOfName } from '../link-question.ts'
import { PROPER_KINDS } from '../mention-weights.ts'
import { correctionsOf, createNameCorrector } from '../name-corrections.ts'
import { type KnownForms, MAX_NAME_WORDS } from '../names/dictionary.ts'
import type { NameSource, QuestionNames } from '../ports.ts'
import { createPartialGraph, formCondition, formParameters, type NameLookup } from './postgres-edges.ts'

/** Most units counted for a name. Chosen, not measured: with more units a name weighs next to nothing. */
const MAX_COUNTED = 10_000

export function openPostgresNames(database: CorpusDatabase, reader: CorpusReader): NameSource {
  return {
    async ask(question) {
      const corrector = createNameCorrector(await correctionsOf(reader))
      return await askNames({ query: database.query, corrector }, question)
    },
    async isEmpty() {
      const [row] = await database.query('SELECT FROM corpus.mention LIMIT 1')
      return row === undefined
    },
    async namedUnits() {
      const [row] = await database.query<{ units: number }>(
        'SELECT count(DISTINCT unit) AS units FROM corpus.mention',
      )
      return row?.units ?? 0
    },
  }
}

async function askNames(lookup: NameLookup, question: string): Promise<QuestionNames> {
  const forms = await knownForms(lookup, formsOf(question, NO_FORMS).sought)
  const { meant } = formsOf(question, forms)
  const names = new Set(meant.filter(forms.isName))
  const meanings = await meaningsOf(lookup, meant)
  for (const { name } of [...meanings.values()].flat()) names.add(name)
  const known = await countNames(lookup, [...names])
  const graph = createPartialGraph(lookup)
  const linked = linkQuestion(question, {
    dictionary: forms,
    aliases: { isTerm: forms.isTerm, meanings: (form) => meanings.get(form) ?? [] },
    nameOf(form) {
      const name = known.get(form)
      return name === undefined ? null : { ...name, node: graph.nodeOfName(form) }
    },
  })
  return { linked, graph, reach: graph.reach }
}

type Forms = Pick<Aliases, 'isTerm'> & KnownForms

/** Looks up every form in a question. */
const NO_FORMS: Forms = { has: () => false, isTerm: () => false, longestFrom: () => MAX_NAME_WORDS }

/** Returns the forms that are searched in a question, and those of them that it uses with a meaning. */
function formsOf(question: string, { has, isTerm, longestFrom }: Forms) {
  const sought = new Set<string>()
  const meant = new Set<string>()
  const noted = (is: (form: string) => boolean) => (form: string) => sought.add(form).size > 0 && is(form)
  linkQuestion(question, {
    dictionary: { has: noted(has), longestFrom },
    aliases: {
      isTerm: noted(isTerm),
      meanings(form) {
        meant.add(form)
        return []
      },
    },
    nameOf: () => null,
  })
  return { sought: [...sought], meant: [...meant] }
}

/** Matches "e coli" for "escherichia coli", in terms of the index. */
const SHORT_SPECIES = `kind = 'species' AND name ~ '^[^ ]{3,} [^ ]+$' AND left(name, 1) || substr(name, strpos(name, ' ')) = form`

async function knownForms({ query, corrector }: NameLookup, forms: readonly string[]) {
  const asked = [...new Set(forms.flatMap(corrector.formsOf))]
  const rows = await query<{
    form: string
    is_name: true | null
    is_alias: true | null
    is_term: true | null
  }>(
    `SELECT form, named.is AS is_name, aliased.is AS is_alias, term.is AS is_term FROM unnest($1::text[]) AS form
       LEFT JOIN LATERAL (SELECT true AS is FROM corpus.mention WHERE name = form LIMIT 1) AS named ON true
       LEFT JOIN LATERAL (
         (SELECT true AS is FROM corpus.mention WHERE alias = form AND alias <> name LIMIT 1)
         UNION ALL (SELECT true FROM corpus.mention WHERE ${SHORT_SPECIES} LIMIT 1) LIMIT 1
       ) AS aliased ON true
       LEFT JOIN LATERAL (
         SELECT true AS is FROM corpus.mention WHERE named.is AND strpos(form, ' ') = 0 AND name = form
           AND is_subject = ANY ('{0,1}') AND kind = ANY ($2) AND alias = name LIMIT 1
       ) AS term ON true
     WHERE named.is OR aliased.is`,
    [asked, [...TERMS]],
  )
  const known = new Map(rows.map((row) => [row.form, row]))
  const isName = (form: string) =>
    corrector.nameOf(form) === form &&
    corrector
      .formsOf(form)
      .some((one) => known.get(one)?.is_name === true || (one !== form && known.has(one)))
  const isAlias = (form: string) => {
    const name = corrector.nameOf(form)
    return name !== null && (known.get(form)?.is_alias === true || (name !== form && known.has(form)))
  }
  return {
    isName,
    isTerm: (form: string) => corrector.nameOf(form) === form && known.get(form)?.is_term === true,
    has: (form: string) => isName(form) || isAlias(form),
    longestFrom: NO_FORMS.longestFrom,
  }
}

async function meaningsOf({ query, corrector }: NameLookup, aliases: readonly string[]) {
  const rows =
    aliases.length === 0
      ? []
      : await query<{ alias: string; name: string; units: number }>(
          `SELECT form AS alias, name, count(DISTINCT unit) AS units FROM unnest($1::text[]) AS form, LATERAL (
             SELECT name, unit FROM corpus.mention WHERE alias = form AND alias <> name
             UNION ALL SELECT name, unit FROM corpus.mention WHERE ${SHORT_SPECIES}
           ) AS meant GROUP BY 1, 2`,
          [aliases],
        )
  const unitsOf = new Map<string, Map<string, number>>()
  for (const alias of aliases) {
    const meant = corrector.nameOf(alias)
    unitsOf.set(alias, new Map(meant === null || meant === alias ? [] : [[meant, 1]]))
  }
  for (const { alias, name, units } of rows) {
    if (corrector.nameOf(alias) !== alias) continue
    const meant = corrector.nameOf(name)
    const counts = unitsOf.get(alias)!
    if (meant !== null) counts.set(meant, (counts.get(meant) ?? 0) + units)
  }
  return new Map([...unitsOf].map(([alias, counts]) => [alias, mostFrequentFirst(counts)]))
}

async function countNames(
  lookup: NameLookup,
  names: readonly string[],
): Promise<Map<string, Omit<NodeOfName, 'node'>>> {
  if (names.length === 0) return new Map()
  const { from, values } = formParameters(lookup, names)
  const proper = [...PROPER_KINDS].map((kind) => `'${kind}'`).join()
  const rows = await lookup.query<{ at: number; units: number; is_title: boolean; is_proper: boolean }>(
    `SELECT at, (SELECT count(DISTINCT unit) FROM (SELECT unit FROM corpus.mention WHERE ${formCondition(lookup)} LIMIT ${MAX_COUNTED}) AS counted) AS units,
       EXISTS (SELECT FROM corpus.mention WHERE ${formCondition(lookup)} AND is_subject = 1 AND kind = 'title') AS is_title,
       EXISTS (SELECT FROM corpus.mention WHERE ${formCondition(lookup)} AND is_subject = ANY ('{0,1}') AND kind IN (${proper})) AS is_proper
     FROM ${from}`,
    values,
  )
  const known = new Map<string, Omit<NodeOfName, 'node'>>()
  for (const [at, ofName] of Map.groupBy(rows, (row) => row.at)) {
    const units = ofName.reduce((sum, row) => sum + row.units, 0)
    const isTitle = ofName.some((row) => row.is_title)
    if (units > 0)
      known.set(names[at]!, { units, isTitle, isPhrase: !isTitle && !ofName.some((row) => row.is_proper) })
  }
  return known
}
