/** Tests what a question wants, and which signs of an answer to it a sentence has. */
import { describe, expect, it } from 'vitest'
import {
  type ParsedQuestion,
  readQuestion,
  SIGNS,
  sentenceFigures,
  termedSentences,
} from '../../../retrieval/index.ts'

type Want = ParsedQuestion['wants'] extends ReadonlySet<infer One> ? One : never

/** Returns the signs above 0 by name. */
function signs(sentence: string, wants: readonly Want[], terms: readonly string[] = ['bark']) {
  const [[, ...figures] = []] = sentenceFigures({ terms, wants: new Set(wants) }, termedSentences(sentence))
  return Object.fromEntries(SIGNS.flatMap((sign, at) => (figures[at] === 0 ? [] : [[sign, figures[at]]])))
}

const ALL: readonly Want[] = [
  'count',
  'measure',
  'share',
  'duration',
  'time',
  'name',
  'place',
  'meaning',
  'verdict',
  'reason',
]

describe('a sign of an answer', () => {
  it.each<{ want: Want; sentence: string; sign: (typeof SIGNS)[number] }>([
    { want: 'count', sentence: 'There were 18 trees.', sign: 'number where a count is asked' },
    { want: 'measure', sentence: 'It took 5 mg.', sign: 'quantity where a measure is asked' },
    { want: 'share', sentence: 'It was 40 percent of them.', sign: 'share where a share is asked' },
    { want: 'duration', sentence: 'It took several weeks.', sign: 'time span where a duration is asked' },
    { want: 'time', sentence: 'It was in March.', sign: 'year where a time is asked' },
    { want: 'verdict', sentence: 'It was higher.', sign: 'finding where a verdict is asked' },
    { want: 'reason', sentence: 'It is so because it is dry.', sign: 'reason where a reason is asked' },
  ])('counts where it is asked for, and nowhere else: $want', ({ want, sentence, sign }) => {
    expect(signs(sentence, [want])).toEqual({ [sign]: 1 })
    expect(
      signs(
        sentence,
        ALL.filter((other) => other !== want),
      ),
    ).not.toHaveProperty(sign)
    expect(signs(sentence, [])).toEqual({})
  })

  it('is what is asked about among the first four words', () => {
    const begins = { 'begins with what is asked about': 1 }
    expect(signs('Red and dry bark fell off.', [])).toEqual(begins)
    expect(signs('Red and very dry bark fell off.', [])).toEqual({})
    expect(signs('(Moretti et al., 2014) Bark fell off.', [])).toEqual({})
    expect(signs('Bark', [])).toEqual(begins)
  })
})

describe('the terms of a question', () => {
  it.each([
    { text: 'Which enzymes does lupeol inhibit?', terms: ['enzym', 'lupeol', 'inhibit'] },
    { text: 'What is lupeol? Lupeol?', terms: ['lupeol'] },
    { text: 'Who, and who?', terms: ['who'] },
    { text: '???', terms: [] },
    { text: 'Welche Zellen?', language: 'deu', terms: ['zell'] },
  ])('"$text": $terms', ({ text, language, terms }) => {
    expect(readQuestion(text, language).terms).toEqual(terms)
  })
})

describe('what a question wants', () => {
  it.each([
    { text: '  HOW   many beds?  ', wants: ['count'] },
    { text: 'What is the LC50 of the extract?', wants: ['measure'] },
    { text: 'How often does it fail?', wants: ['count', 'share'] },
    { text: 'How long does it take?', wants: ['count', 'duration'] },
    { text: 'When was it found?', wants: ['time'] },
    { text: 'Where is it?', wants: ['place'] },
    { text: 'Who isolated it?', wants: ['name'] },
    { text: 'Which country has it?', wants: ['name', 'place'] },
    { text: 'Why is it so?', wants: ['reason'] },
    { text: 'Does it help?', wants: ['verdict'] },
    { text: 'At what temperature does it melt?', wants: ['measure', 'name'] },
    { text: 'What is bark lupeol oil?', wants: ['meaning'] },
    { text: 'What is old bark lupeol oil?', wants: [] },
    { text: 'Define lupeol', wants: ['meaning'] },
    { text: 'What does ROS stand for?', wants: ['meaning'] },
    { text: 'lupeol', wants: [] },
  ])('$text: $wants', ({ text, wants }) => {
    expect([...readQuestion(text).wants].sort()).toEqual(wants)
  })
})
