/** Reading and checking seeds, phrases and questions of a synthesis (specs/rethinker.md 4 and 5.4). */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { trainingPrompt } from '../../../training/index.ts'
import {
  PUBLISHED_FIELDS,
  questionPrompt,
  seedInitPrompt,
  TRAINING_PROMPT_NAMES,
  toolsPrompt,
} from '../../../training/prompts.ts'
import { createPhrasePool, readPhrases } from '../../../training/synthesis/phrases.ts'
import { distinctSearches, leaks } from '../../../training/synthesis/question-pair.ts'
import { phrasesOf, readSeedDictionary } from '../../../training/synthesis/read-seeds.ts'

describe('R33 the published prompts', () => {
  test.each([
    { name: 'SEED_INIT', hash: 'da9cf459' },
    { name: 'SEED_EXTRACT', hash: 'c46e6368' },
    { name: 'QA_GENERATE', hash: '025e4ac6' },
  ] as const)('$name has its hash', ({ name, hash }) => {
    const { text } = trainingPrompt(name)
    expect(createHash('sha256').update(text).digest('hex').slice(0, 8)).toBe(hash)
  })

  test('all have their slots, and doubled braces are single ones', () => {
    for (const name of TRAINING_PROMPT_NAMES) expect(() => trainingPrompt(name)).not.toThrow()
    expect(questionPrompt().text).toContain(
      '<truth> {The one and only exact truth to the question.} </truth>',
    )
    expect(questionPrompt().text).toContain('{seed}')
    expect(toolsPrompt().text).toMatch(/The available functions are:\n1\. web_search[\s\S]*\n3\. url_browse/)
  })

  test('the fields of the published one are its own', () => {
    expect(PUBLISHED_FIELDS).toHaveLength(23)
    expect(seedInitPrompt(PUBLISHED_FIELDS)).toEqual(trainingPrompt('SEED_INIT'))
    expect(seedInitPrompt(['a', '$& b']).text).toContain('each field in a, $& b.')
  })
})

describe('R39 R41 the dictionary of seeds', () => {
  test('is the one with the most phrases', () => {
    const text =
      'For example {"a": ["one"]}, or in full {"a": ["one", "two"], "b": ["three"]}. Not {"c": ["four"]}.'
    expect(readSeedDictionary(text)).toEqual({ a: ['one', 'two'], b: ['three'] })
  })

  test('keeps a hash and an apostrophe of a phrase', () => {
    expect(readSeedDictionary(`{'a': ["C# code", "Ohm's law"]}`)).toEqual({ a: ['C# code', "Ohm's law"] })
  })

  test('is made of lists that are each assigned to a name, where there is none', () => {
    const text =
      "political_science = ['one two', 'three']\n  arts = ['four']\nempty = []\nother = ['five', 6]\n"
    expect(readSeedDictionary(text)).toEqual({ 'political science': ['one two', 'three'], arts: ['four'] })
    expect(readSeedDictionary("only = ['one two']")).toEqual({ only: ['one two'] })
  })

  test.each([
    { name: 'a call', text: "{'a': __import__('os').listdir('/')}" },
    { name: 'a comprehension', text: "{'a': [str(i) for i in range(3)]}" },
    { name: 'no lists', text: "{'a': 'one two'}" },
    { name: 'nothing', text: '' },
  ])('is never evaluated: $name is none', ({ text }) => {
    expect(readSeedDictionary(text)).toBeNull()
  })

  test('a phrase of two fields is one', () => {
    expect(phrasesOf({ a: ['Gene pool'], b: ['gene  pool', 'b b'] })).toEqual([
      { field: 'a', phrase: 'Gene pool' },
      { field: 'b', phrase: 'b b' },
    ])
  })
})

describe('R39 phrases', () => {
  test('of 2 to 8 words in the last answer, without bullets, brackets and quotation marks', () => {
    const text =
      '<answer>first answer here</answer> <answer>[\n1. "gene drive",\n- (Hardy–Weinberg equilibrium)\nmeiosis, one two three four five six seven eight, one two three four five six seven eight nine, GENE  DRIVE.\n]</answer>'
    expect(readPhrases(text)).toEqual([
      'GENE DRIVE',
      'Hardy–Weinberg equilibrium',
      'one two three four five six seven eight',
    ])
    expect(readPhrases('gene drive, one two')).toEqual([])
  })

  test('only new ones enter, by their letters without case and width', () => {
    const pool = createPhrasePool()
    const origin = { from: 'corpus' } as const
    expect(pool.add({ phrase: 'Gene drive', origin, units: [] })).toBe(true)
    expect(pool.add({ phrase: 'ｇene  DRIVE', origin, units: [] })).toBe(false)
    expect(pool.add({ phrase: ' gene drive ', origin, units: [] })).toBe(false)
    expect(pool.add({ phrase: ' \n', origin, units: [] })).toBe(false)
    expect(pool.list()).toHaveLength(1)
  })
})

describe('R40 a pair', () => {
  test('its truth leaks as words next to each other, whatever their case', () => {
    expect(leaks({ question: 'Is it the Higgs-boson?', truth: 'higgs boson' })).toBe(true)
    expect(leaks({ question: 'Is it the ｈｉｇｇｓ boson?', truth: 'Ｈiggs boson' })).toBe(true)
    expect(leaks({ question: 'Which?', truth: '…' })).toBe(true)
    expect(leaks({ question: 'Which of the 300?', truth: '30' })).toBe(false)
    expect(leaks({ question: 'A Higgs and a boson?', truth: 'Higgs boson' })).toBe(false)
  })

  test('near repeats of a search are one search', () => {
    const searches = ['electron mass', 'mass of the electron', 'Electron masses', 'proton mass', '', 'the of']
    expect(distinctSearches(searches)).toEqual(['electron mass', 'proton mass'])
    // The second shares three of four words with the first, the third one of three.
    expect(
      distinctSearches(['crossover rate map', 'map of crossover rates in mice', 'rate constant']),
    ).toEqual(['crossover rate map', 'rate constant'])
  })
})
