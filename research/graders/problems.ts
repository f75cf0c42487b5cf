/** The problems of SciBench with their units taken apart for the rewritings. */
import { readFile } from 'node:fs/promises'
import { sharedPath } from '../../scripts/lib/shared.ts'
import { ATOMS, SPELLED_APART } from './unit-words.ts'

export interface Part {
  readonly symbol: string
  readonly power: number
}

export interface Problem {
  readonly question: string
  /** As SciBench gives it. */
  readonly gold: string
  readonly unit: string
  /** Gold as a number, and the power of ten in front of its unit. */
  readonly value: number
  readonly exponent: number
  /** Empty where the unit is none, or one that only stands for itself. */
  readonly parts: readonly Part[]
}

interface Row {
  readonly problem_text: string
  readonly answer_number: string
  readonly unit: string
}

export async function readProblems(): Promise<Problem[]> {
  const rows = JSON.parse(
    await readFile(sharedPath('data', 'scibench', 'problems.json'), 'utf8'),
  ) as readonly Row[]
  return rows.map(({ problem_text, answer_number, unit }) => {
    const bare = unit.replace(/\\(?:mathrm|text|hat)|[~{}\s$]/g, '')
    const exponent = Number(/^10\^(-?\d+)/.exec(bare)?.[1] ?? 0)
    return {
      question: problem_text,
      gold: answer_number,
      unit,
      value: Number(answer_number.replace('−', '-')),
      exponent,
      parts: partsOf(bare.replace(/^10\^-?\d+/, '')),
    }
  })
}

function partsOf(bare: string): Part[] {
  const apart = SPELLED_APART[bare] ?? (Object.hasOwn(ATOMS, bare) ? bare : '')
  return apart
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const [, symbol, power] = /^(.*?)(-?\d+)?$/.exec(part)!
      return { symbol: symbol!, power: Number(power ?? 1) }
    })
}
