/** Tests agents' prompts: published ones keep their bytes, and none promises a tool that its agent does not have. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { QUERY, runEigen1, scored, solved } from '../../fixtures/eigen1-run.ts'

/** First 8 hex digits of the SHA-256 of each published prompt, as printed in the specifications or as compared with the paper. */
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
  'rethinker/paper-qa': '2a3d2b05',
  'rethinker/web-conclusion': '59b05e04',
  'rethinker/executor': 'd5670d65',
  'rethinker/workflow': '213e87a8',
  'rethinker/examples': '40cc617d',
  'rethinker/solver': '874ea415',
  'rethinker/guided-summary': '3e3c6ae2',
  'rethinker/critic': '7b3c05ef',
  'rethinker/selector': '66a0dd2e',
  'rethinker/force-finish-answer': 'a5c952bd',
  'rethinker/force-finish-select': '776a12ff',
  'eigen1/p-prefix': '5e8a243c',
  'eigen1/p-prefix-fixed': '7db8bc1c',
  'eigen1/p-refine': '137aa494',
  'eigen1/p-quality': 'e7b42191',
}

describe('published prompts', () => {
  it.each(Object.entries(HASHES))('%s is the text of the paper, by its hash', (name, hash) => {
    const [pattern, file] = name.split('/')
    const text = readFileSync(new URL(`../../../solver/${pattern}/prompts/${file}.txt`, import.meta.url))
    expect(createHash('sha256').update(text).digest('hex').slice(0, 8)).toBe(hash)
  })
})

const TOOLS = [
  { name: 'all tools', settings: { retrieval: 'both', searchesWeb: true }, functions: 3 },
  { name: 'the web alone', settings: { retrieval: 'none', searchesWeb: true }, functions: 2 },
  { name: 'the corpus alone', settings: { retrieval: 'both', searchesWeb: false }, functions: 1 },
  { name: 'code alone', settings: { retrieval: 'none', searchesWeb: false }, functions: 0 },
  { name: 'nothing', settings: { retrieval: 'none', searchesWeb: false, runsCode: false }, functions: 0 },
] as const

/** Returns all prompts of a run in which a solution fails once, with the prefixes of the agents' turns. */
async function asked(settings: Readonly<Record<string, unknown>>) {
  const written: string[] = []
  const noted =
    (answer: string) => (_: string, turn: { written: { text: string; reasoning: string } } | null) => {
      written.push(`${turn?.written.reasoning ?? ''}${turn?.written.text ?? ''}`)
      return answer
    }
  const { promptsOf } = await runEigen1(
    {
      proposer: noted(solved(1)),
      corrector: noted(solved(2)),
      refiner: noted(solved(3)),
      ranker: noted('<select>Response 1</select>'),
      evaluator: () => scored(1, 1, 1, '{query} $& Say why.'),
    },
    { proposers: 3, ...settings },
  )
  const prompts = ['proposer', 'corrector', 'refiner', 'ranker'].flatMap(promptsOf)
  return { prompts, written, refiner: promptsOf('refiner')[0] ?? '', promptsOf }
}

describe('agents', () => {
  it.each(TOOLS)('with $name are promised what they have', async ({ settings, functions }) => {
    const { prompts, written, refiner } = await asked(settings)
    expect(prompts.length).toBeGreaterThan(8)
    const numbers = [...refiner.matchAll(/^(\d)\. (?:search_|web_)/gm)].map(([, number]) => Number(number))
    expect(numbers).toEqual(Array.from({ length: functions }, (_, at) => at + 1))
    const all = [...prompts, ...written].join('\n')
    const runsCode = !('runsCode' in settings)
    if (settings.retrieval === 'none') expect(all).not.toMatch(/search_local_documents|local|documents=/i)
    if (!settings.searchesWeb) expect(all).not.toMatch(/\bweb/i)
    if (!runsCode) expect(all).not.toMatch(/code|function|python|Step \d|For example/i)
    for (const text of prompts) {
      expect(text).not.toMatch(/\n\s*\n|\n$/)
      expect(text).toContain(QUERY)
      expect(text.includes('between <code> and </code>')).toBe(runsCode)
    }
  })

  it('are asked with what others said, filled in once: a slot within a value stays', async () => {
    const { promptsOf } = await asked({})
    const [repair = ''] = promptsOf('corrector').filter((prompt) => prompt.includes('Suggestion'))
    expect(repair).toContain('## Suggestion\n{query} $& Say why.\n')
    const [first = '', ranker = ''] = [promptsOf('proposer')[0], promptsOf('ranker')[0]]
    expect(first).toMatch(/<answer><\/answer> with \\boxed\.$/)
    expect(first).not.toMatch(/student/i)
    expect(ranker).toContain('from 1 to 3.')
    expect(ranker).not.toContain('boxed.')
  })
})
