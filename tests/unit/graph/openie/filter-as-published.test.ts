/** Recognition memory as HippoRAG 2 publishes it: which answers are read, and which candidate a fact is taken for. */
import { describe, expect, it } from 'vitest'
import { filterAsPublished } from '../../../../graph/openie/filter-as-published.ts'
import type { ChatRequest } from '../../../../models/index.ts'

const signal = new AbortController().signal
const CANDIDATES = [
  { subject: 'p53', predicate: 'guards', object: 'the genome' },
  { subject: 'birch bark', predicate: 'is sold in', object: 'finland' },
  { subject: 'lupeol', predicate: 'occurs in', object: 'birch bark' },
]
const HEAD = '[[ ## fact_after_filter ## ]]'
const P53 = '["p53", "guards", "the genome"]'
const LUPEOL = '["lupeol", "occurs in", "birch bark"]'
const KEPT = `{"fact": [${P53}]}`

async function kept(answer: string, candidates = CANDIDATES): Promise<readonly number[]> {
  return await filterAsPublished('Q', candidates, { ask: async () => answer }, signal)
}

describe('the published filter of facts', () => {
  it.each([
    { name: 'one fact', answer: `${HEAD}\n${KEPT}`, is: [0] },
    {
      name: 'with the end marked',
      answer: `${HEAD}\n${KEPT}\n\n[[ ## completed ## ]]\nThat is all.`,
      is: [0],
    },
    { name: 'in the order of the model', answer: `${HEAD}\n{"fact": [${LUPEOL}, ${P53}]}`, is: [2, 0] },
    { name: 'repeats and all', answer: `${HEAD}\n{"fact": [${P53}, ${P53}]}`, is: [0, 0] },
    { name: 'as Python', answer: `${HEAD}\n{'fact': [['p53', 'guards', 'the genome']]}`, is: [0] },
    { name: 'over several lines', answer: `${HEAD}\r\n{"fact":\r\n[${P53}]}\r\n`, is: [0] },
    { name: 'its header indented', answer: `prose\n  ${HEAD}\n\n  ${KEPT}  \n`, is: [0] },
    { name: 'the rest of a header left out', answer: `${HEAD} here:\n${KEPT}`, is: [0] },
    { name: 'the last of two', answer: `${HEAD}\n${KEPT}\n${HEAD}\n{"fact": [${LUPEOL}]}`, is: [2] },
    { name: 'the last that can be read', answer: `${HEAD}\n${KEPT}\n${HEAD}\nnone`, is: [0] },
    { name: 'the last, which keeps none', answer: `${HEAD}\n${KEPT}\n${HEAD}\n{"fact": []}`, is: [] },
    { name: 'the first of two keys', answer: `${HEAD}\n{"fact": [${P53}], "fact": [${LUPEOL}]}`, is: [0] },
    { name: 'another key besides', answer: `${HEAD}\n{"note": [${LUPEOL}], "fact": [${P53}]}`, is: [0] },
    { name: 'five of six', answer: `${HEAD}\n{"fact": [${Array(6).fill(P53).join()}]}`, is: [0, 0, 0, 0, 0] },
    { name: 'a fact of another length', answer: `${HEAD}\n{"fact": [["lupeol", "birch bark"]]}`, is: [2] },
  ])('reads $name', async ({ answer, is }) => {
    expect(await kept(answer)).toEqual(is)
  })

  it.each([
    { name: 'nothing', answer: '' },
    { name: 'no header', answer: KEPT },
    { name: 'another header', answer: `[[ ## fact_before_filter ## ]]\n${KEPT}` },
    { name: 'a header within a line', answer: `So: ${HEAD}\n${KEPT}` },
    { name: 'JSON on the line of its header', answer: `${HEAD} ${KEPT}` },
    { name: 'prose behind', answer: `${HEAD}\n${KEPT}\nThat is all.` },
    { name: 'prose in front', answer: `${HEAD}\nHere: ${KEPT}` },
    { name: 'a list alone', answer: `${HEAD}\n[${P53}]` },
    { name: 'another key', answer: `${HEAD}\n{"facts": [${P53}]}` },
    { name: 'no list', answer: `${HEAD}\n{"fact": "p53"}` },
    { name: 'no key at all', answer: `${HEAD}\n{}` },
    { name: 'a text for a fact', answer: `${HEAD}\n{"fact": [${P53}, "lupeol"]}` },
    { name: 'a number in a fact', answer: `${HEAD}\n{"fact": [${P53}, ["p53", "guards", 1]]}` },
    { name: 'a number alone', answer: `${HEAD}\n{"fact": [[1]]}` },
    { name: 'cut off', answer: `${HEAD}\n{"fact": [${P53}` },
    { name: 'its end marked at once', answer: `${HEAD}\n[[ ## completed ## ]]\n${KEPT}` },
  ])('keeps nothing of an answer of another form: $name', async ({ answer }) => {
    expect(await kept(answer)).toEqual([])
  })

  it('takes a fact for the candidate that is spelled most like it', async () => {
    expect(await kept(`${HEAD}\n{"fact": [["the bark", "sold at", "finnland"]]}`)).toEqual([1])
    // Brackets and quotation marks count, as Python writes a list against tuples.
    const [close, far] = [
      { subject: 'a', predicate: 'b', object: 'c' },
      { subject: "'a', 'b', 'c", predicate: '', object: '' },
    ]
    expect(await kept(`${HEAD}\n{"fact": [["a", "b", "c"]]}`, [far, close])).toEqual([1])
  })

  it('shows the candidates in order, and asks nothing about none', async () => {
    const asked: ChatRequest[] = []
    const chat = {
      ask: async (request: ChatRequest) => {
        asked.push(request)
        return ''
      },
    }
    await filterAsPublished('Who?', CANDIDATES.slice(0, 1), chat, signal)
    expect(asked[0]?.messages.at(-1)?.content).toContain(`Who?\n\n[[ ## fact_before_filter ## ]]\n${KEPT}`)
    expect(asked[0]).toMatchObject({ temperature: 0, maxTokens: 512 })
    expect(await filterAsPublished('Who?', [], chat, signal)).toEqual([])
    expect(asked).toHaveLength(1)
  })
})
