/** The graders over every form of every problem, counted by form. The same seed gives the same answers. */

import { randomIndex, seededRandom } from '../../core/random.ts'
import { gradeAnswer } from '../../evaluation/answers/graders/index.ts'
import { CHOICE_FORMS, type ChoiceQuestion, readChoiceQuestions, wrongLetters } from './choice-forms.ts'
import { PERTURBATIONS } from './perturbations.ts'
import { type Problem, readProblems } from './problems.ts'
import { type Dice, REWRITINGS, type Rewriting } from './rewritings.ts'

const SEED = 66
const LETTERS = 'ABCDEFGHIJ'

export interface KindFigures {
  readonly answers: number
  readonly asExpected: number
  /** Left to a judge; counted as not as expected. */
  readonly undecided: number
  readonly share: number
}

export interface SetFigures {
  readonly kinds: Readonly<Record<string, KindFigures>>
  readonly total: KindFigures
}

export interface Miss {
  readonly kind: string
  readonly gold: string
  readonly unit: string | undefined
  readonly answer: string
  readonly reason: string
}

interface Case {
  readonly kind: string
  readonly question: string
  readonly gold: string
  readonly unit: string | undefined
  readonly answer: string
  readonly type: string
}

export async function measureGraders(every = 1) {
  const problems = (await readProblems()).filter((_, at) => at % every === 0)
  const questions = (await readChoiceQuestions()).filter((_, at) => at % every === 0)
  const misses: Miss[] = []
  const figures = {
    'numbers, right': await measure(numberCases(problems, REWRITINGS), true, misses),
    'numbers, wrong': await measure(numberCases(problems, PERTURBATIONS), false, misses),
    'letters, right': await measure(choiceCases(questions, false), true, misses),
    'letters, wrong': await measure(choiceCases(questions, true), false, misses),
  }
  return { figures, misses }
}

async function measure(cases: readonly Case[], expected: boolean, misses: Miss[]): Promise<SetFigures> {
  const counts = new Map<string, { answers: number; asExpected: number; undecided: number }>()
  for (const { kind, ...request } of cases) {
    const count = counts.get(kind) ?? { answers: 0, asExpected: 0, undecided: 0 }
    counts.set(kind, count)
    const { isCorrect, reason } = await gradeAnswer(request)
    count.answers++
    if (isCorrect === expected) count.asExpected++
    else misses.push({ kind, gold: request.gold, unit: request.unit, answer: request.answer, reason })
    if (isCorrect === null) count.undecided++
  }
  const sum = (field: 'answers' | 'asExpected' | 'undecided') =>
    [...counts.values()].reduce((total, count) => total + count[field], 0)
  return {
    kinds: Object.fromEntries([...counts].map(([kind, count]) => [kind, withShare(count)])),
    total: withShare({ answers: sum('answers'), asExpected: sum('asExpected'), undecided: sum('undecided') }),
  }
}

function withShare(count: { answers: number; asExpected: number; undecided: number }): KindFigures {
  return { ...count, share: Number((count.asExpected / count.answers).toFixed(4)) }
}

function numberCases(problems: readonly Problem[], forms: Readonly<Record<string, Rewriting>>): Case[] {
  const dice = createDice()
  return Object.entries(forms).flatMap(([kind, form]) =>
    problems.flatMap((problem) => {
      const answer = form(problem, dice)
      if (answer === undefined) return []
      return [
        { kind, question: problem.question, gold: problem.gold, unit: problem.unit, answer, type: 'numeric' },
      ]
    }),
  )
}

function choiceCases(questions: readonly ChoiceQuestion[], isWrong: boolean): Case[] {
  const dice = createDice()
  return Object.entries(CHOICE_FORMS).flatMap(([kind, form]) =>
    questions.flatMap(({ query, gt }) => {
      const known = [...LETTERS].filter((letter) => new RegExp(`^${letter}[.:]`, 'm').test(query)).join('')
      const answer = form(isWrong ? wrongLetters(gt, known, dice) : gt, dice)
      if (answer === undefined) return []
      return [{ kind, question: query, gold: gt, unit: undefined, answer, type: 'multipleChoice' }]
    }),
  )
}

function createDice(): Dice {
  const random = seededRandom(SEED)
  return (below) => randomIndex(random, below)
}
