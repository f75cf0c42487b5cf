/** What is left of the monitor when its parts are switched off (E54, E56), and what the tool tax of searching by hand is. */
import { describe, expect, test } from 'vitest'
import type { ScriptedRequest } from '../../fakes/scripted-llm/server.ts'
import type { RoleScripts } from '../../fakes/scripted-solver.ts'
import { solved } from '../../fixtures/eigen1-run.ts'
import { askedOf, openSolver, PATIENT, solve, writtenOf } from '../../fixtures/solved-run.ts'

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
  test('without an injector the units go in as they are', async () => {
    const { solver, segments } = await run({ hasInjector: false })
    expect(askedOf(solver, 'injector')).toEqual([])
    const put = segments.find(({ by }) => by === 'injection')?.text
    expect(put).toContain('With a single crossover in a gamete the sequence switches once')
    expect(put).not.toContain('Wait a minute')
  })
})
