/**
 * Sentences of articles as answers: MeasEval names the quantity, what has it and which property it is. The question is made of those, the
 * gold is the quantity, the answer is the sentence it stands in, or its paragraph. With a quantity of another paragraph for gold the
 * answer is wrong, and with another one of the same sentence it must not be called right.
 */
import { readFile } from 'node:fs/promises'
import { gradeAnswer } from '../../evaluation/answers/graders/index.ts'
import { sharedPath } from '../../scripts/lib/shared.ts'

interface Annotation {
  readonly set: number
  readonly type: string
  readonly start: number
  readonly end: number
  readonly text: string
}

interface Paragraph {
  readonly id: string
  readonly text: string
  readonly annotations: readonly Annotation[]
}

interface Asked {
  readonly question: string
  readonly gold: string
  readonly sentence: string
  readonly paragraph: string
  /** Of the same sentence, with other digits. */
  readonly neighbours: readonly string[]
}

export interface SentenceFigures {
  readonly answers: number
  readonly decided: number
  readonly right: number
  /** Share decided, and right among them; null where none is. */
  readonly deciding: number
  readonly agreement: number | null
}

export interface SentenceMiss {
  readonly kind: string
  readonly question: string
  readonly gold: string
  readonly answer: string
  readonly reason: string
}

/** `half`: paragraphs of even or odd place; rules were chosen on the even ones. */
export async function measureSentences(half: 0 | 1) {
  const asked = (await readParagraphs()).filter((_, at) => at % 2 === half).flatMap(questionsOf)
  const misses: SentenceMiss[] = []
  const others = asked.map((_, at) => asked[(at + Math.floor(asked.length / 2)) % asked.length]!.gold)
  const kinds = {
    'its sentence': asked.map((one) => ({ ...one, answer: one.sentence, isRight: true })),
    'its paragraph': asked.map((one) => ({ ...one, answer: one.paragraph, isRight: true })),
    'gold of another paragraph': asked.flatMap((one, at) =>
      digitsOf(one.paragraph).has(numeralOf(others[at]!))
        ? []
        : [{ ...one, gold: others[at]!, answer: one.sentence, isRight: false }],
    ),
    'gold of a neighbour': asked.flatMap((one) =>
      one.neighbours.map((gold) => ({ ...one, gold, answer: one.sentence, isRight: false })),
    ),
  }
  const figures: Record<string, SentenceFigures> = {}
  for (const [kind, cases] of Object.entries(kinds)) {
    let [decided, right] = [0, 0]
    for (const { question, gold, answer, isRight } of cases) {
      const { isCorrect, reason } = await gradeAnswer({ question, gold, answer, type: 'auto' })
      if (isCorrect !== null) decided++
      if (isCorrect === isRight) right++
      else if (isCorrect !== null) misses.push({ kind, question, gold, answer, reason })
    }
    figures[kind] = {
      answers: cases.length,
      decided,
      right,
      deciding: rounded(decided / cases.length),
      agreement: decided === 0 ? null : rounded(right / decided),
    }
  }
  return { figures, misses }
}

async function readParagraphs(): Promise<Paragraph[]> {
  const lines = (await readFile(sharedPath('data', 'quantities', 'quantities.jsonl'), 'utf8')).split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Paragraph)
}

/** Quantities that have digits, and an entity and a property to ask by. */
function questionsOf({ text, annotations }: Paragraph): Asked[] {
  const quantities = annotations.filter((one) => one.type === 'Quantity' && /\d/.test(one.text))
  return quantities.flatMap((quantity) => {
    const ofSet = annotations.filter(({ set }) => set === quantity.set)
    const entity = ofSet.find(({ type }) => type === 'MeasuredEntity')?.text
    const property = ofSet.find(({ type }) => type === 'MeasuredProperty')?.text
    if (entity === undefined || property === undefined) return []
    const sentence = sentenceAround(text, quantity)
    const neighbours = quantities.filter(
      (other) =>
        other !== quantity &&
        sentence.includes(other.text) &&
        numeralOf(other.text) !== numeralOf(quantity.text),
    )
    const question = `What is the ${property} of ${entity}?`
    return [
      {
        question,
        gold: quantity.text,
        sentence,
        paragraph: text,
        neighbours: neighbours.map((one) => one.text),
      },
    ]
  })
}

function sentenceAround(text: string, { start, end }: Annotation): string {
  const before = [...text.slice(0, start).matchAll(/[.!?]\s+(?=[A-Z])/g)].at(-1)
  const after = /[.!?](?:\s+(?=[A-Z])|$)/.exec(text.slice(end))
  const from = before === undefined ? 0 : before.index + before[0].length
  return text.slice(from, after === null ? text.length : end + after.index + 1)
}

function digitsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/\d[\d,.]*\d|\d/g) ?? [])
}

function numeralOf(text: string): string {
  return /\d[\d,.]*\d|\d/.exec(text)?.[0] ?? ''
}

function rounded(share: number): number {
  return Number(share.toFixed(4))
}
