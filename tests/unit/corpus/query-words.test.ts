/** Tests has_words in SQL statements: the shortcut by letters must agree with the comparison of words. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { words } from '../../../core/index.ts'
import { hasWords } from '../../../corpus/adapters/sqlite-query-words.ts'

const VOCABULARY = join(import.meta.dirname, '..', '..', '..', 'models', 'static', 'vocabulary.txt')

describe('has_words', () => {
  it.for([
    ['a word in another case', 1, 'LUPEOL was found', 'lupeol'],
    ['another ending', 1, 'It inhibits growth', 'inhibited'],
    ['all words in any order', 1, 'growth of cells', 'cell growth'],
    ['a word that is missing', 0, 'growth of cells', 'cell death'],
    ['a part of a word', 0, 'extracellular', 'cell'],
    ['a letter that is spelled out', 1, 'TNF-α rose', 'tnf alpha'],
    ['no words', 0, 'growth', 'of the'],
    ['no text', 0, null, 'growth'],
  ])('%s: %s', ([, has, text, list]) => {
    expect(hasWords(text, list)).toBe(has)
  })

  it('finds each of some 20,000 English words in a text of its own', () => {
    const entries = readFileSync(VOCABULARY, 'utf8').split('\n')
    const english = entries.filter((entry) => /^[a-z]{3,}$/.test(entry) && words(entry).length === 1)
    expect(english.length).toBeGreaterThan(15_000)
    expect(english.filter((word) => hasWords(`The ${word}.`, word) !== 1)).toEqual([])
  })
})
