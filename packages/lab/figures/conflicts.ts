/**
 * Measures how many planted conflicts are found, and how many are reported without one. Another paper repeats sentences of labelled
 * paragraphs with a different opening and an incompatible number. Conflicts found among the paragraphs themselves are printed for reading.
 * Run: npm run measure conflicts
 */
import { readFileSync } from 'node:fs'
import { sentences } from '../../../core/index.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'
import { conflictingPairs, type StatedValue, valuesIn } from '../../../values/index.ts'

const OPENINGS = [
  'In our hands, ',
  'Under the same conditions ',
  'Contrary to earlier work, ',
  'We found that ',
]
const FACTORS = [1.5, 2, 5, 0.5, 1]
const PLANTED = 'planted'

if (!hasShared) console.log('skipped: ../shared is not here')
else measure()

function measure(): void {
  const stated = readStatements()
  const inSentences = stated.filter(
    ({ value }) => value.property !== null && value.of !== null && value.value !== null,
  )
  const tried = inSentences.map((one, at) => ({
    one,
    factor: FACTORS[at % FACTORS.length]!,
    planted: plant(one, at),
  }))
  const found = tried.map(({ one, planted, factor }) => {
    const conflicts = conflictingPairs([...stated.filter(({ paper }) => paper === one.paper), ...planted])
    return { factor, isFound: conflicts.length > 0 }
  })
  const rows = FACTORS.map((factor) => {
    const own = found.filter((one) => one.factor === factor)
    return [
      factor === 1 ? 'the same value' : `times ${factor}`,
      { planted: own.length, found: own.filter(({ isFound }) => isFound).length },
    ]
  })
  console.table(Object.fromEntries(rows))
  const unplanted = conflictingPairs(stated)
  console.log(`${unplanted.length} conflicts among ${stated.length} values where none was planted`)
  for (const { one, other } of unplanted) console.log(`- ${one.sentence}\n  ${other.sentence}`)
}

function readStatements(): StatedValue[] {
  const lines = readFileSync(sharedPath('data', 'quantities', 'quantities.jsonl'), 'utf8')
    .trim()
    .split('\n')
  return lines.flatMap((line) => {
    const { id, text } = JSON.parse(line) as { id: string; text: string }
    return statementsOf(text, id.slice(0, id.lastIndexOf('-')))
  })
}

function statementsOf(text: string, paper: string): StatedValue[] {
  const spans = sentences(text)
  return valuesIn(text).map((value) => {
    const own = spans.find(({ start, end }) => start <= value.span[0] && end >= value.span[1])
    return { paper, value, sentence: own === undefined ? text : text.slice(own.start, own.end) }
  })
}

/** Returns the sentence with other words at its start, and its number multiplied by a factor. */
function plant({ sentence, value }: StatedValue, at: number): StatedValue[] {
  const number = /\d[\d.,]*/.exec(value.text)?.[0] ?? ''
  const other = String(Number(((value.value ?? 0) * FACTORS[at % FACTORS.length]!).toPrecision(3)))
  const place = sentence.indexOf(value.text)
  if (place < 0 || number === '') return []
  const changed =
    sentence.slice(0, place) + value.text.replace(number, other) + sentence.slice(place + value.text.length)
  return statementsOf(`${OPENINGS[at % OPENINGS.length]}${changed}`, PLANTED)
}
