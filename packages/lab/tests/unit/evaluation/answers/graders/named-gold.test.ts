/** Does a sentence name the gold as its answer, or only mention it? */
import { describe, expect, it } from 'vitest'
import { gradeNamed } from '../../../../../evaluation/answers/graders/named-gold.ts'

const QUESTION = 'Who won the Nobel Prize for physics in the year 1903?'

function isNamed(answer: string, gold: string, question = QUESTION): boolean {
  const { isCorrect, reason } = gradeNamed({ question, gold, answer })
  expect(reason).toBe(isCorrect === true ? 'named' : 'wording_differs')
  expect(isCorrect).not.toBe(false)
  return isCorrect === true
}

describe('the gold is named', () => {
  it.each([
    { name: 'behind the question', answer: 'The Nobel Prize for physics was won by Marie Curie.' },
    { name: 'in front of the question', answer: 'Marie Curie won the Nobel Prize in 1903.' },
    { name: 'by itself', answer: 'Marie Curie' },
    { name: 'with a remark', answer: 'Marie Curie, a scientist' },
    { name: 'with five new words behind', answer: 'Marie Curie, very great scientist working much' },
    {
      name: 'behind two new words',
      answer: 'The famous grand Nobel Prize for physics 1903 was Marie Curie.',
    },
    { name: 'where it concludes', answer: 'I looked it up. Therefore it was Marie Curie.' },
    { name: 'behind "called"', answer: 'She is called Marie Curie' },
    {
      name: 'with words of the question behind',
      answer: 'Marie Curie, who won the Nobel Prize for physics in the year 1903',
    },
    {
      name: 'with words in another form',
      answer: 'The winner of the physical prize was Marie Curie.',
      question: 'Who were the winners of the physics prize?',
    },
  ])('$name', ({ answer, question }) => {
    expect(isNamed(answer, 'Marie Curie', question)).toBe(true)
  })
})

describe('the gold is only mentioned', () => {
  it.each([
    { name: 'it is denied', answer: 'It was not Marie Curie.' },
    { name: 'one among several', answer: 'It was Marie Curie or Lise Meitner.' },
    { name: 'joined with another in front', answer: 'It was Pierre and Marie Curie.' },
    { name: 'joined with another behind', answer: 'It was Marie Curie and Pierre.' },
    { name: 'part of a longer name', answer: 'It was Marie Curie Senior.' },
    { name: 'the end of a longer name', answer: 'It was Anna Marie Curie.' },
    { name: 'not known', answer: 'It was probably Marie Curie.' },
    { name: 'a question that does not say', answer: "It isn't Marie Curie" },
    { name: 'a sentence that opens so', answer: 'Unlike others it was Marie Curie' },
    { name: 'the teacher of the winner', answer: 'Teacher was Marie Curie.' },
    {
      name: 'three new words in front',
      answer: 'Famous grand old Nobel Prize for physics 1903 was Marie Curie.',
    },
    { name: 'a name in front', answer: 'The Swedish Nobel Prize for physics 1903 was Marie Curie.' },
    { name: 'a little of the question in front', answer: 'Grand prize was Marie Curie.' },
    { name: 'six new words behind', answer: 'Marie Curie, very great scientist working much today' },
    { name: 'a name behind', answer: 'Marie Curie, wife of Pierre' },
    { name: 'in a sentence that neither opens nor concludes', answer: 'I looked it up. It was Marie Curie.' },
    { name: 'words apart', answer: 'It was Marie, called Curie.' },
    { name: 'half of it', answer: 'It was Curie.' },
    { name: 'not at all', answer: 'It was Lise Meitner.' },
    { name: 'nothing', answer: '' },
  ])('$name', ({ answer }) => {
    expect(isNamed(answer, 'Marie Curie')).toBe(false)
  })

  it('what the question says already is no answer', () => {
    expect(isNamed('It was physics', 'physics')).toBe(false)
    expect(isNamed('It was chemistry', 'chemistry')).toBe(true)
    expect(isNamed('They are green and red.', 'red and green', 'Which are red?')).toBe(false)
  })

  // Six content words, of which three must stand in front of the gold; `famous` is new there.
  it.each([
    { answer: 'famous prize, physics and year: Marie Curie', is: true },
    { answer: 'famous prize and year: Marie Curie', is: false },
    { answer: 'famous of the for in who prize: Marie Curie', is: false },
    { answer: 'famous physicist prizes of the yearly Nobel: Marie Curie', is: true },
    { answer: 'famous grand prize, physics and year: Marie Curie', is: true },
    { answer: 'famous grand old prize, physics and year: Marie Curie', is: false },
    { answer: 'famous Swedish prize, physics and year: Marie Curie', is: false },
  ])('a half of the question stands in front of it: $answer $is', ({ answer, is }) => {
    expect(isNamed(answer, 'Marie Curie')).toBe(is)
  })

  it('words of three letters are the same in one form only', () => {
    expect(isNamed('Marie Curie won it', 'Marie Curie', 'Who wonder it?')).toBe(false)
    expect(isNamed('Marie Curie discovers', 'Marie Curie', 'Who discovered?')).toBe(true)
    expect(isNamed('Marie Curie lasting', 'Marie Curie', 'Who laster?')).toBe(false)
    expect(isNamed('Marie Curie dinner', 'Marie Curie', 'Who was the winner?')).toBe(false)
  })

  it('the rest of a sentence is not part of its subject', () => {
    expect(isNamed('Marie Curie won, with Pierre', 'Marie Curie')).toBe(true)
    expect(isNamed('Marie Curie, won with Pierre', 'Marie Curie')).toBe(false)
    expect(isNamed('It was, Marie Curie, with Pierre', 'Marie Curie')).toBe(false)
  })

  it('one or two letters answer only behind a verb', () => {
    expect(isNamed('It is O2', 'O2', 'What do we breathe?')).toBe(true)
    expect(isNamed('O2', 'O2', 'What do we breathe?')).toBe(false)
    expect(isNamed('We breathe O2', 'O2', 'What do we breathe?')).toBe(false)
    expect(isNamed('O2x', 'O2x', 'What do we breathe?')).toBe(true)
  })
})

