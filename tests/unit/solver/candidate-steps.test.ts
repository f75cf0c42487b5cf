import { expect, test } from 'vitest'
import { candidateSteps, ownWords } from '../../../solver/eigen1/run-view.ts'
import type { Eigen1Details } from '../../../solver/eigen1/pattern.ts'

const of = (path: string, text: string, said?: string) => ({
  path,
  text,
  hasAnswer: true,
  ...(said === undefined ? {} : { said }),
})

test('what a stage made of a candidate is in its agents’ own words, and in all of its words in runs of older versions', () => {
  const [old, now] = [
    of('propose/0', 'It is 4, I found 5.'),
    of('refine/0', 'It is 6, I found 7.', 'It is 6.'),
  ]
  const stages = { proposed: [old], corrected: [old], refined: [now], pool: [now] }
  expect(candidateSteps(stages as unknown as Eigen1Details)).toEqual([
    { candidate: 0, stage: 'refine', before: 'It is 4, I found 5.', after: 'It is 6.' },
  ])
  expect([old, now].map(ownWords)).toEqual(['It is 4, I found 5.', 'It is 6.'])
})
