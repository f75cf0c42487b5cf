/** Why is a hit here? The parts of its score as a person reads them: words, cosine, and each name with its share and path. */
import type { AnswerHit } from '../../app/index.ts'
import { shortened } from '../output.ts'

type Why = AnswerHit['why']

const LABEL_CHARACTERS = 8
const TEXT_CHARACTERS = 36
const MOST_NAMES = 6

/** Units on the paths of hits, but the hits themselves: what `explainLines` shows as short text. */
export function unitsOnPaths(hits: readonly AnswerHit[]): string[] {
  const between = hits.flatMap(({ why }) =>
    (why.walk?.names ?? []).flatMap(({ path }) => path.slice(0, -1).filter((_, step) => step % 2 === 1)),
  )
  return [...new Set(between)]
}

/** `texts`: of the units on the paths, by id. */
export function explainLines({ why }: Pick<AnswerHit, 'why'>, texts: ReadonlyMap<string, string>): string[] {
  const words = why.words === undefined ? [] : [line('words', `${why.words.toFixed(2)}${termsOf(why)}`)]
  const cosine = why.cosine === undefined ? [] : [line('cosine', why.cosine.toFixed(3))]
  return [...words, ...cosine, ...walkLines(why, texts)]
}

function termsOf({ terms = [] }: Why): string {
  return terms.length === 0
    ? ''
    : `  ${terms.map(({ term, score }) => `${term} ${score.toFixed(2)}`).join(', ')}`
}

function walkLines({ walk }: Why, texts: ReadonlyMap<string, string>): string[] {
  if (walk === undefined) return []
  const prior = walk.prior === undefined ? [] : [`${percent(walk.prior)}  from units like the question`]
  const names = walk.names.slice(0, MOST_NAMES).map(({ name, asked, share, path }) => {
    const from = asked === name ? name : `${asked} = ${name}`
    return `${percent(share)}  ${[from, ...stepsOf(path, texts)].join(' → ')}`
  })
  const more = walk.names.length - names.length
  const rest = more > 0 ? [`      and ${more} more ${more === 1 ? 'name' : 'names'}`] : []
  return [...prior, ...names, ...rest].map((part, at) => line(at === 0 ? 'walk' : '', part))
}

/** After the first name; the last step is the hit itself. */
function stepsOf(path: readonly string[], texts: ReadonlyMap<string, string>): string[] {
  if (path.length === 0) return ['… (farther than three steps)']
  const between = path.slice(1, -1).map((label, step) => {
    if (step % 2 === 1) return label
    return `“${shortened(texts.get(label) ?? label, TEXT_CHARACTERS)}”`
  })
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
