/** SCHEMA by the checks and worked examples of specs/reasoning-with-a-star.md. */
import { describe, expect, it } from 'vitest'
import { ACCEPTED, order, REJECTED, runStar, sent } from '../../fixtures/star-run.ts'

const expert = (role: string, prompt: string) => ({ role, prompt, produces: 'a number' })
const ARCH = JSON.stringify({
  q_type: 'numeric',
  format_hints: 'units=km/s',
  plan: ['find v_A'],
  checks: ['unit km/s', 'one number'],
  expert_sequence: [expert('physics', 'Give the formula.'), expert('math', 'Put in.')],
})
const allocated = (steps: readonly object[], q_type?: string) =>
  JSON.stringify({ steps, ...(q_type === undefined ? {} : { q_type }), notes: '' })
const ALLOC = allocated([expert('physics', 'State the formula.'), expert('math', 'Compute it.')], 'numeric')
const SAID = ['Candidate:\nv_A = B/sqrt(mu0 rho)', 'Candidate:\n48.8 km/s']
const FIRST = 'Reasoning:\nx\nFinal Answer:\n48.8'
const SECOND = 'Reasoning:\nx\nFinal Answer:\n48.8 km/s'
const LINES = {
  architect: ARCH,
  allocator: ALLOC,
  expert: SAID,
  synthesizer: [FIRST, SECOND],
  guard: REJECTED,
  finalizer: SECOND,
}
const ACCEPTING = { ...LINES, synthesizer: SECOND, guard: ACCEPTED }

/** What each expert was told, and what it saw of the others. */
function experts({ solver }: Awaited<ReturnType<typeof runStar>>) {
  const count = order(solver).filter((role) => role === 'expert').length
  return Array.from({ length: count }, (_, n) => {
    const { system, message } = sent(solver, 'expert', n)
    return { message, context: /CONTEXT:\n([\s\S]*?)\nRole guidance/.exec(system)?.[1], system }
  })
}

describe('SCHEMA', () => {
  it.each([
    [
      'no step is valid: the experts of the architecture',
      ARCH,
      allocated([expert('qa', ' ')]),
      ['physics', 'math'],
    ],
    [
      'neither has one: mathematics, and a plain answer',
      ARCH.replace(/"expert_sequence":.*\]/, '"expert_sequence":[]'),
      allocated([]),
      ['math', 'qa'],
    ],
    ['nothing can be read: one expert who answers alone', 'no', 'no', ['qa']],
  ])('S6 S13 E4 where %s', async (_, architect, allocator, roles) => {
    const run = await runStar('schema', { ...ACCEPTING, architect, allocator })
    expect(run.outcome.status).toBe('done')
    expect(experts(run).map(({ message }) => /^ROLE: (\S+)\nPROMPT: \S/.exec(message)?.[1])).toEqual(roles)
  })

  it.each([
    ['that of the allocation', 'latex', 'latex'],
    ['that of the architecture', undefined, 'numeric'],
    ['unknown for a type that is none', 'poem', 'unknown'],
  ])('S8 the type of the answer is %s', async (_, given, type) => {
    const allocator = allocated([expert('qa', 'x')], given)
    const { solver } = await runStar('schema', { ...ACCEPTING, allocator })
    expect(sent(solver, 'guard').message).toContain(`Q_TYPE:\n${type}\n`)
  })

  it.each([
    { given: ['bio', 'Chem', ' QA '], roles: ['biology', 'chemistry', 'qa'] },
    { given: ['', 'domain:', 'physics'], roles: ['qa', 'qa', 'physics'] },
    { given: ['astronomy', 'domain:astronomy'], roles: ['domain:astronomy', 'domain:astronomy'] },
  ])('S9 the roles $given are $roles', async ({ given, roles }) => {
    const allocator = allocated(given.map((role) => expert(role, 'Go.')))
    const run = await runStar('schema', { ...ACCEPTING, allocator })
    expect(experts(run).map(({ message }) => message)).toEqual(
      roles.map((role) => `ROLE: ${role}\nPROMPT: Go.`),
    )
  })
})
