/** Tests generated questions: those read from a model's answer, and those made by templates from names and facts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createModelQuestions, createTemplateQuestions, questionRequest } from '../../../comparison/index.ts'
import type { Fact, GraphUnit, Mention, MentionKind, Unit } from '../../../corpus/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'

const never = new AbortController().signal
const ofLength = (length: number) => `${'x'.repeat(length - 1)}?`

const ANSWERS = casesIn<'name' | 'answer' | 'text'>(`
  name | answer | text
  the question alone | Which enzyme does lupeol inhibit? | Which enzyme does lupeol inhibit?
  with a label | Question: What binds AKT1 in vitro? | What binds AKT1 in vitro?
  in bold and quoted | **Question:** "What binds AKT1?" | What binds AKT1?
  in a list | 1. What binds AKT1?⏎2. What else? | What binds AKT1?
  after thoughts | <think>Is it?⏎Yes.</think>⏎What binds AKT1? | What binds AKT1?
  with talk after it | What binds AKT1? Lupeol does. | What binds AKT1?
  with spaces |   What   is it,\tthen?   | What is it, then?
  with talk around two | I think so.⏎What is it? Or what? Yes. | What is it? Or what?
  in a quotation | > - **Question:** «What is it?» | What is it?
  of the least length | ${ofLength(10)} | ${ofLength(10)}
  of the greatest length | ${ofLength(400)} | ${ofLength(400)}
`)
const NO_QUESTIONS = casesIn<'name' | 'loss' | 'answer'>(`
  name | loss | answer
  a statement | no_question | Lupeol binds AKT1.
  nothing | no_question
  thoughts without an end | no_question | <think>What is asked here?
  a question mark | no_question | Why?
  about the text | refers_to_text | What does the study show of lupeol?
  about these authors | refers_to_text | What did the present authors find?
  too short | no_question | ${ofLength(9)}
  too long | question_too_long | ${ofLength(401)}
  an essay | question_too_long | ${'What binds AKT1 and '.repeat(30)}why?
`)

const asked = (id: string, title = '') => ({ unit: { id, text: `statement of ${id}` } as Unit, title })

/** Makes questions about units with a model that gives the answers in turn. */
function questionsOf(answers: readonly string[], wanted = answers.length) {
  const said = [...answers]
  const chat = { ask: () => Promise.resolve(said.shift() ?? '') }
  const units = answers.map((_, at) => asked(`u${at + 1}`))
  return createModelQuestions({ model: 'm', chat: chat as never, units }).make(wanted, never)
}

describe('questions by a model', () => {
  it.for(ANSWERS)('are read: $name', async ({ answer, text }) => {
    expect(await questionsOf([answer])).toMatchObject({ questions: [{ text }], losses: {} })
  })

  it.for(NO_QUESTIONS)('are not made of an answer that is not one: $name', async ({ answer, loss }) => {
    expect(await questionsOf([answer])).toMatchObject({ questions: [], losses: { [loss]: 1 } })
  })

  it('are counted by each reason as often as it holds', async () => {
    const answers = ['none', 'no', 'What is it here?', 'what is it HERE?', 'What is it here?']
    expect((await questionsOf(answers, 9)).losses).toEqual({ no_question: 2, repeated_question: 2 })
  })

  it('are asked about so many units as are wanted', async () => {
    const { questions } = await questionsOf(['What is it in 1?', 'What is it in 2?', 'What is it in 3?'], 2)
    expect(questions.map(({ units: of }) => of)).toEqual([['u1'], ['u2']])
  })

  it('are asked for with the title of the paper, where there is one', () => {
    expect(questionRequest(asked('u1', 'A title')).messages[1]!.content).toBe(
      'Paper: A title\nStatement: statement of u1',
    )
    expect(questionRequest(asked('u1')).messages[1]!.content).toBe('Statement: statement of u1')
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
describe('questions by template', () => {
  it('ask what links two names that never stand together, and judge both units', async () => {
    const units = [graphUnit('u1', ['lupeol', 'akt1']), graphUnit('u2', ['akt1', 'gsk3'])]
    const { questions, losses } = await templates(units).make(2, never)
    expect(questions.map(({ hops }) => hops)).toEqual([1, 2])
    expect(questions[0]?.text).toMatch(/^How is .+ related to .+\?$/i)
    expect(questions[1]?.units.toSorted()).toEqual(['u1', 'u2'])
    expect(losses).toEqual({})
  })

  it('ask for what a unit is about before what it only names', async () => {
    const unit = graphUnit('u1', ['lupeol', 'akt1', 'gsk3'])
    const mentions = unit.mentions.map((one) => ({ ...one, isSubject: one.name !== 'lupeol' }))
    const { questions } = await templates([{ ...unit, mentions }]).make(1, never)
    expect(questions[0]?.text).toMatch(/^How is akt1 related to gsk3\?$/i)
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
