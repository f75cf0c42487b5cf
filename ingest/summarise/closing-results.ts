/** Finds the results in the abstract and the conclusions of a whole paper, so that each such sentence is in a unit. */
import type { PaperSentence } from './paper-sentences.ts'
import { pointsBack, standsAlone, withoutLink, worthOf } from './sentence-worth.ts'
import { type FindingTest, LATE, MAX_CHARACTERS, MAX_SENTENCES, type Statement } from './statement.ts'

/** Minimum worth; sentences below it are plans, pointers and procedure. Chosen on half of the papers. */
const MIN_WORTH = -0.2
/** Characters by which a run may exceed the usual limit to include one last result. */
const MORE_CHARACTERS = 150

/** Returns the results in reading order, without overlap. */
export function closingResults(sentences: readonly PaperSentence[], isFinding: FindingTest): Statement[] {
  const runs: Statement[] = []
  for (const [index, sentence] of sentences.entries()) {
    if (!isResult(sentence, index, isFinding)) continue
    const last = runs.at(-1)
    if (last !== undefined && last.to >= index) continue
    if (last !== undefined && last.to === index - 1 && fits(sentences, last.from, index)) {
      runs[runs.length - 1] = { from: last.from, to: index }
      continue
    }
    const from = startOfRun(sentences, index, last?.to ?? -1)
    if (from !== null) runs.push({ from, to: index })
  }
  return runs
}

function isResult(sentence: PaperSentence, index: number, isFinding: FindingTest): boolean {
  const { isProse, isAbstract, part, text, language } = sentence
  if (!isProse || (!isAbstract && part !== 'conclusions')) return false
  if (worthOf(text, language) < MIN_WORTH) return false
  if (part === 'background' || part === 'methods') return false
  return isFinding({ from: index, to: index }) || (isAbstract && isLate(sentence))
}

/** Returns whether a sentence is late: by its label or, in an abstract without labels, by its position. */
function isLate({ part, position }: PaperSentence): boolean {
  return part === null ? position >= LATE : part === 'results' || part === 'conclusions'
}

/** Returns the first sentence of a run that ends at `index` and can be understood alone, or null. */
function startOfRun(sentences: readonly PaperSentence[], index: number, taken: number): number | null {
  for (let from = index; from > taken && fits(sentences, from, index); from--) {
    const { text, isAbstract } = sentences[from]!
    if (standsAlone(withoutLink(text), isAbstract)) return from
  }
  const { text, isAbstract } = sentences[index]!
  return isAbstract && !pointsBack(withoutLink(text)) ? index : null
}

function fits(sentences: readonly PaperSentence[], from: number, to: number): boolean {
  const run = sentences.slice(from, to + 1)
  const most = from === to ? Number.POSITIVE_INFINITY : MAX_CHARACTERS + MORE_CHARACTERS
  return (
    from >= 0 &&
    run.length <= MAX_SENTENCES &&
    run.every(({ block, isProse }) => isProse && block === sentences[to]!.block) &&
    run.slice(1).every(({ isLabelled }) => !isLabelled) &&
    run.reduce((sum, { text }) => sum + text.length + 1, 0) <= most
  )
}
