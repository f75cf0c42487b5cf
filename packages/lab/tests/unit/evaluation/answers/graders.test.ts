/** Decisions of `gradeAnswer`, one per line in `grades.txt`, grouped by their shared fields and their question. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type GradeRequest,
  type GradeSettings,
  gradeAnswer,
} from '../../../../evaluation/answers/graders/index.ts'

type Shared = Pick<GradeRequest, 'type' | 'unit' | 'options'> & { readonly settings?: GradeSettings }

interface Case {
  readonly line: string
  readonly question: string
  /** Null for a case about which part of the text is the final answer. */
  readonly shared: Shared | null
  readonly cells: readonly string[]
}

/** Reads the table: `# fields`, `? question`, then lines of `answer | gold | grade` or, under `# final answer`, `text | final answer`. */
function casesIn(table: string): Case[] {
  let shared: Shared | null = null
  let question = ''
  const cases: Case[] = []
  for (const line of table.trimEnd().split('\n')) {
    if (line.startsWith('# {')) shared = JSON.parse(line.slice(2)) as Shared
    else if (line === '# final answer') shared = null
    else if (/^\?(?: |$)/.test(line)) question = line.slice(2).replaceAll('⏎', '\n')
    else cases.push({ line, question, shared, cells: line.replaceAll('⏎', '\n').split(' | ') })
  }
  return cases
}

/** Returns the reason of a grade; `equal` and `named` are right, all others are wrong or, with a question mark, left to a judge. */
async function graded(request: Partial<GradeRequest>, settings?: GradeSettings): Promise<string> {
  const usual = { question: '', gold: '', answer: '', type: 'numeric' }
  const { isCorrect, reason } = await gradeAnswer({ ...usual, ...request }, settings)
  expect(isCorrect === true).toBe(reason === 'equal' || reason === 'named')
  return isCorrect === null ? `${reason}?` : reason
}

const cases = casesIn(readFileSync(join(import.meta.dirname, 'grades.txt'), 'utf8'))

describe('a grade', () => {
  it.for(cases.filter(({ shared }) => shared !== null))('$line', async ({ question, shared, cells }) => {
    const { settings, ...fields } = shared!
    const [answer = '', gold = '', grade] = cells
    expect(await graded({ ...fields, question, answer, gold }, settings)).toBe(grade)
  })

  it.each(['', '  \n', '<answer></answer>', '\\boxed{}'])(
    'of no chosen letter is wrong: %j',
    async (answer) => {
      const request = { question: 'Which?\nA. red\nB. blue', type: 'multipleChoice', gold: 'A', answer }
      expect(await graded(request)).toBe('no_answer')
    },
  )

  it('of more than 20,000 characters is left to a judge', async () => {
    const boxed = (length: number) => `\\boxed{${'x'.repeat(length)}}`
    expect(await graded({ gold: 'y', answer: boxed(20_001), type: 'auto' })).toBe('too_long?')
    expect(await graded({ gold: 'y', answer: boxed(20_000), type: 'auto' })).toBe('wording_differs?')
    const filler = 'It is so very tall. '.repeat(1_100)
    const answer = `Thus it is 300 m.\n${filler}The old tower is 207 m.\nas I said before to all of you`
    const question = 'How tall is the old tower?'
    expect(await graded({ question, gold: '207', answer, type: 'auto' })).toBe('equal')
  })

  it('is refused for an unknown answer_type, by its name', async () => {
    await expect(graded({ gold: 'a', answer: 'a', type: 'figure' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('"figure"'),
    })
  })
})

describe('the final answer of a text', () => {
  it.for(cases.filter(({ shared }) => shared === null))('$line', async ({ cells: [answer = '', final] }) => {
    const { extracted } = await gradeAnswer({ question: '', gold: 'x', answer, type: 'text' })
    expect(extracted).toBe(final)
  })
})
