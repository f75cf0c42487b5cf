/** Worked examples of the paper (specs, section 8) through whole runs, and that a run with the same answers is the same run. */
import { describe, expect, test } from 'vitest'
import { startRun } from '../../../app/index.ts'
import { openRunPorts } from '../../../app/solve/run-ports.ts'
import { GlossError, systemClock } from '../../../core/index.ts'
import { changedAnswers } from '../../../packages/lab/evaluation/answers/changed-answers.ts'
import type { AgentRun } from '../../../solver/agent.ts'
import { eigen1 } from '../../../solver/eigen1/pattern.ts'
import { type RunEvent, runPattern } from '../../../solver/index.ts'
import { readAnswer } from '../../../solver/reading/answer.ts'
import { FAKE_ENVIRONMENT } from '../../fakes/fake-run-ports.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'
import { solved } from '../../fixtures/eigen1-run.ts'
import {
  askedOf,
  finalTrace,
  openSolver,
  PATIENT,
  promptOf,
  type SolvedRun,
  solve,
  writtenOf,
} from '../../fixtures/solved-run.ts'
import {
  COUNTED,
  DEMAND,
  DEMANDED,
  MISREAD,
  PATHWAY_PROPOSERS,
  PATHWAY_STEP,
  RECALLED,
  REPAIRED,
  WRONG_SUM,
} from '../../fixtures/solver-examples.ts'
import { HAPLOTYPES, WATTERSON } from '../../fixtures/worked-examples.ts'

function agentsOf({ events }: SolvedRun, stage: string): readonly AgentRun[] {
  return events.flatMap((event) =>
    event.type === 'agent' && event.path.startsWith(`${stage}/`) ? [event.run] : [],
  )
}

/** As published: every helper is a model of the script. */
const PUBLISHED = { monitor: 'published', settings: { seed: 1 } } as const

test('W1: a formula is recalled wrongly, found in the corpus, put in, and used', async () => {
  const scripts = {
    ...RECALLED,
    monitor: WATTERSON.answers,
    querier: WATTERSON.answers,
    injector: WATTERSON.answers,
    sifter: WATTERSON.answers,
  }
  const settings = {
    ...PATIENT,
    GLOSS_LLM_QUERIER_MODEL: 'querier',
    GLOSS_LLM_INJECTOR_MODEL: 'injector',
    GLOSS_LLM_SIFTER_MODEL: 'sifter',
  }
  const solver = await openSolver(scripts, { units: WATTERSON.units, settings })
  const run = await solve(solver, { ...PUBLISHED, text: WATTERSON.question })
  for (const { segments, trace } of agentsOf(run, 'propose')) {
    expect(segments.find(({ by }) => by === 'injection')?.text).toContain('theta = 4 * N_e * mu')
    expect(trace).toContainEqual(
      expect.objectContaining({ kind: 'query', queries: [expect.stringContaining('Watterson')] }),
    )
    expect(trace.filter(({ kind }) => kind === 'injection')).toHaveLength(1)
  }
  expect(run.details.proposed.map(({ text }) => readAnswer(text).text)).toEqual(['100,000', '100,000'])
  expect(run.outcome.evidence).toHaveLength(2)
})

test('W2: two facts are put in, and the 8 and the 30 come out of the interpreter', async () => {
  const solver = await openSolver(COUNTED)
  const run = await solve(solver, { text: HAPLOTYPES.question })
  for (const { segments, trace } of agentsOf(run, 'propose')) {
    expect(segments.find(({ by }) => by === 'code')?.text).toContain("'output': '8 30\\n'")
    expect(trace.filter(({ kind }) => kind === 'injection')).toHaveLength(1)
    expect(trace).toContainEqual(expect.objectContaining({ kind: 'code' }))
    const injected = segments.find(({ by }) => by === 'injection')?.text
    expect(injected).toContain('the sequence switches once')
    expect(injected).toContain('both chromosomes of an animal may be recombinant')
  }
  expect(run.details.proposed.map(({ text }) => readAnswer(text).text)).toEqual(['30', '30'])
})

test('W3: the anchor is repaired by the step that another has, and not by the wrong sum of a third', async () => {
  const run = await solve(await openSolver(REPAIRED), { settings: { proposers: PATHWAY_PROPOSERS, seed: 1 } })
  expect(run.details.corrected.filter(({ text }) => text.includes(PATHWAY_STEP))).toHaveLength(1)
  expect(run.details.corrected.filter(({ text }) => text.includes(WRONG_SUM))).toHaveLength(1)
  for (const { text } of run.details.refined) {
    expect(text.split(PATHWAY_STEP)).toHaveLength(2)
    expect(text).not.toContain(WRONG_SUM)
    expect(text).toContain('Sum: 18 + 12 + 7 = 37.')
  }
  expect(run.stages).not.toContain('correct.0')
})

