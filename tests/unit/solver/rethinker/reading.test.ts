/** How ReThinker reads answers, picks, summaries and trajectories (specs/rethinker.md 4, 6 and 9). */
import { describe, expect, test } from 'vitest'
import type { AgentSegment } from '../../../../solver/agent.ts'
import {
  ANSWER_FORM,
  extractAnswer,
  readPick,
  SELECT_FORM,
} from '../../../../solver/rethinker/read-answer.ts'
import { readSummary } from '../../../../solver/rethinker/read-answer.ts'
import { renderTrajectory, trajectoryOf, writtenBy } from '../../../../solver/rethinker/trajectory.ts'

const text = (by: AgentSegment['by'], said: string): AgentSegment => ({ channel: 'text', by, text: said })
const runOf = (segments: readonly AgentSegment[]) => ({
  ...{ path: 'solver.0/0', role: 'solver', segments, trace: [] },
  ...{ finish: 'stop' as const, steps: segments.length, hasAnswer: null },
})

describe('E7 the answer', () => {
  test.each([
    ['<answer>\\boxed{42}</answer>', '42'],
    ['<answer>\\boxed{\\frac{1}{2}}</answer>', '\\frac{1}{2}'],
    ['<answer>1</answer> no: <answer>2</answer>', '2'],
    ['<answer> \\boxed{a} and \\boxed{b} </answer>', '\\boxed{a} and \\boxed{b}'],
    ['<answer>NULL</answer>', null],
    ['<answer>\\boxed{ }</answer>', null],
    ['<answer>never closed', null],
    ['<code>print("<answer>9</answer>")</code>', null],
    ['<answer type="final">7</answer>', '7'],
  ])('of %s is %s', (said, answer) => {
    expect(extractAnswer(said)).toBe(answer)
    const isFound = new RegExp(ANSWER_FORM, 'i').test(said.replace(/<code>.*<\/code>/, ''))
    expect(isFound).toBe(answer !== null)
  })

  test('R10 tags in tool output, reasoning and injections are nobody’s', () => {
    const segments: AgentSegment[] = [
      { channel: 'reasoning', by: 'model', text: '<answer>1</answer>' },
      text('injection', '<answer>2</answer>'),
      text('code', '<execution_results><answer>3</answer></execution_results>'),
      text('model', '<think><answer>4</answer></think> I am not done.'),
    ]
    expect(trajectoryOf(runOf(segments), [])).toMatchObject({ answer: null, finish: 'none' })
  })

  test('a megabyte of tags is read at once', () => {
    for (const part of ['<answer>', '<answer', '<code>', '<select>', '</answer>', '<think>'])
      expect(extractAnswer(part.repeat(1_000_000 / part.length))).toBeNull()
  })
})

describe('a pick', () => {
  test.each([
    ['<select>Response 2</select>', 2],
    ['<select> 2 </select>', 2],
    ['<select>Response 1</select> FINAL DECISION: <select>Response 2</select>', 2],
    ['FINAL DECISION: <select>Response 3</select>', null],
    ['<select>Response X</select>', null],
    ['<select>Response 2</select> FINAL DECISION: the second', null],
    ['', null],
  ])('of %s is %s', (said, pick) => {
    expect(readPick(said, [1, 2])).toBe(pick)
  })

  test('the form in the prompt, without a number, is none', () => {
    expect(new RegExp(SELECT_FORM, 'i').test('<select>Response X</select>')).toBe(false)
  })
})

describe('a summary', () => {
  test('has three parts, in whatever dress their titles are', () => {
    const read = readSummary(
      '## **Part 1: Reasoning Trajectory Summary**\n* It counted.\n\n**part 2** – 30\nPart 3: Key Areas for Improvement: count again\n1. Logical',
    )
    expect(read).toMatchObject({
      ok: true,
      value: { steps: '* It counted.', answer: '30', improvements: 'count again\n1. Logical' },
    })
  })

  test.each([
    '**Part 2: Final Answer**\n* NULL',
    'Part 2: Final Answer\n"null"',
    'Part 2\n<answer></answer>',
  ])('E9 R7 null in %j is no answer', (part) => {
    expect(readSummary(`Part 1: x\n${part}\nPart 3: y`)).toMatchObject({ ok: true, value: { answer: null } })
  })

  test('the answer may stand in its box or its tags', () => {
    for (const said of ['\\boxed{30}', '<answer>\\boxed{30}</answer>', '* 30', '`30`'])
      expect(readSummary(`Part 1: x\nPart 2: Final Answer\n${said}\nPart 3: y`)).toMatchObject({
        value: { answer: '30' },
      })
  })

  test('a part that is missing is named', () => {
    expect(readSummary('Part 1: x\nPart 3: y')).toMatchObject({ ok: false, reason: 'Part 2 is missing' })
  })
})

describe('a trajectory', () => {
  const sentence = 'Finish.'
  const segments: AgentSegment[] = [
    { channel: 'reasoning', by: 'model', text: 'hidden' },
    text('model', 'First. <code>print(1)</code>'),
    text('code', `<execution_results>${'x'.repeat(5_000)}</execution_results>`),
    text('model', 'Second.'),
    text('injection', `\n\n${sentence}\n`),
    text('model', '<think>hidden</think>Third. '),
    text('injection', 'Evidence. '),
    text('model', 'Fourth.'),
  ]

  test('its text is the last segment, with the evidence in it and without thoughts', () => {
    expect(trajectoryOf(runOf(segments), [sentence]).text).toBe('Third. Evidence. Fourth.')
    expect(writtenBy(segments)).not.toContain('hidden')
  })

  test('R4 it is rendered with code and results, and without thoughts', () => {
    const { text: whole, cutResults, droppedTurns } = renderTrajectory(segments, 100_000)
    expect(whole).toContain('<code>print(1)</code><execution_results>xxx')
    expect(whole).not.toContain('hidden')
    expect([cutResults, droppedTurns]).toEqual([0, 0])
  })

  test('over its budget results are cut to their ends first, then the oldest turns go, and both is said', () => {
    const cut = renderTrajectory(segments, 800)
    expect(cut).toMatchObject({ cutResults: 1, droppedTurns: 0 })
    expect(cut.text.length).toBeLessThan(2_300)
    const dropped = renderTrajectory(segments, 20)
    expect(dropped.droppedTurns).toBeGreaterThan(0)
    expect(dropped.text).toContain('Fourth.')
  })
})
