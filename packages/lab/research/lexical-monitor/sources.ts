/**
 * Reads the training data of the doubt model, by source: the plain files of ./texts (one register each; a line is a sentence, `+` a doubt
 * that something could be looked up for, `-` none; an empty line ends a passage), the reasoning traces, and the examples of the rules.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { weightOf } from '../../../../monitor/monitors/doubt-marks.ts'
import { DOUBT_RULES } from '../../../../monitor/monitors/doubt-rules.ts'
import { readDoubts } from '../../../../monitor/monitors/score-doubt.ts'

/** Offsets into the text. */
export interface DoubtPlace {
  readonly start: number
  readonly end: number
}

export interface DoubtSource {
  readonly name: string
  readonly passages: readonly { readonly text: string; readonly doubts: readonly DoubtPlace[] }[]
}

export interface LabelledSentence {
  readonly source: string
  readonly features: ReadonlySet<string>
  readonly isDoubt: boolean
}

export const TEXTS = join(import.meta.dirname, 'texts')
/** A sentence matches a marked place if they share this many characters, or half of the sentence. */
const SHARED_CHARACTERS = 12
/** Limits on the weights by the rules themselves: examples between them are left out. */
const DOUBT_FROM = 1
const CALM_BELOW = 0.4

export function readSources(): DoubtSource[] {
  const files = readdirSync(TEXTS).sort()
  return [
    ...files.map((file) => readSourceFile(join(TEXTS, file))),
    { name: 'traces', passages: readTraces() },
    ruleExamples(),
  ]
}

/** Joins neighbouring doubts to one place. */
export function readSourceFile(file: string): DoubtSource {
  const passages = readFileSync(file, 'utf8')
    .trim()
    .split(/\n{2,}/)
    .map(passageOf)
  return { name: basename(file, '.txt'), passages }
}

function passageOf(lines: string): DoubtSource['passages'][number] {
  let text = ''
  const doubts: DoubtPlace[] = []
  let wasDoubt = false
  for (const line of lines.split('\n')) {
    const isDoubt = line.startsWith('+ ')
    if (!isDoubt && !line.startsWith('- '))
      throw new RangeError(`"${line}" begins with neither "+ " nor "- "`)
    const place = { start: text.length, end: text.length + line.length - 2 }
    if (isDoubt) doubts.push(wasDoubt ? { ...place, start: doubts.pop()!.start } : place)
    text += `${line.slice(2)}\n`
    wasDoubt = isDoubt
  }
  return { text, doubts }
}

function ruleExamples(): DoubtSource {
  const texts = new Set(DOUBT_RULES.flatMap(({ triggers, spares }) => [...triggers, ...spares]))
  const passages = [...texts].flatMap((example) => {
    const text = `${example}\n`
    const weight = weightOf(readDoubts(text).flatMap(({ marks }) => marks))
    if (weight >= CALM_BELOW && weight < DOUBT_FROM) return []
    return [{ text, doubts: weight >= DOUBT_FROM ? [{ start: 0, end: text.length }] : [] }]
  })
  return { name: 'rule examples', passages }
}

export function labelledSentences({ name: source, passages }: DoubtSource): LabelledSentence[] {
  return passages.flatMap(({ text, doubts }) =>
    readDoubts(`${text}\n`).map(({ start, end, features }) => {
      const enough = Math.min(SHARED_CHARACTERS, (end - start) / 2)
      const isDoubt = doubts.some((place) => Math.min(place.end, end) - Math.max(place.start, start) > enough)
      return { source, features: new Set(features.map(({ name }) => name)), isDoubt }
    }),
  )
}

/**
 * Reads reasoning traces written for tests, some of them confident, from ./traces, with the places where looking something up would help
 * and the statement that would help. Doubts elsewhere are about arithmetic, plans and misreadings.
 */
export function readTraces() {
  const folder = join(import.meta.dirname, 'traces')
  const sidecar = JSON.parse(readFileSync(join(folder, 'doubts.json'), 'utf8')) as Record<
    string,
    readonly { readonly quote: string }[]
  >
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => {
      const name = file.slice(0, -'.txt'.length)
      const text = readFileSync(join(folder, file), 'utf8')
      const marked = sidecar[name]
      if (marked === undefined) throw new RangeError(`doubts.json does not know ${file}`)
      const doubts = marked.map(({ quote }) => {
        const start = text.indexOf(quote)
        if (start < 0) throw new RangeError(`${file} has no "${quote}"`)
        return { start, end: start + quote.length }
      })
      return { name, text, doubts }
    })
}
