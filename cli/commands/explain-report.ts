/** Explains to a person why a hit was found: the parts of its score, as words, cosine, and each name with its share and path. */
import { type AnswerHit, isUnitId } from '../../app/wiring/index.ts'
import { shortened } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

type Why = AnswerHit['why']

const LABEL_CHARACTERS = 8
const TEXT_CHARACTERS = 36
const MAX_NAMES = 6
const MAX_FACTS = 5

/** Returns the units on the paths of hits, except the hits themselves: `explainLines` shows them as short text. */
export function unitsOnPaths(hits: readonly Pick<AnswerHit, 'why'>[]): string[] {
  const between = hits.flatMap(({ why }) =>
    (why.walk?.names ?? []).flatMap(({ path }) => path.slice(0, -1).filter(isUnitId)),
  )
  return [...new Set(between)]
}

/** Returns the lines that explain a hit. `texts` maps the ids of the units on the paths to their texts. */
export function explainLines({ why }: Pick<AnswerHit, 'why'>, texts: ReadonlyMap<string, string>): string[] {
  const words = why.words === undefined ? [] : [line('words', `${why.words.toFixed(2)}${termsOf(why)}`)]
  const cosine = why.cosine === undefined ? [] : [line('cosine', why.cosine.toFixed(3))]
  return [
    ...words,
    ...cosine,
    ...walkLines(why, texts),
    ...factLines(why),
    ...lightLines(why),
    ...sqlLines(why),
    ...orderLines('late', why.late),
    ...orderLines('rerank', why.rerank),
  ].map(inOneLine)
}

/** Returns the statement that found the hits and its author, or no lines if the backend does not use SQL. */
export function statementLines([first]: readonly Pick<AnswerHit, 'why'>[]): string[] {
  const sql = first?.why.sql
  if (sql === undefined) return []
  const maker =
    sql.made === 'model' ? `the model, attempt ${sql.attempts}` : 'template; no chat model is configured'
  return [`SQL by ${maker}:`, ...sql.statement.split('\n').map((part) => `  ${part}`)]
}

function termsOf({ terms = [] }: Why): string {
  return terms.length === 0
    ? ''
    : `  ${terms.map(({ term, score }) => `${term} ${score.toFixed(2)}`).join(', ')}`
}

function walkLines({ walk }: Why, texts: ReadonlyMap<string, string>): string[] {
  if (walk === undefined) return []
  const prior = walk.prior === undefined ? [] : [`${percent(walk.prior)}  from units similar to the question`]
  const names = walk.names.slice(0, MAX_NAMES).map(({ name, asked, share, path }) => {
    const from = asked === name ? name : `${asked} = ${name}`
    return `${percent(share)}  ${[from, ...stepsOf(path, texts)].join(' → ')}`
  })
  const more = walk.names.length - names.length
  const rest = more > 0 ? [`      and ${more} more ${more === 1 ? 'name' : 'names'}`] : []
  return [...prior, ...names, ...rest].map((part, at) => line(at === 0 ? 'walk' : '', part))
}

function factLines({ facts = [] }: Why): string[] {
  return facts.slice(0, MAX_FACTS).map(({ subject, predicate, object, cosine, isStated }, at) => {
    const fact = [subject, predicate, object].join(' — ')
    return line(at === 0 ? 'facts' : '', `${cosine.toFixed(3)}  ${fact}${isStated ? '  (stated here)' : ''}`)
  })
}

function lightLines({ light }: Why): string[] {
  const names = light?.entities.slice(0, MAX_NAMES) ?? []
  const facts = light?.relations.slice(0, MAX_FACTS) ?? []
  return [
    ...(names.length === 0 ? [] : [line('names', names.join(', '))]),
    ...facts.map(({ subject, predicate, object }, at) =>
      line(at === 0 ? 'facts' : '', [subject, predicate, object].join(' — ')),
    ),
  ]
}

/** Returns the lines of a hit found by SQL. The statement itself is printed once, below the hits. */
function sqlLines({ sql }: Why): string[] {
  return (sql?.values ?? []).map(({ column, value, asked }, at) =>
    line(at === 0 ? 'values' : '', `${column} = ${value} (asked: ${asked})`),
  )
}

/** Returns the line of a model that reordered the hits. */
function orderLines(label: string, order: Why['rerank']): string[] {
  return order === undefined ? [] : [line(label, `${order.score.toFixed(3)}, before at rank ${order.from}`)]
}

/** Returns the steps after the first name; the last one is the hit itself. */
function stepsOf(path: readonly string[], texts: ReadonlyMap<string, string>): string[] {
  if (path.length === 0) return ['… (more than three steps away)']
  const between = path
    .slice(1, -1)
    .map((label) => (isUnitId(label) ? `“${shortened(texts.get(label) ?? label, TEXT_CHARACTERS)}”` : label))
  return [...between, 'here']
}

function percent(share: number): string {
  const points = share * 100
  const text = points > 0 && points < 1 ? '<1' : points > 99 && points < 100 ? '>99' : points.toFixed(0)
  return `${text} %`.padStart(5)
}

function line(label: string, text: string): string {
  return `      ${label.padEnd(LABEL_CHARACTERS)}${text}`
}
