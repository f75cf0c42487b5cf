import { describe, expect, it } from 'vitest'
import { createLogprobMonitor } from '../../../../monitor/index.ts'
import { lookAt, never } from '../../../fixtures/monitor-looks.ts'

const SURE = -0.01
const UNSURE = -2

/** Parses tokens from "piece|piece"; a leading `?` marks an unsure one. */
function tokensOf(pieces: string) {
  return pieces
    .split('|')
    .map((piece) =>
      piece.startsWith('?')
        ? { token: piece.slice(1), logprob: UNSURE, alternatives: [] }
        : { token: piece, logprob: SURE, alternatives: [] },
    )
}

async function verdictOn(pieces: string, rest: { readonly cut?: number; readonly offset?: number } = {}) {
  const logprobs = tokensOf(pieces)
  const window = logprobs
    .map(({ token }) => token)
    .join('')
    .slice(rest.cut ?? 0)
  const look = lookAt(window, { logprobs, ...(rest.offset === undefined ? {} : { offset: rest.offset }) })
  return { window, ...(await createLogprobMonitor().look(look, never)) }
}

describe('monitor by log probabilities', () => {
  it.each([
    { name: 'a sure word of content', pieces: 'The enzyme is| a| kin|ase.', answer: 'no' },
    { name: 'an unsure word of content', pieces: 'The enzyme is a|? kinase|.', answer: 'yes' },
    { name: 'an unsure piece of a word', pieces: 'It is oxalo|?acetate|.', answer: 'yes' },
    { name: 'an unsure number', pieces: 'It has |?37| kDa.', answer: 'yes' },
    { name: 'an unsure function word', pieces: 'It|? was| cut.', answer: 'no' },
    { name: 'unsure punctuation', pieces: 'It was cut|?;| it fell.', answer: 'no' },
    { name: 'an unsure bracket before a word', pieces: 'It fell |?(|cut).', answer: 'no' },
    { name: 'all sure', pieces: 'It |was cut.', answer: 'no' },
  ])('$name: $answer', async ({ pieces, answer }) => {
    expect((await verdictOn(pieces)).answer).toBe(answer)
  })

  it('leaves words that the look before saw', async () => {
    const pieces = `?kinase| ${'x'.repeat(505)}`
    expect((await verdictOn(pieces)).answer).toBe('yes')
    expect((await verdictOn(pieces, { offset: 896 })).answer).toBe('no')
  })

  it.each([
    { probability: 0.39, answer: 'yes' },
    { probability: 0.41, answer: 'no' },
  ])('a word of $probability is $answer', async ({ probability, answer }) => {
    const logprobs = [{ token: 'kinase', logprob: Math.log(probability), alternatives: [] }]
    const look = lookAt('kinase', { logprobs })
    expect((await createLogprobMonitor().look(look, never)).answer).toBe(answer)
  })
})
