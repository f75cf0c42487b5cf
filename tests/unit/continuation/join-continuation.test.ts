import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { templateOf } from '../../../models/continuation/chat-templates.ts'
import {
  echoRule,
  type HeadRule,
  heldRule,
  oneAfterOther,
  overlapRule,
  withoutRepetition,
} from '../../../models/continuation/join-continuation.ts'
import { splitThoughts } from '../../../models/continuation/think-tags.ts'
import { trimPrefix } from '../../../models/continuation/trim-prefix.ts'
import { type ChatEvent, foldAnswer } from '../../../models/index.ts'

/** The text in pieces of so many characters, as events. */
async function* pieces(text: string, size: number): AsyncGenerator<ChatEvent> {
  for (let from = 0; from < text.length; from += size)
    yield { type: 'text', text: text.slice(from, from + size) }
  yield { type: 'finish', reason: 'stop' }
}

const RULES: readonly {
  readonly name: string
  readonly rule: HeadRule
  readonly said: string
  readonly left: string
}[] = [
  { name: 'a whole echo', rule: echoRule('One two'), said: 'One two three', left: ' three' },
  { name: 'no echo', rule: echoRule('One two'), said: 'One three', left: 'One three' },
  { name: 'half an echo at the end', rule: echoRule('One two'), said: 'One', left: '' },
  { name: 'held white space that comes again', rule: heldRule('\n\n'), said: '\n\nThree', left: 'Three' },
  { name: 'held white space that does not', rule: heldRule(' '), said: 'Three', left: 'Three' },
  { name: 'a blank beside held line breaks', rule: heldRule('\n\n'), said: ' Three', left: 'Three' },
  { name: 'more than was held', rule: heldRule('\n'), said: '\n\n  Three', left: '\n  Three' },
  {
    name: 'half of a pair that comes again',
    rule: heldRule('\ud83e'),
    said: '🦁 roars',
    left: '\udd81 roars',
  },
  { name: 'half of a pair that does not', rule: heldRule('\ud83e'), said: ' roars', left: ' roars' },
  {
    name: 'the last clause again',
    rule: overlapRule('It is large. The lion sleeps'),
    said: 'The lion sleeps all day.',
    left: ' all day.',
  },
  { name: 'all of it again', rule: overlapRule('The lion sleeps'), said: 'The lion sleeps.', left: '.' },
  { name: 'a few letters again', rule: overlapRule('ha ha ha'), said: 'ha ha', left: 'ha ha' },
  {
    name: 'the end of a word again',
    rule: overlapRule('photosynthesising cells'),
    said: 'synthesising cells of all kinds',
    left: 'synthesising cells of all kinds',
  },
  {
    name: 'an echo and then what was held',
    rule: oneAfterOther(echoRule('One'), heldRule(' ')),
    said: 'One two',
    left: 'two',
  },
]

describe('the head of an answer', () => {
  it.each(RULES)('is left out or not: $name', async ({ rule, said, left }) => {
    for (let size = 1; size <= said.length; size++)
      expect((await foldAnswer(withoutRepetition(pieces(said, size), 'text', rule))).text).toBe(left)
  })

  it('takes the log probabilities of what it leaves out with it, and lets counts and thoughts through', async () => {
    async function* events(): AsyncGenerator<ChatEvent> {
      yield { type: 'reasoning', text: 'Hm.' }
      for (const token of ['One', ' two', ' three']) {
        yield { type: 'logprobs', tokens: [{ token, logprob: -1, alternatives: [] }] }
        yield { type: 'text', text: token }
      }
      yield { type: 'usage', usage: { promptTokens: 1, completionTokens: 3, estimated: false } }
      yield { type: 'finish', reason: 'stop' }
    }
    const seen: ChatEvent[] = []
    for await (const event of withoutRepetition(events(), 'text', echoRule('One tw'))) seen.push(event)
    expect(seen.map((event) => ('text' in event ? event.text : event.type))).toEqual([
      'Hm.',
      'logprobs',
      'o',
      'logprobs',
      ' three',
      'usage',
      'finish',
    ])
  })

  it('is not waited for once it differs', () => {
    expect(echoRule('One two')('One t', false)).toBeNull()
    expect(echoRule('One two')('One x', false)).toBe(0)
    expect(overlapRule('The lion sleeps')('Cats', false)).toBe(0)
  })

  it('is held back for 20,000 characters at the most, where a model says the same for ever', () => {
    const rule = overlapRule('I am not sure. '.repeat(10_000))
    const head = (characters: number) => 'I am not sure. '.repeat(2_000).slice(0, characters)
    expect(rule(head(19_990), false)).toBeNull()
    expect(rule(head(20_001), false)).toBe(19_995)
  })
})

describe('what is sent of a text', () => {
  it('with what is held is the text, whole characters, and without white space at the end where it is lost', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '🦁') }),
        fc.constantFrom('', '\ud83e'),
        fc.boolean(),
        (whole, half, trims) => {
          const text = whole + half
          const { sent, held } = trimPrefix(text, trims)
          expect(sent + held).toBe(text)
          expect(/[\ud800-\udbff]$/.test(sent)).toBe(false)
          if (trims) expect(sent).toBe(sent.trimEnd())
        },
      ),
    )
  })
})

describe('thoughts between tags', () => {
  it('are told from the text wherever the pieces are cut', async () => {
    const said = 'I think a < b, </thin, yes.\n</think>\n\nThe answer is </think>.'
    for (let size = 1; size <= said.length; size++) {
      const { reasoning, text } = await foldAnswer(splitThoughts(pieces(said, size)))
      expect({ reasoning, text }).toEqual({
        reasoning: 'I think a < b, </thin, yes.',
        text: 'The answer is </think>.',
      })
    }
  })

  it('that do not end stay thoughts to the last character', async () => {
    const { reasoning, text } = await foldAnswer(splitThoughts(pieces('I think </th', 5)))
    expect({ reasoning, text }).toEqual({ reasoning: 'I think </th', text: '' })
  })
})

describe('a template of a family of models', () => {
  const messages = [
    { role: 'system' as const, content: 'Be brief.' },
    { role: 'user' as const, content: 'What costs $&?' },
  ]
  const PROMPTS = [
    ['Qwen/Qwen3-8B', 'What costs $&?<|im_end|>\n<|im_start|>assistant\n'],
    [
      'meta-llama/Llama-3.1-8B-Instruct',
      'What costs $&?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
    ],
    ['gemma3:27b', '<start_of_turn>user\nBe brief.\n\nWhat costs $&?<end_of_turn>\n<start_of_turn>model\n'],
    ['Mistral-7B-Instruct', '[INST] Be brief.\n\nWhat costs $&? [/INST]'],
    ['deepseek-ai/DeepSeek-R1', 'Be brief.<｜User｜>What costs $&?<｜Assistant｜>'],
  ]
  it.each(PROMPTS)('ends where the model begins: %s', (model, ends) => {
    expect(templateOf(model, messages)?.prompt.endsWith(ends)).toBe(true)
  })

  it('is not made up for others, nor for tools', () => {
    expect(templateOf('gpt-4.1', messages)).toBeNull()
    const result = { role: 'tool' as const, content: '1', toolCallId: 'a' }
    expect(templateOf('qwen3', [...messages, result])).toBeNull()
  })
})
