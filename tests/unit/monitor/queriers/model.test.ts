import { describe, expect, it } from 'vitest'
import { createModelQuerier } from '../../../../monitor/index.ts'
import { chatAnswering } from '../../../fakes/answering-chat.ts'
import { lookAt, never } from '../../../fixtures/monitor-looks.ts'

const W = 'Watterson estimator theta'

async function queriesOf(said: string, window = 'w'): Promise<readonly string[]> {
  const querier = createModelQuerier({ chat: chatAnswering(said) })
  return (await querier.queries(lookAt(window), { answer: 'yes', reason: '' }, never)).queries
}

describe('querier by a model', () => {
  describe('frees its query of marks, labels and line breaks (E18)', () => {
    it.each([
      [W, W],
      ['"Watterson estimator"', 'Watterson estimator'],
      ['Search Query: Watterson estimator', 'Watterson estimator'],
      ['**Search Query:** "Watterson estimator"\n', 'Watterson estimator'],
      ['### Search Query\nWatterson estimator', 'Watterson estimator'],
      ['Query: `theta = 4N_e mu`', 'theta = 4N_e mu'],
      ['```\nWatterson estimator\n```', 'Watterson estimator'],
      ['```text\nWatterson estimator\n```\nThis query targets the factor.', 'Watterson estimator'],
      ['<think>"What?"</think>\n\nWatterson estimator', 'Watterson estimator'],
      ['<query>Watterson estimator</query>', 'Watterson estimator'],
      ['\\boxed{Watterson estimator}', 'Watterson estimator'],
      ["Watterson's  \t estimator", "Watterson's estimator"],
      ['"Watterson estimator" "diploid"', 'Watterson estimator diploid'],
      ['Watterson estimator<|im_end|>\n<|im_start|>user\nThanks!', 'Watterson estimator'],
      ['assistant\nWatterson estimator</s>', 'Watterson estimator'],
      ['Watterson estimator\\nThis query will find it.', 'Watterson estimator'],
    ])('%j', async (said, query) => {
      expect(await queriesOf(said)).toEqual([query])
    })
  })

  describe('takes one query out of prose', () => {
    it.each([
      `Sure! Here is the query:\n\n${W}`,
      `Certainly! Here is a search query for that:\n\n**${W}**\n\nLet me know if you need another one.`,
      `Search Query: ${W}\n\nThis query targets the factor in front of the product.`,
      `${W}\n\nExplanation: the text doubts the factor.`,
      `${W}\n(This query focuses on the factor.)`,
      `${W} (this query focuses on the factor)`,
      `"${W}" - this will find the definition of the estimator.`,
      `You could search for "${W}" to find the factor.`,
      `Based on the text, the following query would be effective:\n> ${W}`,
      `Okay, so the text is about population genetics and its author is not sure about a factor.\n\nSearch Query: ${W}`,
      `The text is unsure about a factor that belongs to the estimator it uses.\n${W}`,
      `To settle the factor, look up ${W}`,
      `搜索查询：${W}`,
      `Note: one query only.\n${W}`,
    ])('%j', async (said) => {
      expect(await queriesOf(said)).toEqual([W])
    })
  })

  describe('takes the first of several', () => {
    it.each([
      [`1. ${W}\n2. "segregating sites"`, W],
      [`Here are three options:\n\n1. **${W}** - for the factor\n2. **segregating sites** - for the rest`, W],
      [`- "${W}"\n- "N_e from theta"`, W],
      [`Query 1: ${W}\nQuery 2: N_e from theta`, W],
      [`Option A: ${W}\nOption B: N_e from theta`, W],
      [`${W}\nN_e from theta in diploids`, W],
      [`${W}\n${W}`, W],
      [`${W}, ${W}, ${W}, ${W}`, W],
      ['- Watterson\n- theta\n- diploid', 'Watterson theta diploid'],
    ])('%j', async (said, query) => {
      expect(await queriesOf(said)).toEqual([query])
    })
  })

  describe('reads JSON and calls', () => {
    it.each([
      `{"query": "${W}"}`,
      `{"search_query": "${W}", "reason": "the factor"}`,
      `\`\`\`json\n{"query": "${W}"}\n\`\`\``,
      `Sure!\n{"reasoning": "a factor", "queries": ["${W}", "another"]}`,
      `["${W}", "segregating sites"]`,
      `{"name": "search", "arguments": {"query": "${W}"}}`,
      `<tool_call>{"name": "search", "arguments": {"query": "${W}"}}</tool_call>`,
      `{'query': '${W}'`,
      `search("${W}")`,
      `\`\`\`python\nprint(web_search(keywords="${W}"))\n\`\`\``,
    ])('%j', async (said) => {
      expect(await queriesOf(said)).toEqual([W])
    })
  })

  it.each([
    '2-methylbutane boiling point',
    'query complexity of quantum search',
    'Monte Carlo tree search: convergence rate',
    'sure independence screening ultrahigh dimension',
    'Yes-associated protein phosphorylation',
    'I band sarcomere length',
    'note-taking and recall',
    '[Fe(CN)6]4- redox potential',
    'What is the factor of the Watterson estimator in diploids?',
    'neutrino mass \\nu hierarchy',
    'None-equilibrium thermodynamics',
    'a search algorithm on graphs A*',
    'IL-6 (interleukin) receptor',
    'CREB1 / CBP binding - phosphorylation of Ser133',
  ])('leaves %j as it is', async (said) => {
    expect(await queriesOf(said)).toEqual([said])
  })

  it.each([
    '""',
    '',
    '**Search Query:**\n',
    'Sure! Here is the query:',
    'This query is designed to find the factor.',
    'I would search for information about it.',
    'None',
    'No query needed.',
    "I'm sorry, but I cannot help with that.",
    '```\n```',
    '{}',
    'Task: Generate a single, concise, and effective search query for retrieving the information required by the text below.\nInstructions:\n- Return **only the search query** itself.',
  ])('has none in %j', async (said) => {
    expect(await queriesOf(said)).toEqual([])
  })

  it('has none in the prompt said again, as base models do (seen of Gemma 3 270M)', async () => {
    const window =
      'Hmm, okay. The scale is different, and I am not sure whether the factor is 2 or 4 in diploids.'
    const chat = chatAnswering('')
    await createModelQuerier({ chat }).queries(lookAt(window), { answer: 'yes', reason: '' }, never)
    const prompt = chat.requests[0]?.messages[1]?.content ?? ''
    expect(await queriesOf(`<|im_start|>user\n${prompt}`, window)).toEqual([])
    expect(await queriesOf(`${prompt} ${W}`, window)).toEqual([W])
  })
})
