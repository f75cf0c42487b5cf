/** Right and wrong answers to the multiple-choice questions, in the forms in which models give them. */
import { readFile } from 'node:fs/promises'
import { sharedPath } from '../../scripts/lib/shared.ts'
import type { Dice } from './rewritings.ts'

export interface ChoiceQuestion {
  readonly query: string
  /** Letters. */
  readonly gt: string
}

export type ChoiceForm = (letters: string, dice: Dice) => string | undefined

export async function readChoiceQuestions(): Promise<ChoiceQuestion[]> {
  const files = ['supergpqa-hard.json', 'trqa_lit_converted.json']
  const texts = await Promise.all(
    files.map((file) => readFile(sharedPath('data', 'questions', file), 'utf8')),
  )
  return texts.flatMap((text) => JSON.parse(text) as ChoiceQuestion[])
}

function enumerated(letters: string): string {
  return letters.length < 2 ? letters : `${[...letters.slice(0, -1)].join(', ')} and ${letters.at(-1)}`
}

export const CHOICE_FORMS: Readonly<Record<string, ChoiceForm>> = {
  letters: (letters) => letters,
  'letters in another order': (letters) => (letters.length < 2 ? undefined : [...letters].reverse().join('')),
  'commas and and': enumerated,
  'small letters in brackets': (letters) =>
    [...letters].map((letter) => `(${letter.toLowerCase()})`).join(', '),
  'a tag': (letters) => `Of 4 candidates A is weak.\n<answer>${letters}</answer>`,
  'a box': (letters) => `Option A is wrong. Hence $\\boxed{\\text{${enumerated(letters)}}}$.`,
  'a sentence': (letters) => `A does not hold.\n\nThe answer is (${[...letters].join(', ')}).`,
  bold: (letters) => `**Final Answer:** **${enumerated(letters)}**`,
  'by slashes': (letters) => [...letters].join('/'),
  'the word options': (letters) => `The correct options are ${enumerated(letters)}.`,
}

/** One letter becomes another, goes or comes. */
export function wrongLetters(letters: string, known: string, dice: Dice): string {
  const others = [...known].filter((letter) => !letters.includes(letter))
  const other = others[dice(others.length)]
  if (other === undefined) return letters.slice(1)
  const at = dice(letters.length)
  return [...letters.slice(0, at), other, ...letters.slice(at + 1)].sort().join('')
}
