/** What the patterns of Reasoning With a Star are made of: published prompts, messages, lenient forms, gate, final lines (specs/reasoning-with-a-star.md). */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createPrompt } from '../../../core/index.ts'
import { finalLine, isSameFinal } from '../../../solver/rws/end-run.ts'
import { conductorMessages, filledState } from '../../../solver/rws/prompts.ts'
import { passesGate, readRwsReport, UNREADABLE_REPORT } from '../../../solver/rws/read-structure.ts'

/** First 8 hex digits of the SHA-256 of each prompt, as the specification prints them. */
const HASHES: Readonly<Record<string, string>> = {
  'hmaw/company': '314480f6',
  'hmaw/conductor': '990fce1e',
  'hmaw/ceo': 'a10e3897',
  'hmaw/manager': '75b9c4c4',
  'hmaw/worker': '2dfa1dfc',
  'pace/conductor': '4906006b',
  'pace/planner': 'd690a9ca',
  'pace/answer': '60ef928c',
  'pace/critic': 'ffced56b',
  'pace/encloser': 'eba20fe8',
  'phase/conductor': 'd9ad9104',
  'phase/planner': '56ad8f2b',
  'phase/hypothesizer': '8ed313bc',
  'phase/analyzer': 'af7b48ba',
  'phase/solver': 'ab0f67c7',
  'phase/evaluator': 'bce15f9f',
  'schema/conductor': '20273bef',
  'schema/architect': '155e3095',
  'schema/allocator': '3cca0e87',
  'schema/expert': '29d6e60c',
  'schema/synthesizer': 'd0148529',
  'schema/guard': '3a0bb9f0',
}

function prompt(name: string): string {
  const [pattern, role] = name.split('/')
  return readFileSync(new URL(`../../../solver/${pattern}/prompts/${role}.txt`, import.meta.url), 'utf8')
}

describe('published prompts', () => {
  it.each(Object.entries(HASHES))('S20 %s is the text of the paper, by its hash', (name, hash) => {
    expect(createHash('sha256').update(prompt(name), 'utf8').digest('hex').slice(0, 8)).toBe(hash)
  })
})

describe('messages of a conductor', () => {
  it('S2 are read out of its prompt in their order, line breaks and all', () => {
    const messageTo = conductorMessages(createPrompt('PACE_CONDUCTOR', prompt('pace/conductor')))
    expect(messageTo('pace_planner')).toBe('QUERY:\n{session.state.original_query}')
    expect(messageTo('pace_answer')).toBe(
      'QUERY:\n{session.state.original_query}\n\nPLAN:\n{session.state.pace_plan_json}',
    )
    expect(messageTo('pace_answer', 1)).toBe(
      'QUERY:\n{session.state.original_query}\n\nPLAN:\n{session.state.pace_plan_json}\n\nFIX:\n{session.state.pace_critic_json}',
    )
    expect(() => messageTo('pace_answer', 2)).toThrow(/no message 2 for pace_answer/)
  })

  it('S2 are filled in one pass: what is filled in is not filled again', () => {
    const filled = filledState('A {session.state.a} B {session.state.b}', {
      a: '{session.state.b} $& $1',
      b: '{new_message.text}',
    })
    expect(filled).toBe('A {session.state.b} $& $1 B {new_message.text}')
    expect(() => filledState('{session.state.c}', {})).toThrow(/slot c was read before/)
  })
})

describe('the report of a critic', () => {
  const gate = (text: string) => {
    const read = readRwsReport(text)
    return passesGate(read.ok ? read.value : UNREADABLE_REPORT)
  }

  it.each([
    ['{"accept": true, "confidence": 0.7}', true],
    ['{"accept": true, "confidence": 0.69}', false],
    ['{"accept": false, "confidence": 0.95}', false],
    ['{"accept": true}', false],
    ['I like it.', false],
    ['{"accept": "true", "confidence": "0.8"}', true],
    ['{"accept": true, "confidence": 80}', true],
    ['{"accept": true, "confidence": 101}', false],
    ['{"accept": true, "confidence": "high"}', false],
    ['{"accept": "maybe", "confidence": 0.9}', false],
    ['Here:\n```json\n{"accept": true, // fine\n"confidence": 0.9,}\n```', true],
  ])('S3 E2 %s passes the gate: %s', (text, passes) => {
    expect(gate(text)).toBe(passes)
  })

  it('S13 has its issues and its fix as text, whatever they were', () => {
    const read = readRwsReport('{"accept": false, "confidence": null, "issues": "no unit", "fix": null}')
    expect(read).toMatchObject({ ok: true, value: { confidence: null, issues: ['no unit'], fix: '' } })
    expect(readRwsReport('[1, 2]')).toMatchObject({ ok: false })
  })

  it('S14 is cut to three issues, with a warning', () => {
    expect(readRwsReport('{"accept": false, "confidence": 0.2, "issues": ["a","b","c","d"]}')).toMatchObject({
      value: { issues: ['a', 'b', 'c'] },
      losses: ['issues cut to 3'],
    })
  })
})

describe('a final line', () => {
  it.each([
    ['Reasoning:\nx\nFinal Answer:\n48.8 km/s', '48.8 km/s'],
    ['**Final Answer:** -5 nT', '-5 nT'],
    ['Final Answer: 1\nFinal Answer: $x$', '$x$'],
    ['final answer\n\nlatex: $x$\n', '$x$'],
    ['It is 5.\n\n', 'It is 5.'],
    ['Final Answer:', ''],
    ['Final answers are rare.\nIt is 5.', 'It is 5.'],
    ['Final Answer: {"km": 5}', '{"km": 5}'],
    ['_Final Answer_: -.5', '-.5'],
    ['', ''],
  ])('of %j is %j', (text, line) => {
    expect(finalLine(text)).toBe(line)
  })

  it('of code is all to the end', () => {
    expect(finalLine('Final Answer:\n```python\na = 1\nb = 2\n```', true)).toBe('a = 1\nb = 2')
  })

  it.each([
    ['$x + 1$', 'x+1', true],
    ['48.8 km/s', '48.8 km/s.', true],
    ['10 mm', '10 Mm', false],
    ['30', '32', false],
  ])('%s and %s are the same: %s', (one, other, same) => {
    expect(isSameFinal(one, other)).toBe(same)
  })
})
