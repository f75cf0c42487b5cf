/** has_words of statements: the short cut over letters must never say another thing than the words do. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { words } from '../../../core/index.ts'
import { hasWords } from '../../../corpus/adapters/sqlite-query-words.ts'

const VOCABULARY = join(import.meta.dirname, '..', '..', '..', 'models', 'static', 'vocabulary.txt')

describe('has_words', () => {
  it.for([
    { name: 'a word in another case', text: 'LUPEOL was found', list: 'lupeol', has: 1 },
    { name: 'another ending', text: 'It inhibits growth', list: 'inhibited', has: 1 },
    { name: 'all words in any order', text: 'growth of cells', list: 'cell growth', has: 1 },
    { name: 'a word that is missing', text: 'growth of cells', list: 'cell death', has: 0 },
    { name: 'a part of a word', text: 'extracellular', list: 'cell', has: 0 },
    { name: 'a letter that is spelled out', text: 'TNF-α rose', list: 'tnf alpha', has: 1 },
    { name: 'no words', text: 'growth', list: 'of the', has: 0 },
    { name: 'no text', text: null, list: 'growth', has: 0 },
  ])('$name: $has', ({ text, list, has }) => {
    expect(hasWords(text, list)).toBe(has)
  })

  it('finds each of some 20,000 English words in a text of its own', () => {
    const entries = readFileSync(VOCABULARY, 'utf8').split('\n')
    const english = entries.filter((entry) => /^[a-z]{3,}$/.test(entry) && words(entry).length === 1)
    expect(english.length).toBeGreaterThan(15_000)
    expect(english.filter((word) => hasWords(`The ${word}.`, word) !== 1)).toEqual([])
  })
})
