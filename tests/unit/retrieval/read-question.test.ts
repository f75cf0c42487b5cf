/** What a question asks for, and which of its words an answer has to have. */
import { describe, expect, it } from 'vitest'
import { contentTerms, readQuestion } from '../../../retrieval/read-question.ts'

const termsOf = (text: string, language?: string) => readQuestion(text, language).terms
const wantsOf = (text: string) => [...readQuestion(text).wants].sort()

describe('the terms of a question', () => {
  it.each([
    {
      name: 'without the words of asking',
      text: 'Which enzymes does lupeol inhibit?',
      terms: ['enzym', 'lupeol', 'inhibit'],
    },
    { name: 'so too where one is left', text: 'What is lupeol?', terms: ['lupeol'] },
    { name: 'each once', text: 'Lupeol and lupeol?', terms: ['lupeol'] },
    { name: 'those of asking where no others are', text: 'Who, and who?', terms: ['who'] },
    { name: 'none of a question without words', text: '???', terms: [] },
  ])('are $name', ({ text, terms }) => {
    expect(termsOf(text)).toEqual(terms)
  })

  it('are of the language of the question', () => {
    expect(termsOf('Welche Zellen?', 'deu')).toContain('zell')
    expect(contentTerms('Zellen', 'deu')).toEqual(['zell'])
    expect(contentTerms('What is it?')).toEqual([])
  })
})

describe('what a question wants', () => {
  it.each([
    { text: '  HOW   many beds?  ', wants: ['count'] },
    { text: 'How long does it take?', wants: ['count', 'duration'] },
    { text: 'When was it found?', wants: ['time'] },
    { text: 'Where is it?', wants: ['place'] },
    { text: 'Which country has it?', wants: ['name', 'place'] },
    { text: 'Why is it so?', wants: ['reason'] },
    { text: 'At what temperature does it melt?', wants: ['measure', 'name'] },
  ])('$text is $wants', ({ text, wants }) => {
    expect(wantsOf(text)).toEqual(wants)
  })

  it.each([
    { text: 'What is bark lupeol oil?', isMeaning: true },
    { text: 'What is old bark lupeol oil?', isMeaning: false },
    { text: 'Define lupeol', isMeaning: true },
    { text: 'What does ROS stand for?', isMeaning: true },
    { text: 'What is the IC50?', isMeaning: false },
    { text: 'Say what is lupeol', isMeaning: false },
  ])(
    'is a meaning where it is asked of three terms at most, and no measure: $text $isMeaning',
    ({ text, isMeaning }) => {
      expect(wantsOf(text).includes('meaning')).toBe(isMeaning)
    },
  )
})
