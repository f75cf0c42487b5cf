/** Makes the data that the guard uses: seeded abstracts and questions made of sentences from the sample papers. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomIndex, seededRandom, sentences } from '../../../../core/index.ts'

const CONTENT = join(import.meta.dirname, 'content')
const SENTENCES_OF_AN_ABSTRACT = 8
const QUESTION_WORDS = 12
const SEED = 20_261_123

export interface Ground {
  /** Differs on every call, so that no answer comes from a cache. */
  readonly questions: (count: number) => string[]
}

/** Writes a BEIR data set into `folder`. Each abstract has invented names that a few others share, for the walk to follow. */
export function makeGround(folder: string, abstracts: number): Ground {
  const random = seededRandom(SEED)
  const said = readdirSync(CONTENT).flatMap((file) => sentencesOf(readFileSync(join(CONTENT, file), 'utf8')))
  const pick = <T>(from: readonly T[]) => from[randomIndex(random, from.length)]!
  const names = Array.from({ length: abstracts }, (_, at) => `Factor ${letters(random)}-${at}`)
  const texts = Array.from({ length: abstracts }, () =>
    Array.from({ length: SENTENCES_OF_AN_ABSTRACT }, () => `${pick(names)} was seen. ${pick(said)}`).join(
      ' ',
    ),
  )
  mkdirSync(folder, { recursive: true })
  const rows = texts.map((text, at) => JSON.stringify({ _id: `${at}`, title: names[at], text }))
  writeFileSync(join(folder, 'corpus.jsonl'), `${rows.join('\n')}\n`)
  const question = () => {
    const words = pick(said).split(' ')
    const from = randomIndex(random, Math.max(1, words.length - QUESTION_WORDS))
    return `${pick(names)} ${words.slice(from, from + QUESTION_WORDS).join(' ')}?`
  }
  return { questions: (count) => Array.from({ length: count }, question) }
}

function sentencesOf(file: string): string[] {
  const body = file.slice(file.indexOf('---', 3) + 3).replace(/^[#|!].*$/gm, '')
  return sentences(body)
    .map(({ start, end }) => body.slice(start, end).replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.split(' ').length > 7)
}

function letters(random: () => number): string {
  return Array.from({ length: 4 }, () => String.fromCharCode(65 + randomIndex(random, 26))).join('')
}
