/** Every way that a run of Eigen-1 can take, over HTTP: scripted models, a real corpus, real limits. */
import { describe, expect, test } from 'vitest'
import { solved } from '../../fixtures/eigen1-run.ts'
import { askedOf, openSolver, solve, writtenOf } from '../../fixtures/solved-run.ts'

const DOUBT =
  'Two inbred strains differ at five SNPs, and each gamete has one crossover. I am not sure what a single crossover in a gamete allows: ' +
  'is it really only one switch between the parental chromosomes? That decides which sequences are out of reach. '.repeat(
    5,
  )

describe('the ways through the stages', () => {
  test('a candidate that stays empty is left out, whatever its model was told', async () => {
    let asked = 0
    const solver = await openSolver({
      proposer: () => (++asked === 1 ? { text: solved('30') } : { text: '' }),
    })
    const { outcome, details } = await solve(solver)
    expect(outcome.status).toBe('done')
    expect(details.proposed.map(({ text }) => text)).toEqual([solved('30')])
    // Five empty answers, then one more in which it must answer.
    expect(asked).toBe(1 + 6)
  })

  test('an error in its code is told to the model, which goes on', async () => {
    const solver = await openSolver({
      proposer: (request) =>
        writtenOf(request).includes('<execution_results>')
          ? { text: `\nDivided by nothing, so I count: ${solved('30')}` }
          : { text: 'I divide. <code>\nprint(1 / 0)\n</code>' },
    })
    const { outcome, details } = await solve(solver)
    const told = askedOf(solver, 'proposer').find((request) => writtenOf(request).includes('<exec'))
    expect(writtenOf(told!)).toMatch(/<execution_results>.*ZeroDivisionError: division by zero/s)
    expect(writtenOf(told!)).toContain('Traceback')
    expect(details.proposed[0]?.text).toBe(`Divided by nothing, so I count: ${solved('30')}`)
    expect(outcome).toMatchObject({ status: 'done', ledgers: { steps: 9 } })
  })

  test('nothing is found: nothing is put in, and the look is told as a miss', async () => {
    const solver = await openSolver(
      { proposer: () => ({ text: `${DOUBT}${solved('30')}` }) },
      { units: null },
    )
    const { outcome, events } = await solve(solver)
    expect(outcome).toMatchObject({ status: 'done', evidence: [] })
    const runs = events.flatMap((event) => (event.type === 'agent' ? [event.run] : []))
    const misses = runs.flatMap(({ trace }) => trace.filter(({ kind }) => kind === 'miss'))
    expect(misses).toContainEqual(expect.objectContaining({ reason: 'nothing_found' }))
    expect(runs.flatMap(({ segments }) => segments).every(({ by }) => by === 'model')).toBe(true)
  })
})
