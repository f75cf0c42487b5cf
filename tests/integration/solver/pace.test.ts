/** PACE by the checks and worked examples of specs/reasoning-with-a-star.md. */
import { describe, expect, it } from 'vitest'
import { ACCEPTED, order, REJECTED, runStar, SPEED_QUERY, sent } from '../../fixtures/star-run.ts'

const PLAN =
  '{"expected_type":"numeric","required_units":"km/s","format_hints":"","plan":["find v_A"],"checks":["unit km/s"]}'
const FIRST = 'Reasoning:\n- v_A = B/sqrt(mu0 n m_p)\nFinal Answer:\n48.8'
const SECOND = 'Reasoning:\n- with its unit\nFinal Answer:\n48.8 km/s'
const FINAL = 'Reasoning:\nThe formula of the Alfven speed.\nFinal Answer:\n48.8 km/s'
const RETRIED = { planner: PLAN, answer: [FIRST, SECOND], critic: REJECTED, encloser: FINAL }
const ACCEPTING = { planner: PLAN, answer: SECOND, critic: ACCEPTED, encloser: FINAL }

describe('PACE', () => {
  it('S1 S4 S7 S12 E1 answers once more after a rejection, in five calls, without a second critique', async () => {
    const { solver, outcome, details } = await runStar('pace', RETRIED)
    expect(outcome).toMatchObject({ status: 'done', answer: FINAL, answerPath: 'enclose/0' })
    expect(order(solver)).toEqual(['planner', 'answer', 'critic', 'answer', 'encloser'])
    expect(sent(solver, 'answer', 1).message).toBe(
      `QUERY:\n${SPEED_QUERY}\n\nPLAN:\n${PLAN}\n\nFIX:\n${REJECTED}`,
    )
    expect(details).toMatchObject({ accepted: null, confidence: 0.6, retried: 1 })
  })

  it('S1 S2 S12 encloses an accepted answer in four calls, with the messages of the conductor', async () => {
    const { solver, details } = await runStar('pace', ACCEPTING)
    expect(order(solver)).toEqual(['planner', 'answer', 'critic', 'encloser'])
    expect(sent(solver, 'planner').message).toBe(`QUERY:\n${SPEED_QUERY}`)
    expect(sent(solver, 'answer').message).toBe(`QUERY:\n${SPEED_QUERY}\n\nPLAN:\n${PLAN}`)
    expect(sent(solver, 'critic').message).toBe(`PLAN:\n${PLAN}\n\nDRAFT:\n${SECOND}`)
    expect(sent(solver, 'encloser').message).toBe(`MESSAGE:\n${SECOND}`)
    expect(details).toMatchObject({ accepted: true, confidence: 0.9, retried: 0 })
  })

  it('S10 has the slots of the conductor; a second write replaces, and both are kept', async () => {
    const { details } = await runStar('pace', RETRIED)
    expect(details.slots.map(({ slot, path, text }) => [slot, path, text])).toEqual([
      ['original_query', 'question', SPEED_QUERY],
      ['pace_plan_json', 'plan/0', PLAN],
      ['pace_answer_text', 'answer/0', FIRST],
      ['pace_critic_json', 'critique/0', REJECTED],
      ['pace_answer_text', 'answer.1/0', SECOND],
    ])
  })

  it('S13 asks once more for what cannot be read, then goes on with the stated fallbacks', async () => {
    const { solver, outcome, details } = await runStar('pace', {
      ...RETRIED,
      planner: 'I would rather not plan.',
      critic: ['Looks good!', 'Still good!'],
    })
    expect(outcome.status).toBe('done')
    expect(order(solver)).toEqual(['planner', 'planner', 'answer', 'critic', 'critic', 'answer', 'encloser'])
    const plan = '{"expected_type":"unknown","required_units":null,"format_hints":"","plan":[],"checks":[]}'
    expect(sent(solver, 'answer').message).toBe(`QUERY:\n${SPEED_QUERY}\n\nPLAN:\n${plan}`)
    expect(sent(solver, 'answer', 1).message).toContain(
      'FIX:\n{"accept":false,"confidence":0,"issues":["unreadable report"],"fix":""}',
    )
    expect(details.notes.map(({ path, note }) => `${path} ${note}`)).toEqual(
      expect.arrayContaining(['plan/0 fallback', 'critique/0 fallback']),
    )
    const [, , complaint] = solver.server.requests[1]?.body.messages?.slice(1) ?? []
    expect(complaint?.content).toContain('it has no JSON object in it')
  })

  it.each([
    ['{"accept": true, "confidence": 0.7}', true],
    ['{"accept": true, "confidence": 0.69}', false],
    ['{"accept": false, "confidence": 0.95}', false],
    ['{"accept": true}', false],
    ['{"accept": "true", "confidence": "0.8"}', true],
    ['{"accept": true, "confidence": 80}', true],
    ['{"accept": true, "confidence": 101}', false],
    ['{"accept": "maybe", "confidence": 0.9}', false],
    ['Here:\n```json\n{"accept": true, // fine\n"confidence": 0.9,}\n```', true],
  ])('S3 E2 the report %s is enough to go on: %s', async (critic, passes) => {
    const { details } = await runStar('pace', { ...ACCEPTING, critic })
    expect(details['retried']).toBe(passes ? 0 : 1)
  })

  it('S14 cuts lists that are too long, with a warning, for the roles that follow', async () => {
    const plan = JSON.stringify({
      ...JSON.parse(PLAN),
      plan: ['1', '2', '3', '4', '5'],
      checks: ['a', 'b', 'c'],
    })
    const { solver, details } = await runStar('pace', { ...ACCEPTING, planner: plan })
    expect(sent(solver, 'answer').message).toContain('"plan":["1","2","3","4"],"checks":["a","b"]}')
    expect(details.notes).toEqual([
      { path: 'plan/0', note: 'plan cut to 4' },
      { path: 'plan/0', note: 'checks cut to 2' },
    ])
  })

  it.each([
    ['changes the answer', 'Final Answer:\n49 km/s', [{ path: 'enclose/0', note: 'enclose_changed' }]],
    [
      'changes a letter’s case',
      '**Final Answer:** 48.8 Km/s',
      [{ path: 'enclose/0', note: 'enclose_changed' }],
    ],
    ['says nothing', '', [{ path: 'enclose/0', note: 'empty_answer' }]],
  ])('S15 keeps the message where the encloser %s, and notes it', async (_, encloser, notes) => {
    const { outcome, details } = await runStar('pace', { ...ACCEPTING, encloser })
    expect(outcome).toMatchObject({ answer: SECOND, answerPath: 'answer/0' })
    expect(details).toMatchObject({ text: encloser, notes })
  })

  it.each(['**Final Answer:** 48.8 km/s.', 'final answer\n\nlatex: $48.8 km/s$\n', 'So:\n48.8 km/s\n\n'])(
    'S15 takes the encloser’s %j for the same answer',
    async (encloser) => {
      const { outcome, details } = await runStar('pace', { ...ACCEPTING, encloser })
      expect(outcome).toMatchObject({ answerPath: 'enclose/0' })
      expect(details.notes).toEqual([])
    },
  )

  it('keeps a record of each check, with what was said of it', async () => {
    const record = { id: 'C1', text: 'unit km/s', by: 'plan/0' }
    const passed = await runStar('pace', ACCEPTING)
    expect(passed.details['requirements']).toEqual([{ ...record, verdict: 'pass', issues: [], fix: '' }])
    const { details, events } = await runStar('pace', RETRIED)
    const said = { issues: ['missing km/s'], fix: 'Add km/s.' }
    expect(details['requirements']).toEqual([{ ...record, ...said, verdict: 'unknown' }])
    const rows = events.flatMap((event) =>
      event.type === 'report' && event.kind === 'requirement-row' ? [event.data] : [],
    )
    expect(rows).toEqual([
      { ...record, ...said, verdict: 'fail' },
      { ...record, ...said, verdict: 'unknown' },
    ])
  })

  it.each([
    ['nothing', ''],
    ['only thoughts', '<think>I wonder'],
  ])('ends without a solution where all roles write %s', async (_, text) => {
    const { outcome } = await runStar('pace', { planner: text, answer: text, critic: text, encloser: text })
    expect(outcome).toMatchObject({ status: 'failed', answer: null, failure: { code: 'NO_SOLUTION' } })
  })

  it.each([['x'], ['{'], ['{"plan":[']])('ends where all roles write 1 MB of %s', async (piece) => {
    const text = piece.repeat(2 ** 20 / piece.length)
    const { outcome } = await runStar('pace', { planner: text, answer: text, critic: text, encloser: text })
    expect(outcome).toMatchObject({ status: 'done', answer: text })
  })
})