test('W4: a search that runs out of time is told to the model, and the right answer that became a wrong one is reported', async () => {
  const solver = await openSolver(MISREAD)
  const { gloss } = solver
  const settings = { proposers: 2, retrieval: 'explicit', searchesWeb: false }
  const record = await startRun(gloss, {
    question: { id: 'w4', text: 'Which way does the signal go?' },
    settings,
  })
  const ports = await openRunPorts(gloss, { corpus: 'main', backend: 'auto', monitor: 'lexical' })
  const late = async () => {
    throw new GlossError('MODEL_TIMEOUT', 'The local search took longer than 20 s.')
  }
  const outcome = await runPattern(record, eigen1, {
    store: gloss.runs(),
    ports: { ...ports, functions: () => ({ search_local_documents: { parameters: ['query'], call: late } }) },
    prices: new Map(),
    environment: async () => FAKE_ENVIRONMENT,
    clock: systemClock,
    onEvent: () => undefined,
    signal: NEVER,
  })
  const told = askedOf(solver, 'proposer').filter((request) =>
    writtenOf(request).includes('<execution_results>'),
  )
  expect(told).toHaveLength(2)
  for (const request of told) expect(writtenOf(request)).toContain('longer than 20 s')
  expect(outcome).toMatchObject({ status: 'done' })
  const { corrected, refined } = outcome.details as SolvedRun['details']
  const final = (solution: { readonly text: string } | undefined) => readAnswer(solution?.text ?? '').text
  const steps = refined.map((solution, candidate) => ({
    questionId: 'w4',
    candidate,
    stage: 'refine',
    before: final(corrected[candidate]),
    after: final(solution),
    wasCorrect: final(corrected[candidate]) === 'C',
    isCorrect: final(solution) === 'C',
  }))
  const { changes } = changedAnswers(steps, (one, other) => one === other)
  expect(changes).toMatchObject([
    { before: 'C', after: 'E', turn: 'right_to_wrong' },
    { before: 'C', after: 'E', turn: 'right_to_wrong' },
  ])
})

test('W14: a text without what the evaluator demands fails, and the one with it passes', async () => {
  const solver = await openSolver(DEMANDED)
  const { details, outcome } = await solve(solver, { settings: { proposers: 1, rounds: 2 } })
  expect(details.rounds).toMatchObject([
    { evaluations: [{ passes: false, suggestion: DEMAND }], failed: [0], replaced: [0] },
    { evaluations: [{ passes: true, composite: 5 }], failed: [] },
  ])
  expect(promptOf(askedOf(solver, 'corrector').at(-1)!)).toContain(DEMAND)
  expect(outcome.answer).toContain('Tree C has 6 changes')
  expect(outcome.answer).toContain(solved('C'))
})

describe('the same seed and the same answers', () => {
  test('are the same run: journal, details, evidence and trace', async () => {
    const solver = await openSolver(COUNTED)
    const question = { settings: { proposers: 3, seed: 11, rounds: 2 } }
    const one = await solve(solver, question)
    const asked = solver.server.requests.length
    const other = await solve(solver, question)
    expect(solver.server.requests).toHaveLength(2 * asked)
    expect(await finalTrace(solver.gloss, other.id)).toEqual(await finalTrace(solver.gloss, one.id))
    const prompts = solver.server.requests.map(({ body }) =>
      JSON.stringify(body).replace(/'execution_time': [\d.e-]+/g, ''),
    )
    expect(prompts.slice(asked).toSorted()).toEqual(prompts.slice(0, asked).toSorted())
  })

  test('an event of a run comes from a journal as it came from a model', async () => {
    const solver = await openSolver(COUNTED)
    const one = await solve(solver, { settings: { seed: 11 } })
    const store = solver.gloss.runs()
    const ports = await openRunPorts(solver.gloss, { corpus: 'main', backend: 'auto', monitor: 'lexical' })
    const events: RunEvent[] = []
    const before = solver.server.requests.length
    const options = {
      store,
      ports,
      prices: new Map(),
      environment: async () => FAKE_ENVIRONMENT,
      clock: systemClock,
      signal: NEVER,
      onEvent: (event: RunEvent) => void events.push(event),
    }
    const outcome = await runPattern(await store.get(one.id), eigen1, options)
    expect(solver.server.requests).toHaveLength(before)
    expect(outcome.details).toEqual(one.details)
    expect(outcome.course).toEqual(one.outcome.course)
  })
})
