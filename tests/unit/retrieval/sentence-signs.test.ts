/** Which signs of an answer a sentence has, by what the question wants; and what a question wants. */
import { describe, expect, it } from 'vitest'
import {
  type ParsedQuestion,
  readQuestion,
  SIGNS,
  sentenceFigures,
  termedSentences,
} from '../../../retrieval/index.ts'

type Want = ParsedQuestion['wants'] extends ReadonlySet<infer One> ? One : never

/** The signs above 0 by their names. */
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

describe('a count', () => {
  const NUMBER = 'number where a count is asked'
  const COUNTED = 'number beside what is counted'
  const BEGINS = 'begins with what is asked about'

  it.each([
    { name: 'a number', sentence: 'In all we had 18 of them.', found: [NUMBER] },
    { name: 'a number in words', sentence: 'In all we had eighteen of them.', found: [NUMBER] },
    { name: 'of what is asked about', sentence: 'In all we had 18 bark samples.', found: [NUMBER, COUNTED] },
    { name: 'in words, of it', sentence: 'In all we had two bark samples.', found: [NUMBER, COUNTED] },
    { name: 'none of it', sentence: 'In all it had no bark left.', found: [COUNTED] },
    {
      name: 'up to four words before it',
      sentence: '18 old, red, dry bark pieces',
      found: [NUMBER, COUNTED],
    },
    { name: 'no more than four', sentence: '18 very old, red, dry bark pieces', found: [NUMBER] },
    { name: 'not behind it', sentence: 'The samples of dry bark were 18.', found: [NUMBER] },
    {
      name: 'a number with its unit',
      sentence: 'In all we had 18 patients.',
      found: [NUMBER, 'quantity where a count is asked'],
    },
    { name: 'no number of a reference', sentence: 'In all it was seen [9, 12].', found: [] },
    { name: 'no number of a name', sentence: 'In all it was p53.', found: [] },
    { name: 'not what is asked about alone', sentence: 'Bark was dried.', found: [BEGINS] },
  ])('is told by $name', ({ sentence, found }) => {
    expect(Object.keys(signs(sentence, ['count'])).sort()).toEqual([...found].sort())
  })
})

describe('a name', () => {
  it.each([
    { name: 'none', sentence: 'The residue is unknown.', share: 0 },
    { name: 'one, half', sentence: 'It binds Tyr369.', share: 0.5 },
    { name: 'two, whole', sentence: 'It binds Tyr369 and Arg381.', share: 1 },
    { name: 'three, no more', sentence: 'It binds Tyr369, Arg381 and Phe40.', share: 1 },
    { name: 'one said twice, half', sentence: 'It binds Tyr369 and Tyr369.', share: 0.5 },
    { name: 'that of the question, not', sentence: 'It binds Bark here.', share: 0 },
    { name: 'one with a part that the question has, half', sentence: 'It binds IL-6.', share: 0.5 },
    { name: 'the first word, not', sentence: 'Tyrosine binds.', share: 0 },
  ])('counts: $name', ({ sentence, share }) => {
    const [NAME, PLACE] = ['name where a name is asked', 'name where a place is asked']
    const terms = ['residu', 'bark', 'il']
    expect(signs(sentence, ['name'], terms)[NAME] ?? 0).toBe(share)
    expect(signs(sentence, ['place'], terms)[PLACE] ?? 0).toBe(share)
    expect(signs(sentence, ['name'], terms)).not.toHaveProperty(PLACE)
    expect(signs(sentence, ['place'], terms)).not.toHaveProperty(NAME)
  })
})

describe('a definition', () => {
  const DEFINED = 'definition where a meaning is asked'

  it.each([
    { name: 'says what it is', sentence: 'Bark is the skin of a tree.', isOne: true },
    {
      name: 'has it among the last four words before',
      sentence: 'Bark of old dry trees is a skin.',
      isOne: true,
    },
    { name: 'does not have it before those', sentence: 'Bark of old dry red trees is a skin.', isOne: false },
    { name: 'is of it', sentence: 'Trees are the tallest plants with bark.', isOne: false },
    { name: 'is no plain statement', sentence: 'Bark protects trees.', isOne: false },
  ])('$name', ({ sentence, isOne }) => {
    expect(Object.hasOwn(signs(sentence, ['meaning']), DEFINED)).toBe(isOne)
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
