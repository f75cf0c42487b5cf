/** The limits by which a short text is told to be in a language: letters and words counted by hand. */
import { describe, expect, it } from 'vitest'
import { languageOfQuestion, languageOfText } from '../../../core/languages/language-of-text.ts'

const HAN = (count: number) => '水'.repeat(count)
/** Neither English nor German holds its sentences together by it. */
const FILLER = (count: number) => Array<string>(count).fill('zelle').join(' ')
const GERMAN = 'und ist nicht das'

describe('the language of a text', () => {
  const byScript = [
    { name: 'a quarter of Chinese characters', text: `abc${HAN(1)}`, language: 'cmn' },
    { name: 'fewer', text: `abcd${HAN(1)}`, language: 'eng' },
    { name: 'half of them beside two English words', text: `the of ${HAN(5)}`, language: 'cmn' },
    { name: 'fewer beside two English words', text: `the of ${HAN(4)}`, language: 'eng' },
    { name: 'a quarter beside one English word', text: `the ${HAN(1)}`, language: 'cmn' },
    { name: 'a twentieth of kana', text: `${HAN(19)}の`, language: 'jpn' },
    { name: 'less kana', text: `${HAN(20)}の`, language: 'cmn' },
    { name: 'less kana in a Japanese paper', text: `${HAN(20)}の`, paper: 'jpn', language: 'jpn' },
    { name: 'kana alone', text: 'abcの', language: 'jpn' },
    { name: 'a quarter of Hangul', text: 'abc포', language: 'kor' },
    { name: 'less Hangul', text: 'abcd포', language: 'eng' },
    { name: 'a quarter of Thai', text: 'abcก', language: 'tha' },
    { name: 'less Thai', text: 'abcdก', language: 'eng' },
    { name: 'half of Cyrillic', text: 'abбв', language: 'rus' },
    { name: 'less Cyrillic', text: 'abcбв', language: 'eng' },
    { name: 'the last of 600 characters', text: ' '.repeat(599) + HAN(1), language: 'cmn' },
    { name: 'the one behind them', text: ' '.repeat(600) + HAN(1), language: 'eng' },
    { name: 'another script than that of its paper', text: HAN(4), paper: 'deu', language: 'cmn' },
    { name: 'no letters', text: '12 %', language: 'eng' },
    { name: 'nothing', text: '', language: 'eng' },
  ]
  it.each(byScript)('is told by its script: $name, $language', ({ text, paper = null, language }) => {
    expect(languageOfText(text, paper)).toBe(language)
  })

  const byWords = [
    { name: 'four words of it', text: GERMAN, language: 'deu' },
    { name: 'capitals', text: GERMAN.toUpperCase(), language: 'deu' },
    {
      name: 'accents that are written apart',
      text: 'für über während möchte'.normalize('NFD'),
      paper: 'deu',
      language: 'deu',
    },
    { name: 'three words of it', text: 'und ist nicht', language: 'eng' },
    { name: 'a fifth of the words', text: `${GERMAN} ${FILLER(16)}`, language: 'deu' },
    { name: 'less than a fifth', text: `${GERMAN} ${FILLER(17)}`, language: 'eng' },
    { name: 'more than three for an English one', text: `${GERMAN} the`, language: 'deu' },
    { name: 'three for each English one', text: `${GERMAN} und ist the has`, language: 'eng' },
    { name: 'two English words', text: `${GERMAN} ${GERMAN} ${GERMAN} the of`, language: 'eng' },
    { name: 'one word of its paper’s language', text: 'und', paper: 'deu', language: 'eng' },
    { name: 'two words of its paper’s language', text: 'und ist', paper: 'deu', language: 'deu' },
    { name: 'three beside an English one', text: 'und ist nicht the', paper: 'deu', language: 'eng' },
    { name: 'four beside an English one', text: `${GERMAN} the`, paper: 'deu', language: 'deu' },
    { name: 'four beside two English ones', text: `${GERMAN} the of`, paper: 'deu', language: 'eng' },
    {
      name: 'eight beside two English ones',
      text: `${GERMAN} ${GERMAN} the of`,
      paper: 'deu',
      language: 'deu',
    },
    {
      name: 'a few in a long text of its paper',
      text: `und ist ${FILLER(60)}`,
      paper: 'deu',
      language: 'deu',
    },
    { name: 'another language than its paper’s', text: `${GERMAN}`, paper: 'fin', language: 'deu' },
    { name: 'words of an English paper', text: GERMAN, paper: 'eng', language: 'deu' },
    { name: 'words of a paper in no known language', text: GERMAN, paper: 'vie', language: 'deu' },
    { name: 'the language that has most of them', text: 'het een niet zijn werd ook und', language: 'nld' },
    { name: 'words both languages have', text: 'in was an in was an', language: 'eng' },
    { name: 'words with a digit behind', text: 'und1 ist2 nicht3 das4', language: 'eng' },
  ]
  it.each(byWords)('is told by its words: $name, $language', ({ text, paper = null, language }) => {
    expect(languageOfText(text, paper)).toBe(language)
  })
})

describe('the language of a question', () => {
  const cases = [
    { name: 'English where nothing is held', question: 'und ist', held: [], language: 'eng' },
    { name: 'the only one', question: 'the of', held: ['deu'], language: 'deu' },
    { name: 'that of its script', question: `abc${HAN(1)}`, held: ['eng', 'cmn'], language: 'cmn' },
    {
      name: 'not that of too few characters',
      question: `abcd${HAN(1)}`,
      held: ['eng', 'cmn'],
      language: 'eng',
    },
    { name: 'no script that is not held', question: HAN(4), held: ['eng', 'deu'], language: 'eng' },
    {
      name: 'Japanese for characters where most are',
      question: HAN(4),
      held: ['jpn', 'eng'],
      language: 'jpn',
    },
    { name: 'that with most of its words', question: 'und ist the', held: ['eng', 'deu'], language: 'deu' },
    {
      name: 'that with most of its words, last',
      question: 'the of und',
      held: ['deu', 'eng'],
      language: 'eng',
    },
    {
      name: 'the one most papers are in for names',
      question: 'Lupeol Phoenix',
      held: ['fra', 'eng'],
      language: 'fra',
    },
    {
      name: 'the first of two with as many words',
      question: 'und the',
      held: ['deu', 'eng'],
      language: 'deu',
    },
    {
      name: 'the first in Latin letters for names',
      question: 'Lupeol',
      held: ['cmn', 'deu'],
      language: 'deu',
    },
    {
      name: 'the first where none has Latin letters',
      question: 'Lupeol',
      held: ['cmn', 'jpn'],
      language: 'cmn',
    },
  ]
  it.each(cases)('is $name', ({ question, held, language }) => {
    expect(languageOfQuestion(question, held)).toBe(language)
  })
})
