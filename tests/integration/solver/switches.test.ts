/** What is left of the monitor when its parts are switched off (E54, E56), and what the tool tax of searching by hand is. */
import { describe, expect, test } from 'vitest'
import type { ScriptedRequest } from '../../fakes/scripted-llm/server.ts'
import type { RoleScripts } from '../../fakes/scripted-solver.ts'
import { solved } from '../../fixtures/eigen1-run.ts'
import { askedOf, openSolver, PATIENT, promptOf, solve, writtenOf } from '../../fixtures/solved-run.ts'

const OPENING =
  'Each gamete has one crossover, and both chromosomes of an animal may be recombinant. Is that so? '.repeat(
    7,
  )
const OWN_MODELS = { GLOSS_LLM_QUERIER_MODEL: 'querier', GLOSS_LLM_INJECTOR_MODEL: 'injector' }
const INJECTED = 'Wait a minute, I found that a gamete switches once.'

/** The monitor always says yes; a turn that was begun is ended. */
const SCRIPTS: RoleScripts = {
  proposer: (request) => ({
    text: isBegun(request) ? ` So it is. ${solved('30')}` : `${OPENING}${solved('32')}`,
  }),
  monitor: () => ({ text: 'yes' }),
  querier: () => ({ text: 'single crossover gamete' }),
  injector: () => ({ text: INJECTED }),
}

function isBegun(request: ScriptedRequest): boolean {
  return writtenOf(request).includes(OPENING.slice(0, 80))
}

async function run(settings: Readonly<Record<string, unknown>>) {
  const solver = await openSolver(SCRIPTS, { settings: { ...PATIENT, ...OWN_MODELS } })
  const { events, outcome } = await solve(solver, {
    monitor: 'model',
    settings: { proposers: 1, corrects: false, evaluates: false, ...settings },
  })
  const [agent] = events.flatMap((event) => (event.type === 'agent' ? [event.run] : []))
  return { solver, outcome, trace: agent?.trace ?? [], segments: agent?.segments ?? [] }
}

describe('the parts of the monitor', () => {
  test('all of them: a query of the querier, the words of the injector', async () => {
    const { trace, segments } = await run({})
    expect(trace).toContainEqual(
      expect.objectContaining({ kind: 'query', queries: ['single crossover gamete'] }),
    )
    expect(segments.find(({ by }) => by === 'injection')?.text).toContain(INJECTED)
  })

  test('without an injector the units go in as they are', async () => {
    const { solver, segments } = await run({ hasInjector: false })
    expect(askedOf(solver, 'injector')).toEqual([])
    const put = segments.find(({ by }) => by === 'injection')?.text
    expect(put).toContain('With a single crossover in a gamete the sequence switches once')
    expect(put).not.toContain('Wait a minute')
  })
})

test('searching by hand takes more steps than being told', async () => {
  const searching: RoleScripts = {
    ...SCRIPTS,
    proposer: (request) =>
      writtenOf(request).includes('<execution_results>')
        ? { text: `\nIt switches once. ${solved('30')}` }
        : promptOf(request).includes('search_local_documents')
          ? { text: 'I look it up. <code>print(search_local_documents("single crossover gamete"))</code>' }
          : { text: isBegun(request) ? ` So it is. ${solved('30')}` : `${OPENING}${solved('32')}` },
  }
  const stepsOf = async (retrieval: string) => {
    const solver = await openSolver(searching, { settings: { ...PATIENT, ...OWN_MODELS } })
    const { outcome } = await solve(solver, {
      monitor: 'model',
      settings: { retrieval, proposers: 3, refines: false, corrects: false, evaluates: false },
    })
    expect(outcome.status).toBe('done')
    const [told] = askedOf(solver, 'proposer').filter((request) =>
      writtenOf(request).includes('<execution_results>'),
    )
    if (retrieval === 'explicit') expect(writtenOf(told!)).toContain('With a single crossover in a gamete')
    return outcome.ledgers.steps
  }
  expect(await stepsOf('implicit')).toBe(3 + 1)
  expect(await stepsOf('explicit')).toBe(2 * 3 + 1)
})
