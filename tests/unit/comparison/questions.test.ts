/** Questions that nobody asked: what is taken from a model's answer, and what templates make of names and facts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createTemplateQuestions,
  parseBeirQueries,
  parseQrels,
  questionFiles,
} from '../../../comparison/index.ts'
import { questionIn } from '../../../comparison/questions/question-in.ts'
import { linesOf } from '../../../core/index.ts'
import type { Fact, GraphUnit, Mention, MentionKind, Unit } from '../../../corpus/index.ts'

const ANSWERS = [
  {
    name: 'the question alone',
    answer: 'Which enzyme does lupeol inhibit?',
    text: 'Which enzyme does lupeol inhibit?',
  },
  { name: 'with a label', answer: 'Question: What binds AKT1 in vitro?', text: 'What binds AKT1 in vitro?' },
  { name: 'in bold and quoted', answer: '**Question:** "What binds AKT1?"', text: 'What binds AKT1?' },
  { name: 'in a list', answer: '1. What binds AKT1?\n2. What else?', text: 'What binds AKT1?' },
  {
    name: 'after thoughts',
    answer: '<think>Is it?\nYes.</think>\nWhat binds AKT1?',
    text: 'What binds AKT1?',
  },
  { name: 'with talk after it', answer: 'What binds AKT1? Lupeol does.', text: 'What binds AKT1?' },
]
const NO_QUESTIONS = [
  { name: 'a statement', answer: 'Lupeol binds AKT1.', loss: 'no_question' },
  { name: 'nothing', answer: '', loss: 'no_question' },
  { name: 'thoughts without end', answer: '<think>What is asked here?', loss: 'no_question' },
  { name: 'a question mark', answer: 'Why?', loss: 'no_question' },
  { name: 'about the text', answer: 'What does the study show of lupeol?', loss: 'refers_to_text' },
  { name: 'about these authors', answer: 'What did the present authors find?', loss: 'refers_to_text' },
  { name: 'an essay', answer: `${'What binds AKT1 and '.repeat(30)}why?`, loss: 'question_too_long' },
]

describe('the question in an answer', () => {
  it.for(ANSWERS)('$name', ({ answer, text }) => {
    expect(questionIn(answer)).toEqual({ text, loss: null })
  })
  it.for(NO_QUESTIONS)('none: $name', ({ answer, loss }) => {
    expect(questionIn(answer).loss).toBe(loss)
  })
})

function mention(name: string, kind: MentionKind = 'chemical'): Mention {
  return { name, alias: name, kind, isSubject: false, start: null, end: null }
}
function graphUnit(
  unit: string,
  names: readonly string[],
  facts: readonly (readonly string[])[] = [],
): GraphUnit {
  return {
    unit,
    paper: `paper of ${unit}`,
    mentions: names.map((name) => mention(name)),
    facts: facts.map(([subject = '', predicate = '', object = '']): Fact => ({ subject, predicate, object })),
    seq: 1,
  }
}
function templates(units: readonly GraphUnit[], text = '') {
  return createTemplateQuestions({
    graph: {
      async *graphSince() {
        yield* units
      },
    },
    units: async (ids) => ids.map((id) => ({ id, text }) as Unit),
  })
}
const never = new AbortController().signal

describe('questions by template', () => {
  it('ask for the object of a fact, then for the end of two that share a name', async () => {
    const units = [
      graphUnit('u1', [], [['lupeol', 'inhibits', 'akt1']]),
      graphUnit('u2', [], [['akt1', 'phosphorylates', 'gsk3']]),
    ]
    const { questions } = await templates(units).make(2, never)
    const texts = questions.map(({ text, units: of, hops }) => ({ text, of, hops }))
    expect(texts).toContainEqual({
      text: expect.stringMatching(/^(Lupeol inhibits|Akt1 phosphorylates) what\?$/),
      of: [expect.any(String)],
      hops: 1,
    })
    for (const { text, of, hops } of texts.filter((one) => one.hops === 2))
      expect([text, of, hops]).toEqual([
        'Lupeol inhibits something that phosphorylates what?',
        ['u1', 'u2'],
        2,
      ])
  })

  it('ask what links two names that never stand together, and judge both units', async () => {
    const units = [graphUnit('u1', ['lupeol', 'akt1']), graphUnit('u2', ['akt1', 'gsk3'])]
    const { questions, losses } = await templates(units).make(2, never)
    expect(questions.map(({ hops }) => hops)).toEqual([1, 2])
    expect(questions[0]?.text).toMatch(/^How is .+ related to .+\?$/i)
    expect(questions[1]?.units.toSorted()).toEqual(['u1', 'u2'])
    expect(losses).toEqual({})
  })

  it('spell names as the text does', async () => {
    const unit = {
      ...graphUnit('u1', []),
      mentions: [
        { ...mention('akt1'), start: 0, end: 4 },
        { ...mention('lupeol'), start: 11, end: 17 },
      ],
    }
    const { questions } = await templates([unit], 'AKT1 binds Lupeol.').make(1, never)
    expect(questions[0]?.text).toBe('How is AKT1 related to Lupeol?')
  })

  it('say how many could not be made', async () => {
    const units = [graphUnit('u1', ['alone'])]
    expect(await templates(units).make(3, never)).toEqual({
      questions: [],
      losses: { nothing_to_ask_about: 3 },
    })
  })

  it('are the same whatever the order in which units came, and judge units that are there', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const parts = fc.record({
      names: fc.uniqueArray(name),
      facts: fc.array(fc.tuple(name, name, name), { maxLength: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { maxLength: 6 }), async (drawn) => {
        const units = drawn.map(({ names, facts }, i) => graphUnit(`u${i}`, names, facts))
        const made = await templates(units).make(4, never)
        expect(
          (await templates(units.toReversed()).make(4, never)).questions.map(({ text }) => text),
        ).toEqual(made.questions.map(({ text }) => text))
        for (const { units: of, hops } of made.questions) {
          expect(new Set(of).size).toBe(hops)
          expect(of.every((id) => units.some(({ unit }) => unit === id))).toBe(true)
        }
      }),
    )
  })
})

async function all<Member>(members: AsyncIterable<Member>): Promise<Member[]> {
  const found: Member[] = []
  for await (const member of members) found.push(member)
  return found
}

describe('the files of made questions', () => {
  it('are read back as a BEIR pair that says it is synthetic', async () => {
    const { queries, qrels } = questionFiles(
      [
        { text: 'What is "it"?\u2028', units: ['u1'], hops: 1 },
        { text: 'And that?', units: ['u2', 'u3'], hops: 2 },
      ],
      'template',
    )
    const linesIn = async function* (text: string) {
      yield Buffer.from(text)
    }
    const fail = (line: number) => expect.fail(`line ${line}`)
    const asked = await all(parseBeirQueries(linesOf(linesIn(queries)), fail))
    expect(asked).toEqual([
      { id: 'made-1', text: 'What is "it"?\u2028', isSynthetic: true },
      { id: 'made-2', text: 'And that?', isSynthetic: true },
    ])
    const judged = await all(parseQrels(linesOf(linesIn(qrels)), fail))
    expect(judged.map(({ query, document }) => `${query} ${document}`)).toEqual([
      'made-1 u1',
      'made-2 u2',
      'made-2 u3',
    ])
  })
})
