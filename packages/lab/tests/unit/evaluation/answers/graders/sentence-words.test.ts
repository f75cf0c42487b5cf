/** Words of a sentence: which are names, and before which of them something parts. */
import { describe, expect, it } from 'vitest'
import { sentenceWords } from '../../../../../evaluation/answers/graders/sentence-words.ts'

/** A name with a capital, `|` in front of what stands behind a break. */
function shown(sentence: string): string {
  return sentenceWords(sentence)
    .map(({ word, isName, isAfterBreak }) => {
      const spelled = isName ? word.charAt(0).toUpperCase() + word.slice(1) : word
      return isAfterBreak ? `| ${spelled}` : spelled
    })
    .join(' ')
}

describe('a sentence', () => {
  it.each([
    { sentence: 'It was Paris', words: 'it was Paris' },
    { sentence: 'Paris was it', words: 'Paris was it' },
    { sentence: 'The winner was Marie Curie', words: 'winner was Marie Curie' },
    { sentence: 'was The winner', words: 'was winner' },
    { sentence: '  In Paris it was', words: 'in Paris it was' },
    { sentence: 'red, blue and green', words: 'red | blue and green' },
    { sentence: 'red; blue: green', words: 'red | blue | green' },
    { sentence: 'red (blue) green', words: 'red | blue | green' },
    { sentence: 'red "blue" green', words: 'red | blue | green' },
    { sentence: 'red “blue” green', words: 'red | blue | green' },
    { sentence: 'red ‘blue’ green', words: 'red | blue green' },
    { sentence: 'red - blue', words: 'red | blue' },
    { sentence: 'red — blue', words: 'red | blue' },
    { sentence: 'red blue. green', words: 'red blue green' },
    { sentence: 'St. Louis', words: 'St Louis' },
    { sentence: 'the end). Then', words: 'end | Then' },
    { sentence: '(red) blue', words: 'red | blue' },
    { sentence: '"Red', words: 'Red' },
    { sentence: 'red-blue green', words: 'red blue green' },
    { sentence: 'in red-blue, well-known places', words: 'in red blue | well known place' },
    { sentence: 'red the, blue', words: 'red | blue' },
    { sentence: 'a\u00a0b  c\nd', words: 'b c d' },
    { sentence: '', words: '' },
    { sentence: ', ; .', words: '' },
  ])('$sentence', ({ sentence, words }) => {
    expect(shown(sentence)).toBe(words)
  })
})
