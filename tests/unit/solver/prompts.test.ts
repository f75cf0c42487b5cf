import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filledPrompt } from '../../../core/index.ts'
import { createLexicalMonitor } from '../../../monitor/index.ts'
import {
  correctorPrompt,
  prefixPrompt,
  proposerPrompt,
  rankerPrompt,
  refinerPrompt,
  writtenPrefix,
} from '../../../solver/eigen1/prompt-forms.ts'
import { solverPrompt } from '../../../solver/eigen1/prompts.ts'
import { lookAt, never } from '../../fixtures/monitor-looks.ts'
import { publishedPrompt } from '../../fixtures/published-prompt.ts'
import { hasShared, orSkipped } from '../../fixtures/shared.ts'

const ALL = { searchesCorpus: true, searchesWeb: true }
const WEB = { searchesCorpus: false, searchesWeb: true }
const CORPUS = { searchesCorpus: true, searchesWeb: false }
const NEITHER = { searchesCorpus: false, searchesWeb: false }
const NO_CODE = { ...ALL, runsCode: false }
const ROLES = ['proposer', 'corrector', 'refiner', 'ranker'] as const

const agentPrompts = (tools: typeof ALL) => [
  proposerPrompt(tools),
  correctorPrompt(tools, { hasSuggestion: false }),
  correctorPrompt(tools, { hasSuggestion: true }),
  refinerPrompt(tools, 5),
  rankerPrompt(tools, 5),
  ...ROLES.flatMap((role) => [
    prefixPrompt({ role, ...tools }),
    prefixPrompt({ role, isAsPrinted: true, ...tools }),
  ]),
]

describe('published prompts of the solver', () => {
  describe.skipIf(!hasShared)(orSkipped('against the specification'), () => {
    it.each(['P-PREFIX', 'P-REFINE', 'P-QUALITY'] as const)(
      '%s is the published text, byte for byte',
      (name) => {
        expect(solverPrompt(name).text).toBe(publishedPrompt(name))
      },
    )
  })

  // Of the texts as they were compared with the specification, which most machines do not have.
  it.each([
    { name: 'P-PREFIX', hash: '5e8a243cf1491b7ec9ed90104138d2fd' },
    { name: 'P-REFINE', hash: '137aa494d9c8c2b5234dfafb9ba465ba' },
    { name: 'P-QUALITY', hash: 'e7b4219138a2d71f648330bff3b6cad2' },
  ] as const)('$name keeps its bytes', ({ name, hash }) => {
    expect(solverPrompt(name).hash).toBe(hash)
  })

  it('are what agents are asked that have all tools and five candidates', () => {
    expect(refinerPrompt(ALL, 5)).toEqual(solverPrompt('P-REFINE'))
    expect(prefixPrompt({ role: 'refiner', isAsPrinted: true, ...ALL })).toEqual(solverPrompt('P-PREFIX'))
    expect(prefixPrompt({ role: 'corrector', ...ALL })).toEqual(solverPrompt('P-PREFIX.fixed'))
  })

  it('have a prefix whose repair is tags around the examples and the name of what is printed, nothing else', () => {
    const repaired = solverPrompt('P-PREFIX.fixed').text
    const withoutTags = repaired.replace(/^<\/?code>\n/gm, '')
    expect(withoutTags.replace('print(documents)', 'print(results)')).toBe(solverPrompt('P-PREFIX').text)
    expect(repaired.match(/^<code>$/gm)).toHaveLength(4)
  })
})

