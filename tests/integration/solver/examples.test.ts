/** Worked examples of the paper (specs, section 8) through whole runs, and that a run with the same answers is the same run. */
import { describe, expect, test } from 'vitest'
import { type AgentRun, readAnswer } from '../../../solver/index.ts'
import { solved } from '../../fixtures/eigen1-run.ts'
import {
  askedOf,
  finalTrace,
  openSolver,
  PATIENT,
  promptOf,
  type SolvedRun,
  solve,
} from '../../fixtures/solved-run.ts'
import {
  COUNTED,
  DEMAND,
  DEMANDED,
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
})
