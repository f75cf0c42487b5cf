/** How well answers were chosen among candidates, what a right one took, and which setting solves what another does not. */
import { describe, expect, it } from 'vitest'
import { createLedger } from '../../../../../../models/index.ts'
import type { Judgement } from '../../../../evaluation/answers/judge.ts'
import { selectionFigures } from '../../../../evaluation/answers/selection.ts'
import { spendingFigures } from '../../../../evaluation/answers/spending.ts'
import { solvedOverlap } from '../../../../evaluation/patterns/solved-overlap.ts'

const judged = (isCorrect: boolean): Judgement => ({
  state: 'judged',
  by: 'grader:numeric',
  isCorrect,
  extracted: '',
  reasoning: '',
  confidencePercent: null,
})
const [yes, no] = [judged(true), judged(false)]
const open = (reason: string): Judgement => ({ state: 'unjudged', by: 'judge', reason })

describe('selection', () => {
  it('R42 Pass@1, Pass@n, their ratio, and runs by right candidates with their hits', () => {
    const figures = selectionFigures([
      { answer: yes, pool: [yes, yes, no] },
      { answer: yes, pool: [yes, no, no] },
      { answer: no, pool: [yes, no, no] },
      { answer: no, pool: [no, no, no] },
    ])
    expect(figures).toMatchObject({
      runs: 4,
      candidates: [3, 3],
      chosen: { correct: 2, judged: 4, accuracy: 0.5 },
      solved: { correct: 3, accuracy: 0.75 },
      hits: { correct: 2, judged: 3 },
      meanRight: 1,
      withoutPool: 0,
    })
    expect(figures?.hits?.accuracy).toBeCloseTo(2 / 3, 12)
    expect(figures?.byRight).toEqual([
      { right: 0, runs: 1, hits: 0 },
      { right: 1, runs: 2, hits: 1 },
      { right: 2, runs: 1, hits: 1 },
      { right: 3, runs: 0, hits: 0 },
    ])
  })

  it('R42 pools of several sizes have rows up to the largest, and means over the runs with one', () => {
    const figures = selectionFigures([
      { answer: yes, pool: [yes] },
      { answer: no, pool: [yes, yes, no] },
      { answer: no, pool: null },
    ])
    expect(figures).toMatchObject({ candidates: [1, 3], meanRight: 1.5, unjudged: 0, judgeErrors: 0 })
    expect(figures?.byRight).toEqual([
      { right: 0, runs: 0, hits: 0 },
      { right: 1, runs: 1, hits: 1 },
      { right: 2, runs: 1, hits: 0 },
      { right: 3, runs: 0, hits: 0 },
    ])
  })

  it('R42 the hit rate is undefined where no candidate is right', () => {
    expect(selectionFigures([{ answer: no, pool: [no] }])).toMatchObject({
      solved: { correct: 0 },
      hits: null,
    })
    expect(selectionFigures([{ answer: yes, pool: null }])).toBeNull()
  })

  it('R44 errors of the judge are counted, and stay in the denominator', () => {
    const figures = selectionFigures([
      { answer: yes, pool: [yes, open('model_timeout')] },
      { answer: open('model_timeout'), pool: [open('no_judge')] },
      { answer: no, pool: null },
    ])
    expect(figures).toMatchObject({
      chosen: { correct: 1, judged: 3 },
      solved: { correct: 1, judged: 3 },
      unjudged: 3,
      judgeErrors: 2,
      withoutPool: 1,
    })
  })
})

describe('spending', () => {
  const ledger = (cost: number | null) => {
    const prices = cost === null ? new Map() : new Map([['m', { prompt: cost, completion: cost }]])
    const made = createLedger(prices as Parameters<typeof createLedger>[0])
    const usage = { promptTokens: 900, completionTokens: 100, estimated: false }
    made.add({ role: 'solver', model: 'm', seconds: 1, isFailed: false, usage })
    return made.rows()
  }

  it('is of a run, and of a right answer all that was spent', () => {
    const figures = spendingFigures([
      { ledger: ledger(null), seconds: 2, isRight: true },
      { ledger: ledger(null), seconds: 4, isRight: false },
      { ledger: ledger(null), seconds: 6, isRight: false },
      { ledger: null, seconds: null, isRight: true },
    ])
    expect(figures).toEqual({
      runs: 3,
      right: 1,
      ofRun: { calls: 1, tokens: 1_000, seconds: 4, cost: null },
      ofRight: { calls: 3, tokens: 3_000, seconds: 12, cost: null },
    })
  })

  it('a right answer costs nothing that can be said where none is right', () => {
    expect(spendingFigures([{ ledger: [], seconds: null, isRight: false }])).toMatchObject({
      ofRun: { seconds: null, cost: 0 },
      ofRight: null,
    })
    expect(spendingFigures([{ ledger: null, seconds: 1, isRight: true }])).toBeNull()
  })
})

describe('overlap', () => {
  const shares = (name: string, ...values: readonly (number | null)[]) => ({
    name,
    shares: new Map(values.flatMap((share, at) => (share === null ? [] : [[`q${at}`, share] as const]))),
  })

  it('says which setting solves what another does not, on the questions that all were asked', () => {
    const overlap = solvedOverlap([
      shares('single', 1, 0, 0, 1, 1),
      shares('pace', 1, 1, 0, 0, null),
      shares('schema', 1, 0.5, 0, 0, 1),
    ])
    expect(overlap).toMatchObject({
      questions: ['q0', 'q1', 'q2', 'q3'],
      leftOut: 1,
      solved: { single: ['q0', 'q3'], pace: ['q0', 'q1'], schema: ['q0'] },
      byAll: ['q0'],
      byNone: ['q2'],
      byAny: 3,
      byItAlone: { single: ['q3'], pace: ['q1'], schema: [] },
    })
    const [pair] = overlap?.pairs ?? []
    expect(pair).toMatchObject({
      one: 'single',
      other: 'pace',
      onlyOne: 1,
      onlyOther: 1,
      difference: 0,
      p: 1,
    })
  })

  it('tests each pair on the same questions, and corrects for their number', () => {
    const right = Array.from({ length: 8 }, () => 1)
    const overlap = solvedOverlap([
      shares('one', ...right),
      shares('two', ...right.map(() => 0)),
      shares('three', ...right.map(() => 0)),
    ])
    // All of 2^8 sign patterns: two are as extreme.
    expect(overlap?.pairs.map(({ p }) => p)).toEqual([2 / 256, 2 / 256, 1])
    expect(overlap?.pairs.map(({ adjusted }) => adjusted)).toEqual([6 / 256, 6 / 256, 1])
  })

  it('is none of one setting, or of settings with no question in common', () => {
    expect(solvedOverlap([shares('one', 1)])).toBeNull()
    expect(solvedOverlap([shares('one', 1, null), shares('two', null, 1)])).toBeNull()
  })
})