const QUERY = `QUERY:\n${SPEED_QUERY}\n\n`
const PHASE = { planner: PLAN, hypothesizer: '{}', analyzer: 'It is so.', solver: SECOND, finalizer: FINAL }
const SCHEMA = {
  architect: 'no',
  allocator: 'no',
  expert: 'It is 48.8.',
  synthesizer: SECOND,
  finalizer: FINAL,
}

it.each([
  { pattern: 'pace', lines: ACCEPTING, checker: 'critic', shows: [QUERY] },
  { pattern: 'phase', lines: PHASE, checker: 'evaluator', shows: [QUERY, 'ANALYSIS:\nIt is so.\n\n'] },
  { pattern: 'schema', lines: SCHEMA, checker: 'guard', shows: [`TASK:\n${SPEED_QUERY}\n\n`] },
])('S21 $pattern with closed gaps shows its $checker more, and changes nothing else', async (one) => {
  const { pattern, lines, checker, shows } = one
  const asked = async (gaps: 'open' | 'closed') => {
    const { solver } = await runStar(pattern, { ...lines, [checker]: ACCEPTED }, { settings: { gaps } })
    return solver.server.requests.map(
      ({ body }) => [body.model, body.messages?.map(({ content }) => content)] as const,
    )
  }
  const withoutShown = (text: string | null | undefined) =>
    shows.reduce((left, block) => left.replace(block, ''), text ?? '')
  const [open, closed] = [await asked('open'), await asked('closed')]
  const [, seen] = closed.find(([role]) => role === checker) ?? []
  for (const block of shows) expect(seen?.at(-1)).toContain(block)
  expect(closed.map(([role, texts]) => [role, role === checker ? texts?.map(withoutShown) : texts])).toEqual(
    open,
  )
})
