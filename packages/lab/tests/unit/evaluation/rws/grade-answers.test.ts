/** The answers of an arm, graded in the order of their items; what the verifier said is asked for once. */
import { describe, expect, it } from 'vitest'
import { starItem } from '../../../../../../tests/fixtures/star-grader.ts'
import type { GradingEntry, GradingLog } from '../../../../evaluation/answers/grading/log.ts'
import { gradeStarAnswers } from '../../../../evaluation/rws/grade-answers.ts'
import type { StarGrading } from '../../../../evaluation/rws/grade-item.ts'
import type { StarCase, StarJudgement, StarVerifier } from '../../../../evaluation/rws/verifier.ts'

const signal = new AbortController().signal
const JUDGED: StarJudgement = { verdict: 'correct', confidence: 0.9, by: 'v', pred: 'a', gold: 'b' }
const FAILED: StarJudgement = {
  verdict: 'undecided',
  confidence: null,
  by: 'v',
  pred: null,
  gold: null,
  failure: 'model_timeout',
}

function memoryLog(): GradingLog & { readonly entries: GradingEntry[] } {
  const entries: GradingEntry[] = []
  return {
    entries,
    triesOf: (key) => entries.filter((entry) => entry.key === key),
    add: (entry) => Promise.resolve(void entries.push(entry)),
  }
}

/** Says one judgement after the other, and keeps what it is asked. */
function verifierSaying(...judgements: readonly StarJudgement[]) {
  const asked: StarCase[] = []
  const verifier: StarVerifier = {
    name: 'v',
    verify: (order) => Promise.resolve(judgements[asked.push(order) - 1]!),
  }
  return { verifier, asked }
}

const item = (id: string, final: string) => ({ ...starItem('numeric', final), id })
const algebra = { compare: () => expect.fail('no formula'), close: () => Promise.resolve() }
const gradingBy = (verifier: StarVerifier | null): StarGrading => ({
  policy: 'strict',
  algebra: algebra as never,
  verifier,
  isAudited: () => false,
})

describe('the answers of an arm', () => {
  const items = [item('1', '5 nT'), item('2', '6 nT'), item('3', '7 nT')]
  const outputs = new Map([
    ['3', 'Final Answer: 8 nT'],
    ['1', 'Final Answer: 5 nT'],
  ])

  it('are graded in the order of the items; one without an answer has no grade', async () => {
    const seen: (readonly [number, number])[] = []
    const grading = gradingBy(null)
    const onGraded = (ended: number, total: number) => void seen.push([ended, total])
    const graded = await gradeStarAnswers(
      { items, outputs, log: memoryLog(), grading, concurrency: 2, onGraded },
      signal,
    )
    expect(graded.map(({ item: { id }, grade }) => [id, grade?.verdict])).toEqual([
      ['1', 'correct'],
      ['2', undefined],
      ['3', 'incorrect'],
    ])
    expect(graded[1]?.grade).toBeNull()
    expect(seen).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
  })

  it('need nobody who watches', async () => {
    const grading = gradingBy(null)
    const graded = await gradeStarAnswers(
      { items, outputs, log: memoryLog(), grading, concurrency: 1 },
      signal,
    )
    expect(graded).toHaveLength(3)
  })
})

describe('what the verifier said', () => {
  const items = [item('1', '5 nT')]
  const outputs = new Map([['1', 'Final Answer: 6 nT']])
  const graded = async (verifier: StarVerifier, log: GradingLog, said = outputs) =>
    (
      await gradeStarAnswers(
        { items, outputs: said, log, grading: gradingBy(verifier), concurrency: 1 },
        signal,
      )
    )[0]?.grade

  it('is kept and not asked for again', async () => {
    const log = memoryLog()
    const { verifier, asked } = verifierSaying(JUDGED, FAILED)
    const first = await graded(verifier, log)
    expect(first).toMatchObject({ verdict: 'correct', stage: 'verifier', judge: JUDGED })
    expect(await graded(verifier, log)).toEqual(first)
    expect(asked).toEqual([{ output: 'Final Answer: 6 nT', gold: '5 nT', type: 'numeric' }])
    expect(log.entries).toEqual([
      {
        key: expect.stringMatching(/^[0-9a-f]+$/),
        kind: 'judgement',
        question: '5 nT',
        value: JUDGED,
        isFailed: false,
        ledger: [],
      },
    ])
  })

  it('is asked for again where it failed, until it does not', async () => {
    const log = memoryLog()
    const { verifier, asked } = verifierSaying(FAILED, JUDGED, FAILED)
    expect((await graded(verifier, log))?.verdict).toBe('undecided')
    expect((await graded(verifier, log))?.verdict).toBe('correct')
    expect((await graded(verifier, log))?.verdict).toBe('correct')
    expect(asked).toHaveLength(2)
    expect(log.entries.map(({ isFailed }) => isFailed)).toEqual([true, false])
  })

  it('stays with what was said first', async () => {
    const log = memoryLog()
    const { verifier } = verifierSaying(JUDGED)
    await graded(verifier, log)
    const [first] = log.entries
    await log.add({ ...first!, value: { ...JUDGED, verdict: 'incorrect' } })
    expect((await graded(verifier, log))?.verdict).toBe('correct')
  })

  it('holds for that answer and that verifier only', async () => {
    const log = memoryLog()
    const { verifier, asked } = verifierSaying(JUDGED, JUDGED)
    await graded(verifier, log)
    await graded(verifier, log, new Map([['1', 'Final Answer: 7 nT']]))
    expect(asked).toHaveLength(2)
    const other = verifierSaying(JUDGED)
    await graded({ ...other.verifier, name: 'w' }, log)
    expect(other.asked).toHaveLength(1)
    expect(new Set(log.entries.map(({ key }) => key)).size).toBe(3)
  })
})
