/** The published prompts are those of the paper, letter by letter (specs/rethinker.md 7). */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPrompt, filledPrompt } from '../../../../core/index.ts'
import {
  agentPrompt,
  checkPrompts,
  finishSentences,
  PROMPT_NAMES,
  type PromptName,
  publishedPrompt,
} from '../../../../solver/rethinker/prompts.ts'

/** As the specification has them: the first 8 hex digits of the SHA-256. */
const HASHES: Readonly<Record<PromptName, string>> = {
  PAPER_QA: '2a3d2b05',
  WEB_CONCLUSION: '59b05e04',
  EXECUTOR: 'd5670d65',
  WORKFLOW: '213e87a8',
  EXAMPLES: '40cc617d',
  SOLVER: '874ea415',
  GUIDED_SUMMARY: '3e3c6ae2',
  CRITIC: '7b3c05ef',
  SELECTOR: '66a0dd2e',
  FORCE_FINISH_ANSWER: 'a5c952bd',
  FORCE_FINISH_SELECT: '776a12ff',
}

test.each(PROMPT_NAMES)('R33 %s has its hash', (name) => {
  const { text } = publishedPrompt(name)
  expect(createHash('sha256').update(text).digest('hex').slice(0, 8)).toBe(HASHES[name])
})

test('R33 all have their slots, and a slot that is missing or unknown is an error', () => {
  expect(checkPrompts).not.toThrow()
  const prompt = createPrompt('X', 'The problem is: {query}')
  expect(() => filledPrompt(prompt, { query: 'q', other: 'o' })).toThrow('other')
  expect(() => filledPrompt(prompt, {})).toThrow('query')
})

test('E11 R34 a query of slots and replacement patterns arrives unchanged', () => {
  const query = 'Is $& or $1 {responses} ok?'
  const prompt = agentPrompt('SELECTOR', { hasWeb: true, isAgain: false })
  const filled = filledPrompt(prompt, { query, PARALLEL_NUM: '2' }, { responses: 'R {query}' })
  expect(filled).toContain(`The problem is: ${query}\nThe responses are: R {query}\n`)
})

test('R3 the line of an earlier answer stays whole or goes whole', () => {
  const first = agentPrompt('SOLVER', { hasWeb: true, isAgain: false }).text
  const again = agentPrompt('SOLVER', { hasWeb: true, isAgain: true }).text
  const line = 'Last round answer is: {last_round_answer}. Please re-answer it.\n'
  expect(again).toContain(`{query}\n${line}Solve the problem`)
  expect(again.replace(line, '')).toBe(first)
  for (const name of ['SOLVER', 'CRITIC', 'SELECTOR'] as const)
    expect(agentPrompt(name, { hasWeb: true, isAgain: true }).text).not.toContain('[[')
})

test('R35 without retrieval no prompt names a web function, and the rest stays', () => {
  for (const name of ['SOLVER', 'CRITIC', 'SELECTOR'] as const)
    for (const isAgain of [true, false]) {
      const { text, name: formed } = agentPrompt(name, { hasWeb: false, isAgain })
      expect(text).not.toMatch(/web|search/i)
      expect(text).toContain('you might write a piece of code')
      expect(text).toContain(
        name === 'SELECTOR' ? 'FINAL DECISION: <select>' : 'Put your final answer in <answer>',
      )
      expect(formed).toContain('-web')
    }
})

test('sentences that make an agent finish: one for an answer, four for a selection', () => {
  expect([finishSentences('answer').length, finishSentences('select').length]).toEqual([1, 4])
})
