import { describe, expect, it } from 'vitest'
import { ACCEPTED, order, REJECTED, runStar, SPEED_QUERY, sent } from '../../fixtures/star-run.ts'

const PLAN =
  '{"expected_type":"numeric","domain_hint":"physics","plan":["find v_A"],"checks":["unit km/s"],"format_hints":""}'
const HYPOTHESIS = '{"knowns":{"B":"5 nT"},"equations_latex":["v_A = B/\\\\sqrt{\\\\mu_0 \\\\rho}"]}'
const ANALYSIS = 'Derivation:\n- put in\nCandidate Result:\n48.8 km/s'
const FIRST = 'Reasoning:\nx\nFinal Answer:\n48.8'
const SECOND = 'Reasoning:\nx\nFinal Answer:\n48.8 km/s'
const LINES = {
  planner: PLAN,
  hypothesizer: HYPOTHESIS,
  analyzer: ANALYSIS,
  solver: [FIRST, SECOND],
  evaluator: REJECTED,
  finalizer: SECOND,
}
const ACCEPTING = { ...LINES, solver: SECOND, evaluator: ACCEPTED }
const PACKED = `QUERY:\n${SPEED_QUERY}\n\nPLAN:\n${PLAN}\n\nHYPOTHESIS:\n${HYPOTHESIS}`
const JUDGED = `PLAN:\n${PLAN}\n\nHYPOTHESIS:\n${HYPOTHESIS}`

describe('PHASE', () => {
  it('S1 S5 E3 rejected twice: the second evaluation is made and recorded, and the second solution finalized', async () => {
    const { solver, outcome, details } = await runStar('phase', LINES)
    expect(outcome).toMatchObject({ status: 'done', answer: SECOND, answerPath: 'finalize/0' })
    const begun = ['planner', 'hypothesizer', 'analyzer']
    expect(order(solver)).toEqual([...begun, 'solver', 'evaluator', 'solver', 'evaluator', 'finalizer'])
    expect(sent(solver, 'finalizer').message).toBe(`PLAN:\n${PLAN}\n\nMESSAGE:\n${SECOND}`)
    expect(details).toMatchObject({
      accepted: false,
      confidence: 0.6,
      retried: 1,
      reports: [{ accept: false }, { accept: false }],
      requirements: [{ text: 'unit km/s', verdict: 'fail' }],
    })
  })

  it('S1 S2 S12 accepted at once: six calls, with the messages of the conductor', async () => {
    const { solver, details } = await runStar('phase', ACCEPTING)
    expect(order(solver)).toEqual(['planner', 'hypothesizer', 'analyzer', 'solver', 'evaluator', 'finalizer'])
    expect(sent(solver, 'planner').message).toBe(`QUERY:\n${SPEED_QUERY}`)
    expect(sent(solver, 'hypothesizer').message).toBe(`QUERY:\n${SPEED_QUERY}\n\nPLAN:\n${PLAN}`)
    expect(sent(solver, 'analyzer').message).toBe(PACKED)
    expect(sent(solver, 'solver').message).toBe(`${PACKED}\n\nANALYSIS:\n${ANALYSIS}`)
    expect(sent(solver, 'evaluator').message).toBe(`${JUDGED}\n\nSOLUTION:\n${SECOND}`)
    expect(details).toMatchObject({ accepted: true, retried: 0 })
  })

  it('S13 S14 reads plan and hypothesis leniently, cuts what is too long, and falls back where there is nothing', async () => {
    const equations = ['1', '2', '3', '4', '5', '6']
    const cut = await runStar('phase', {
      ...ACCEPTING,
      hypothesizer: JSON.stringify({ equations_latex: equations, io_spec: { input: 'x' } }),
    })
    expect(cut.details.notes).toEqual([{ path: 'hypothesis/0', note: 'equations_latex cut to 5' }])
    expect(sent(cut.solver, 'solver').message).toContain(
      'HYPOTHESIS:\n{"equations_latex":["1","2","3","4","5"],"io_spec":{"input":"x"}}\n\nANALYSIS',
    )
    const nothing = await runStar('phase', { ...ACCEPTING, planner: 'no', hypothesizer: 'no' })
    expect(nothing.outcome.status).toBe('done')
    expect(sent(nothing.solver, 'solver').message).toContain('"plan":[],"checks":[]')
    expect(sent(nothing.solver, 'solver').message).toContain('HYPOTHESIS:\n{}\n\nANALYSIS')
  })
})
