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
  test('E8 R3 the second round knows the last answer and nothing else of the first', async () => {
    const solver = await openRethinker({
      solver: inTurn(`A long way to it. ${boxed('A')}`, boxed('B')),
      critic: inTurn(`Also a long way. ${boxed('C')}`, boxed('D')),
    })
    await rethink(solver, { paths: 1, solverRounds: 2, criticRounds: 2 })
    const [first, second] = prompts(solver, 'solver')
    expect(first).not.toContain('Last round answer')
    expect(second).toContain('Last round answer is: A. Please re-answer it.')
    expect(second).not.toContain('A long way')
    const [third, fourth] = prompts(solver, 'critic')
    expect(third).not.toContain('Last round answer')
    expect(fourth).toContain('Last round answer is: C. Please re-answer it.')
    expect(fourth).not.toContain('Also a long way')
  })

  test('E8 R3 without an answer in the first round there is no such line', async () => {
    const solver = await openRethinker({
      solver: ({ body }) => ({ text: `I ${String(body['seed'] ?? '')} stop.` }),
    })
    await rethink(solver, { paths: 1, solverRounds: 2, maxNudges: 0 })
    for (const prompt of prompts(solver, 'solver')) expect(prompt).not.toContain('Last round answer')
  })
})

describe('the summary', () => {
  test('R4 its prompt holds code and results of the last round', async () => {
    const solver = await openRethinker({
      solver: (request) =>
        writtenOf(request).includes('<execution_results>')
          ? { text: boxed('42') }
          : { text: 'I count. <code>print(6*7)</code>' },
    })
    const { details } = await rethink(solver, ONE)
    const [prompt] = prompts(solver, 'reflector')
    expect(prompt).toContain(
      'I count. <code>print(6*7)</code><execution_results>{"output":"42\\n","error":null,',
    )
    expect(prompt).toContain(boxed('42'))
    expect(details.candidates[0]?.summary).toMatchObject({ cutResults: 0, droppedTurns: 0, by: 'answer' })
  })

  test.each([
    { solutionSummary: 'guided', has: ['It counted.', '* 30', 'Count again.'], lacks: [] },
    { solutionSummary: 'summary', has: ['It counted.', '* 30'], lacks: ['Count again.'] },
    { solutionSummary: 'answer', has: ['30'], lacks: ['It counted.', 'Count again.'] },
  ])('R5 a critic is given $solutionSummary', async ({ solutionSummary, has, lacks }) => {
    const solver = await openRethinker()
    await rethink(solver, { ...ONE, solutionSummary })
    const [prompt = ''] = prompts(solver, 'critic')
    const given = prompt.split("## Student's Solution\n")[1]?.split('\n## Your Job')[0] ?? ''
    for (const part of has) expect(given).toContain(part)
    for (const part of lacks) expect(given).not.toContain(part)
  })

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
  test('E7 runs its code and answers: 2 steps, 1 call', async () => {
    const solver = await openRethinker({
      solver: (request) =>
        writtenOf(request).includes('"output":"42\\n"')
          ? { text: '<answer>\\boxed{42}</answer>' }
          : { text: '<code>print(6*7)</code>' },
    })
    const { details, outcome } = await rethink(solver, { ...ONE, criticRounds: 0 })
    expect(details.candidates[0]?.solver).toMatchObject([{ answer: '42', steps: 2, finish: 'answer' }])
    expect(outcome.answer).toBe('<answer>\\boxed{42}</answer>')
  })

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

  test('R10 tags in the output of code are no answer', async () => {
    const solver = await openRethinker({
      solver: (request) =>
        writtenOf(request).includes('execution_results')
          ? { text: boxed('8') }
          : { text: '<code>print("<" + "answer>9</answer>")</code>' },
    })
    const { details } = await rethink(solver, { ...ONE, criticRounds: 0 })
    expect(details.candidates[0]?.solver).toMatchObject([{ answer: '8', steps: 2 }])
  })

  test('R11 it has so many steps and no more; the last attempt runs no code', async () => {
    const solver = await openRethinker({ solver: () => ({ text: 'Again. <code>print(1)</code>' }) })
    const { events, outcome } = await rethink(solver, { ...ONE, criticRounds: 0, maxSteps: 3 })
    expect(askedOf(solver, 'solver')).toHaveLength(4)
    const [run] = events.flatMap((event) => (event.type === 'agent' ? [event.run] : []))
    expect(run?.segments.filter(({ by }) => by === 'code')).toHaveLength(3)
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'NO_SOLUTION' } })
  })

  test('R12 five nudges, then one last attempt, then no answer', async () => {
    const solver = await openRethinker({ solver: () => ({ text: 'I think on. ' }) })
    const { events } = await rethink(solver, { ...ONE, criticRounds: 0 })
    expect(askedOf(solver, 'solver')).toHaveLength(7)
    const [run] = events.flatMap((event) => (event.type === 'agent' ? [event.run] : []))
    const put = run?.segments.filter(({ by }) => by === 'injection') ?? []
    expect(put).toHaveLength(6)
    for (const { text } of put)
      expect(text.trim()).toBe(
        'Now combine all the information above and write the answer in <answer></answer> with \\boxed.',
      )
    expect(run).toMatchObject({ hasAnswer: false })
  })

  test('R12 a nudge is enough for one that only forgot its answer', async () => {
    const solver = await openRethinker({ solver: inTurn('It is 30.', boxed('30')) })
    const { details } = await rethink(solver, ONE)
    expect(details.candidates[0]?.solver).toMatchObject([{ answer: '30', steps: 2 }])
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
    expect(outcome.failure?.message).toContain('Path 1 came to no answer')
  })

  test('a spent budget ends the run with the best candidate so far', async () => {
    const solver = await openRethinker(AGREEING)
    const { outcome } = await rethink(solver, { paths: 3, reselections: 6 }, { budget: { steps: 7 } })
    expect(outcome).toMatchObject({ status: 'budget', answer: boxed('30') })
  })
})
