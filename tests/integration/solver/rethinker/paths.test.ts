/** The paths of ReThinker against a scripted server (specs/rethinker.md 5.1, 9 and 12). */
import { describe, expect, test } from 'vitest'
import {
  AGREEING,
  askedOf,
  boxed,
  inTurn,
  openRethinker,
  promptOf,
  rethink,
  summaryOf,
  writtenOf,
} from '../../../fixtures/rethinker-run.ts'

const ONE = { paths: 1 }
const prompts = (solver: Awaited<ReturnType<typeof openRethinker>>, role: string) =>
  askedOf(solver, role).map(promptOf)

describe('re-answer', () => {
  test('E8 R3 without an answer in the first round there is no such line', async () => {
    const solver = await openRethinker({
      solver: ({ body }) => ({ text: `I ${String(body['seed'] ?? '')} stop.` }),
    })
    await rethink(solver, { paths: 1, solverRounds: 2, maxNudges: 0 })
    for (const prompt of prompts(solver, 'solver')) expect(prompt).not.toContain('Last round answer')
  })
})

test('a seed goes with every call of a path', async () => {
  const solver = await openRethinker({})
  await rethink(solver, { ...ONE, seed: 7 })
  for (const role of ['solver', 'reflector', 'critic'])
    expect(new Set(askedOf(solver, role).map(({ body }) => typeof body['seed'])), role).toEqual(
      new Set(['number']),
    )
})

describe('the summary', () => {
  test('R6 is repaired once, and then all of it is handed on with the solver’s answer', async () => {
    const mended = await openRethinker({ reflector: inTurn('Part 1: x', summaryOf('30')) })
    expect((await rethink(mended, ONE)).details.candidates[0]?.summary?.by).toBe('repair')
    expect(askedOf(mended, 'reflector')).toHaveLength(2)
    const lost = await openRethinker({ reflector: inTurn('It is all fine.') })
    const { details } = await rethink(lost, ONE)
    expect(askedOf(lost, 'reflector')).toHaveLength(2)
    expect(details.candidates[0]?.summary).toMatchObject({
      by: 'fallback',
      steps: 'It is all fine.',
      answer: '30',
    })
    expect(prompts(lost, 'critic')[0]).toContain('It is all fine.\nPart 2: Final Answer\n30')
  })

  test('R7 null in part 2 leaves the solver’s answer standing', async () => {
    const solver = await openRethinker({
      reflector: () => ({ text: summaryOf(null) }),
      critic: () => ({ text: 'I cannot say.' }),
    })
    const { details, outcome } = await rethink(solver, { ...ONE, maxNudges: 0 })
    expect(details.candidates).toMatchObject([{ answer: '30', from: 'solver' }])
    expect(outcome.answer).toContain('30')
  })
})

describe('an agent', () => {
  test('R8 R9 its stream is cut behind its code, and an answer before it wins', async () => {
    const solver = await openRethinker({
      solver: (request) =>
        writtenOf(request).includes('execution_results')
          ? { text: boxed('8') }
          : { text: 'First <code>print(8)</code> It printed 9. <answer>9</answer>' },
      critic: () => ({ text: '<answer>7</answer> To be sure: <code>print(8)</code>' }),
    })
    const { details, events } = await rethink(solver, ONE)
    expect(details.candidates[0]?.solver).toMatchObject([{ answer: '8' }])
    expect(details.candidates[0]?.critic).toMatchObject([{ answer: '7', steps: 1 }])
    const runs = events.flatMap((event) => (event.type === 'agent' ? [event.run] : []))
    expect(JSON.stringify(runs)).not.toContain('It printed 9.')
    expect(runs.flatMap(({ segments }) => segments.filter(({ by }) => by === 'code'))).toHaveLength(1)
  })

  test('R11 it has so many steps and no more; the last attempt runs no code', async () => {
    const solver = await openRethinker({ solver: () => ({ text: 'Again. <code>print(1)</code>' }) })
    const { events, outcome } = await rethink(solver, { ...ONE, criticRounds: 0, maxSteps: 3 })
    expect(askedOf(solver, 'solver')).toHaveLength(4)
    const [run] = events.flatMap((event) => (event.type === 'agent' ? [event.run] : []))
    expect(run?.segments.filter(({ by }) => by === 'code')).toHaveLength(3)
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'NO_SOLUTION' } })
  })

  test('code that was left open is gone on with once, without a word', async () => {
    const solver = await openRethinker({
      solver: (request) => {
        const written = writtenOf(request)
        if (written.includes('execution_results')) return { text: boxed('42') }
        return written.includes('<code>print(6') ? { text: '*7)</code>' } : { text: '<code>print(6' }
      },
    })
    const { details } = await rethink(solver, { ...ONE, criticRounds: 0 })
    expect(details.candidates[0]?.solver).toMatchObject([{ answer: '42', steps: 2 }])
    expect(writtenOf(askedOf(solver, 'solver')[1]!)).toBe('<code>print(6')
  })

  test('R13 an error of its code, and its end of time, come back as results', async () => {
    const told: string[] = []
    const solver = await openRethinker({
      solver: (request) => {
        const results = writtenOf(request).split('<execution_results>').slice(1)
        told.splice(0, told.length, ...results)
        const blocks = ['<code>1/0</code>', '<code>\nwhile True: pass\n</code>']
        return { text: blocks[results.length] ?? boxed('8') }
      },
    })
    const { details } = await rethink(solver, { ...ONE, criticRounds: 0, codeSeconds: 1 })
    expect(details.candidates[0]?.solver).toMatchObject([{ answer: '8', steps: 3 }])
    expect(told[0]).toContain('ZeroDivisionError')
    expect(told[1]).toMatch(/"error":".*\b1 s/)
  })
})

describe('R15 a path that fails', () => {
  test('is dropped with its reason, and the others are numbered anew', async () => {
    const solver = await openRethinker({
      solver: ({ body }) =>
        Number(body['seed']) % 3 === 1 ? { fault: { kind: 'status', status: 400 } } : { text: boxed('30') },
    })
    const { details } = await rethink(solver, { paths: 3, seed: 0 })
    expect(details.dropped).toHaveLength(1)
    expect(details.dropped[0]?.reason).toMatch(/^MODEL_/)
    expect(details.candidates).toHaveLength(2)
    expect(promptOf(askedOf(solver, 'selector')[0]!)).toContain('following 2 responses')
  })

  test('all without an answer are a coded error that names the reason', async () => {
    const solver = await openRethinker({
      solver: () => ({ text: 'No.' }),
      critic: () => ({ text: 'No.' }),
      reflector: () => ({ text: summaryOf(null) }),
    })
    const { outcome } = await rethink(solver, { maxNudges: 0 })
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'NO_SOLUTION' } })
    expect(outcome.failure?.message).toContain('Path 1 reached no answer')
  })

  test('a spent budget ends the run with the best candidate so far', async () => {
    const solver = await openRethinker(AGREEING)
    const { outcome } = await rethink(solver, { paths: 3, reselections: 6 }, { budget: { steps: 7 } })
    expect(outcome).toMatchObject({ status: 'budget', answer: boxed('30') })
  })
})
