/** A sentence that names the gold is right; what could be another name, one of several or a remark is left to a judge. */
import { describe, expect, it } from 'vitest'
import { type GradeSettings, gradeAnswer } from '../../../../evaluation/answers/graders/index.ts'

const QUESTION = 'Which protein transfers electrons to complex IV in mitochondria?'
const GOLD = 'cytochrome c'

async function said(answer: string, gold = GOLD, question = QUESTION, settings: GradeSettings = {}) {
  const { isCorrect } = await gradeAnswer({ question, gold, answer, type: 'auto' }, settings)
  return isCorrect
}

describe('a sentence', () => {
  it.for([
    'The protein that transfers electrons to complex IV is cytochrome c.',
    'Cytochrome c transfers electrons to complex IV.',
    'Electrons are transferred to complex IV in mitochondria by cytochrome c (a small haem protein).',
    'The protein that transfers electrons to complex IV in mitochondria is called **cytochrome c**. It is small. Complex III passes them on.',
    'Complex III takes them from ubiquinol, and many other things happen before. So the protein that transfers electrons to complex IV is cytochrome c.',
  ])('names the gold: %s', async (answer) => {
    expect(await said(answer)).toBe(true)
  })

  it.for([
    'The protein that transfers electrons to complex IV is cytochrome c oxidase.',
    'The protein that transfers electrons to complex IV is not cytochrome c.',
    'The protein is cytochrome c or plastocyanin.',
    'Proteins that transfer electrons to complex IV are cytochrome c and plastocyanin.',
    'Complex III reduces cytochrome c, and plastocyanin transfers electrons to complex IV.',
    'The inhibitor of the partner of the protein is cytochrome c.',
    'If oxygen is missing, the protein that transfers electrons to complex IV is cytochrome c.',
    'Plastocyanin transfers electrons to complex IV. It resembles cytochrome c.',
    'Final Answer: plastocyanin, which transfers electrons as cytochrome c does',
  ])('leaves to a judge: %s', async (answer) => {
    expect(await said(answer)).toBeNull()
  })

  it('names all items of a list, in any order, and no other', async () => {
    const gold = 'adenine, guanine and hypoxanthine'
    const question = 'Which purines does the enzyme take?'
    expect(await said('The purines are guanine, adenine, and hypoxanthine.', gold, question)).toBe(true)
    expect(await said('The purines are guanine and adenine.', gold, question)).toBeNull()
    expect(
      await said('The purines are guanine, xanthine, adenine and hypoxanthine.', gold, question),
    ).toBeNull()
  })

  it('says nothing with words that the question has already', async () => {
    const question = 'Is it the kinase or the phosphatase that acts first?'
    expect(await said('The kinase acts first.', 'the kinase', question)).toBeNull()
  })

  it('does not answer yes or no by holding the word', async () => {
    expect(
      await said('The answer depends: yes is what the enzyme says.', 'yes', 'Is the enzyme active?'),
    ).toBeNull()
  })

  it('is read by the letter where the grader says so', async () => {
    const answer = 'The protein that transfers electrons to complex IV is named by many cytochrome c.'
    expect(await said(answer, GOLD, QUESTION, { reading: 'literal' })).toBeNull()
  })
})

it('numbers that the question names are not the answer', async () => {
  const question = 'How many trials did the 2017 survey find?'
  expect(await said('There were 10 trials in the 2017 survey.', '10', question)).toBe(true)
  expect(await said('There were 12 trials in the 2017 survey.', '10', question)).toBe(false)
})
