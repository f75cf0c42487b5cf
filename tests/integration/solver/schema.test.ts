/** SCHEMA by the checks and worked examples of specs/reasoning-with-a-star.md. */
import { describe, expect, it } from 'vitest'
import {
  ACCEPTED,
  expectLedgerOfServer,
  order,
  REJECTED,
  runStar,
  SPEED_QUERY,
  sent,
} from '../../fixtures/star-run.ts'

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
const LOG = `${SAID[0]}\n\n${SAID[1]}\n\n`

/** What each expert was told, and what it saw of the others. */
function experts({ solver }: Awaited<ReturnType<typeof runStar>>) {
  const count = order(solver).filter((role) => role === 'expert').length
  return Array.from({ length: count }, (_, n) => {
    const { system, message } = sent(solver, 'expert', n)
    return { message, context: /CONTEXT:\n([\s\S]*?)\nRole guidance/.exec(system)?.[1], system }
  })
}

describe('SCHEMA', () => {
  it('S1 S7 E4 two experts and a guard that rejects: eight calls, one correction, no second guard', async () => {
    const { solver, outcome, details } = await runStar('schema', LINES)
    expect(outcome).toMatchObject({ status: 'done', answer: SECOND, answerPath: 'finalize/0' })
    expect(order(solver)).toEqual([
      'architect',
      'allocator',
      'expert',
      'expert',
      'synthesizer',
      'guard',
      'synthesizer',
      'finalizer',
    ])
    expect(sent(solver, 'synthesizer', 1).message).toBe(
      `TASK:\n${SPEED_QUERY}\n\nQ_TYPE:\nnumeric\n\nEXPERT_LOG:\n${LOG}\n\nFIX:\n${REJECTED}`,
    )
    expect(details).toMatchObject({ accepted: null, confidence: 0.6, retried: 1 })
  })

  it('S1 S2 S12 the messages are those of the conductor; an accepted synthesis takes one call less', async () => {
    const { solver, details } = await runStar('schema', ACCEPTING)
    expect(order(solver)).toHaveLength(7)
    expect(sent(solver, 'architect').message).toBe(`TASK:\n${SPEED_QUERY}`)
    expect(sent(solver, 'architect').system).toContain(`TASK: ${SPEED_QUERY}\n`)
    expect(sent(solver, 'allocator').message).toBe(`TASK:\n${SPEED_QUERY}\n\nARCH:\n${ARCH}`)
    expect(sent(solver, 'expert').message).toBe('ROLE: physics\nPROMPT: State the formula.')
    expect(sent(solver, 'synthesizer').message).toBe(
      `TASK:\n${SPEED_QUERY}\n\nQ_TYPE:\nnumeric\n\nEXPERT_LOG:\n${LOG}`,
    )
    expect(sent(solver, 'guard').message).toBe(`ARCH:\n${ARCH}\n\nQ_TYPE:\nnumeric\n\nSYNTHESIS:\n${SECOND}`)
    expect(sent(solver, 'finalizer').message).toBe(`MESSAGE:\n${SECOND}`)
    expect(details).toMatchObject({
      accepted: true,
      requirements: [{ verdict: 'pass' }, { verdict: 'pass' }],
    })
  })

  it('S6 E4 each expert is given what those before it wrote', async () => {
    const asked = experts(await runStar('schema', ACCEPTING))
    expect(asked.map(({ context }) => context)).toEqual(['', `${SAID[0]}\n\n`])
    expect(asked[1]?.system).toContain(`ROLE: math # physics`)
    expect(asked[1]?.system).toContain(`PLAN: ${ARCH}\nPROMPT: Compute it.\n`)
  })

  it('S6 S14 E4 of five steps three are worked on, in their order, with a warning', async () => {
    const steps = ['1', '2', '3', '4', '5'].map((prompt) => expert('qa', prompt))
    const run = await runStar('schema', { ...ACCEPTING, allocator: allocated(steps, 'text') })
    expect(experts(run).map(({ message }) => message)).toEqual(
      ['1', '2', '3'].map((prompt) => `ROLE: qa\nPROMPT: ${prompt}`),
    )
    expect(run.details.notes).toEqual([{ path: 'allocate/0', note: 'steps cut to 3' }])
  })

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

  it('S8 the type of the answer is unknown where neither names one', async () => {
    const architect = ARCH.replace('"q_type":"numeric",', '')
    const { solver } = await runStar('schema', { ...ACCEPTING, architect, allocator: allocated([]) })
    expect(sent(solver, 'guard').message).toContain('Q_TYPE:\nunknown\n')
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

  it('S10 has the slots of the conductor; the log grows, and every state of it is kept', async () => {
    const { details } = await runStar('schema', ACCEPTING)
    expect(new Set(details.slots.map(({ slot }) => slot))).toEqual(
      new Set([
        'task',
        'schema_arch_json',
        'schema_alloc_json',
        'q_type',
        'expert_log',
        'current_role',
        'current_prompt',
        'expert_context',
        'schema_synthesis_text',
        'schema_guard_json',
      ]),
    )
    const logs = details.slots.filter(({ slot }) => slot === 'expert_log')
    expect(logs.map(({ text }) => text)).toEqual(['', `${SAID[0]}\n\n`, LOG])
  })

  it('S16 S17 no role is given tools or the thread of another', async () => {
    const { solver } = await runStar('schema', LINES)
    for (const { body } of solver.server.requests) {
      expect(body.messages?.map(({ role }) => role)).toEqual(['system', 'user'])
      expect(body['tools']).toBeUndefined()
    }
  })

  it('S21 with closed gaps shows the guard the task, and changes nothing else', async () => {
    const open = await runStar('schema', ACCEPTING)
    const closed = await runStar('schema', ACCEPTING, { settings: { gaps: 'closed' } })
    expect(sent(closed.solver, 'guard').message).toBe(
      `TASK:\n${SPEED_QUERY}\n\n${sent(open.solver, 'guard').message}`,
    )
    for (const role of ['architect', 'allocator', 'expert', 'synthesizer', 'finalizer'])
      expect(sent(closed.solver, role)).toEqual(sent(open.solver, role))
  })

  it('S19 counts by role what the server counted', async () => {
    const { solver, outcome } = await runStar('schema', LINES)
    expectLedgerOfServer(solver, outcome)
  })

  it.each([
    ['nothing', '', 'failed'],
    ['only thoughts', '<think>I wonder', 'failed'],
    ['1 MB', '{"plan":['.repeat(2 ** 20 / 9), 'done'],
  ])('ends where all roles write %s', async (_, text, status) => {
    const roles = Object.keys(LINES).map((role) => [role, text])
    const { outcome } = await runStar('schema', Object.fromEntries(roles))
    expect(outcome.status).toBe(status)
  })
})