describe('prompts of the agents', () => {
  it.each([
    { name: 'all functions', tools: ALL, functions: 3, steps: 3, examples: 4 },
    { name: 'no local search', tools: WEB, functions: 2, steps: 2, examples: 3 },
    { name: 'no web', tools: CORPUS, functions: 1, steps: 2, examples: 2 },
    { name: 'neither', tools: NEITHER, functions: 0, steps: 0, examples: 0 },
  ])('with $name count what they name from one on', ({ tools, functions, steps, examples }) => {
    const counted = (text: string, numbers: RegExp) =>
      [...text.matchAll(numbers)].map(([, number]) => Number(number))
    const upTo = (last: number) => Array.from({ length: last }, (_, place) => place + 1)
    const { text } = refinerPrompt(tools, 5)
    expect(counted(text, /^(\d)\. (?:search_|web_)/gm)).toEqual(upTo(functions))
    expect(counted(text, /^- Step (\d)/gm)).toEqual(upTo(steps))
    const prefix = prefixPrompt({ role: 'refiner', ...tools }).text
    expect(counted(prefix, /^(\d)\. If I want/gm)).toEqual(upTo(examples))
  })

  it('ask for what comes first first: with the web alone its search, then the evaluation of what it brought', () => {
    expect(refinerPrompt(WEB, 5).text).toMatch(
      /- Step 1: Web Search & Parse .*: Use `web_search` .*\n- Step 2: Evaluate and Supplement: After receiving results, evaluate /,
    )
    expect(refinerPrompt(CORPUS, 5).text).toContain('The available function is:\n1. search_local_documents')
    expect(prefixPrompt({ role: 'refiner', ...NEITHER }).text).toContain('For example\nIf I want to do')
  })

  it('read as they were read by a person, with every combination of tools', async () => {
    const shown = [ALL, WEB, CORPUS, NEITHER, NO_CODE].flatMap((tools) =>
      [
        refinerPrompt(tools, 2),
        rankerPrompt(tools, 2),
        proposerPrompt(tools),
        ...ROLES.map((role) => prefixPrompt({ role, ...tools })),
      ].map(({ name, text }) => `=== ${name} ===\n${text}\n`),
    )
    await expect(shown.join('\n')).toMatchFileSnapshot('../../fixtures/agent-prompts.txt')
  })

  it('in our own words ask for no words of doubt, which the monitor listens for', async () => {
    const own = (['PROPOSE', 'CORRECT', 'CORRECT.suggestion', 'RANK'] as const).map(
      (name) => solverPrompt(name).text,
    )
    const published = solverPrompt('P-PREFIX.fixed').text
    const prefixes = ROLES.map((role) => prefixPrompt({ role, ...ALL }).text)
    const added = prefixes.map((text) =>
      text
        .split('\n')
        .filter((line) => !published.includes(line))
        .join('\n'),
    )
    for (const text of [...own, ...added])
      expect(text).not.toMatch(
        /\b(?:not (?:quite |entirely )?sure|unsure|uncertain|doubt|guess|hesitat|don't know|not certain)/i,
      )
    const monitor = createLexicalMonitor()
    for (const text of [...own, ...added].filter((one) => one !== ''))
      expect((await monitor.look(lookAt(text), never)).answer, text).toBe('no')
  })

  it('say nothing of local search where there is none, and nothing of the web', () => {
    for (const { name, text } of [...agentPrompts(WEB), ...agentPrompts(NEITHER)])
      expect(text, name).not.toMatch(/search_local_documents|local|private|documents=/i)
    for (const { name, text } of [...agentPrompts(CORPUS), ...agentPrompts(NEITHER)])
      expect(text, name).not.toMatch(/web/i)
  })

  it('promise no code and no functions where no code is run', () => {
    for (const { name, text } of agentPrompts(NO_CODE)) {
      expect(text, name).not.toMatch(/code|function|web|search|python|Step \d|For example/i)
      if (name.startsWith('P-PREFIX'))
        expect(text, name).toMatch(
          /^<think>\nOkay, I will [\s\S]*answer\. ?\nNow, let me|^<think>\nOkay, [\s\S]*one\.\nNow/,
        )
    }
    expect(proposerPrompt(NO_CODE).text).toMatch(
      /\n- Put your final answer in <answer><\/answer> with \\boxed\.$/,
    )
    expect(rankerPrompt(NO_CODE, 3).text).toMatch(/<select>Response X<\/select>/)
  })

  it('keep their rules on code and on the form of the answer with any tools', () => {
    for (const tools of [ALL, WEB, CORPUS, NEITHER]) {
      for (const { name, text } of agentPrompts(tools)) {
        if (name.startsWith('P-PREFIX')) expect(text, name).toMatch(/^<think>\n[\s\S]*\n<\/think>$/)
        else expect(text, name).toMatch(/between <code> and <\/code>/)
      }
      expect(proposerPrompt(tools).text).toMatch(/<answer><\/answer> with \\boxed\.$/)
      expect(rankerPrompt(tools, 3).text).not.toContain('\\boxed')
    }
  })

  it('have no empty lines', () => {
    for (const tools of [ALL, WEB, CORPUS, NEITHER, NO_CODE])
      for (const { name, text } of agentPrompts(tools)) expect(text, name).not.toMatch(/\n\s*\n|\n$/)
  })

  it('are told apart by name and by hash', () => {
    const prompts = [ALL, WEB, CORPUS, NEITHER, NO_CODE]
      .flatMap(agentPrompts)
      .concat(refinerPrompt(WEB, 3), rankerPrompt(WEB, 3))
    const distinct = new Map(prompts.map((prompt) => [prompt.text, prompt]))
    expect(new Set([...distinct.values()].map(({ name }) => name)).size).toBe(distinct.size)
    expect(new Set([...distinct.values()].map(({ hash }) => hash)).size).toBe(distinct.size)
  })

  it.each([2, 3, 5, 8])('of %i candidates have one part for each', (candidates) => {
    const students = refinerPrompt(ALL, candidates).text.match(
      /^## Student \d's Solution\n\{reference_\d\}$/gm,
    )
    expect(students).toHaveLength(candidates - 1)
    const ranker = rankerPrompt(ALL, candidates).text
    expect(ranker.match(/^## Response \d\n\{response_\d\}$/gm)).toHaveLength(candidates)
    expect(ranker).toContain(`from 1 to ${candidates}.`)
  })

  it('have a student only where there is one', () => {
    expect(proposerPrompt(ALL).text).not.toMatch(/student/i)
    expect(prefixPrompt({ role: 'proposer', ...ALL }).text).not.toMatch(/student/i)
    expect(prefixPrompt({ role: 'ranker', ...ALL }).text).not.toMatch(/student/i)
    expect(correctorPrompt(ALL, { hasSuggestion: false }).text).not.toMatch(/suggestion/i)
  })

  it('are filled by name in one pass: a placeholder within a value stays', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('{query}', '{suggestion}', '$&', '{x}'), (query, trap) => {
        const values = { query: query + trap, solution: `${trap}S`, suggestion: trap }
        const filled = filledPrompt(correctorPrompt(ALL, { hasSuggestion: true }), values)
        expect(filled).toContain(`## Problem\n${values.query}\n## Student's Solution\n${values.solution}\n`)
        expect(filled).toContain(`## Suggestion\n${trap}\n`)
      }),
    )
  })

  it('leave no placeholder behind but those that their callers fill', () => {
    const names = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
    expect(names(proposerPrompt(ALL).text)).toEqual(['{query}'])
    expect(names(correctorPrompt(ALL, { hasSuggestion: true }).text)).toEqual([
      '{query}',
      '{solution}',
      '{suggestion}',
    ])
    expect(names(rankerPrompt(ALL, 2).text)).toEqual(['{query}', '{response_1}', '{response_2}'])
    expect(names(refinerPrompt(ALL, 2).text)).toEqual(['{anchor_solution}', '{query}', '{reference_1}'])
  })
})

describe('the prefix as the beginning of a turn', () => {
  it('closes its thoughts where the server cannot go on with them, and stays open where it can', () => {
    const prefix = prefixPrompt({ role: 'refiner', ...ALL })
    expect(writtenPrefix(prefix, false)).toEqual({ reasoning: '', text: `${prefix.text}\n` })
    const open = writtenPrefix(prefix, true)
    expect(open.text).toBe('')
    expect(`<think>\n${open.reasoning}</think>`).toBe(prefix.text)
  })
})