describe('several names', () => {
  const question = 'Who are the horsemen?'
  const gold = 'War, Famine, Pestilence and Death'

  it.each([
    { name: 'as in the gold', answer: 'The horsemen are War, Famine, Pestilence and Death.', is: true },
    { name: 'in another order', answer: 'The horsemen are Death, War, Pestilence and Famine.', is: true },
    { name: 'joined by and', answer: 'The horsemen are War and Famine and Death and Pestilence.', is: true },
    { name: 'as subject', answer: 'War, Famine, Pestilence and Death are the horsemen.', is: true },
    { name: 'one missing', answer: 'The horsemen are War, Famine and Death.', is: false },
    { name: 'one twice', answer: 'The horsemen are War, War, Famine and Death.', is: false },
    {
      name: 'another among them',
      answer: 'The horsemen are War, Famine, Greed, Pestilence and Death.',
      is: false,
    },
    {
      name: 'one more behind',
      answer: 'The horsemen are War, Famine, Pestilence, Death and Greed.',
      is: false,
    },
  ])('$name: $is', ({ answer, is }) => {
    expect(isNamed(answer, gold, question)).toBe(is)
  })

  it.each([
    { gold: 'red; green', answer: 'They are green and red.', is: true },
    { gold: 'red and green', answer: 'They are green and red.', is: true },
    { gold: 'red, and green', answer: 'They are green and red.', is: true },
    { gold: '3 men, 2 women', answer: 'They are 2 women, 3 men.', is: false },
    { gold: 'one two three four, five', answer: 'They are five and one two three four.', is: true },
    { gold: 'one two three four six, five', answer: 'They are five, one two three four six.', is: false },
    { gold: 'red,', answer: 'They are red.', is: true },
  ])('$gold: $answer $is', ({ gold: wanted, answer, is }) => {
    expect(isNamed(answer, wanted, 'Which?')).toBe(is)
  })
})
