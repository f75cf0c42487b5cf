/**
 * Turns the words of a sentence into the doubt model's symbols. Words of a family (doubt-lexicon.json) have one symbol, words of grammar
 * are kept, numbers become `#` and all others `_`, so that "my recollection of the third article is dim" and "my memory of the sign
 * convention is hazy" are the same to the model.
 */
import { GRAMMAR_WORDS, type SentenceSpan } from '../../core/index.ts'
import lexicon from './doubt-lexicon.json' with { type: 'json' }

export interface WordSymbol extends SentenceSpan {
  readonly form: string
}

const FAMILIES = new Map<string, string>(
  Object.entries(lexicon).flatMap(([family, words]) =>
    words.split(' ').map((word): [string, string] => [word, family]),
  ),
)

// Words of grammar or nearly so that are telling beside a word of a family: "off the top of my head", "nothing comes to mind".
const FRAME_WORDS = new Set(
  `am anything anyone anybody something somewhere nothing nobody again away back off seem seems seemed feel feels sound sounds say said
  tell told ask asked even still quite ever never unless until rests front hand hands top tip air lot bit kind sort far best much little
  hardly scarcely barely need got getting give given take rely trust depend depends stated used else lets able unable impossible possible
  second`.split(/\s+/),
)

const TOKEN = /\p{N}[\p{N}.,]*|\p{L}+(?:[-'’_]\p{L}[\p{L}\p{N}]*|\p{N}+)*|[?=…]/gu
const CONTRACTED = /^(.+?)(n't|'(?:s|m|re|ve|ll|d))$/
const FULL_FORMS: Readonly<Record<string, string>> = {
  "'m": 'am',
  "'re": 'are',
  "'ve": 'have',
  "'ll": 'will',
  "'d": 'would',
}
const STEMS_BEFORE_NOT: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' }
const WITH_IS = /^(?:it|that|what|there|who|here|he|she|how|where)$/

/** Adds `^` before the first word and `$` after the last; no two `_` in a row. An open sentence has no `$`: its last word may be torn. */
export function symbolsOf(sentence: string, isOpen = false): WordSymbol[] {
  const symbols: WordSymbol[] = [{ form: '^', start: 0, end: 0 }]
  for (const { 0: token, index } of sentence.matchAll(TOKEN)) {
    const end = index + token.length
    if (isOpen && end === sentence.length) continue
    for (const form of formsOf(token)) {
      const last = symbols.at(-1)
      if (form === '_' && last?.form === '_') symbols[symbols.length - 1] = { ...last, end }
      else symbols.push({ form, start: index, end })
    }
  }
  if (!isOpen) symbols.push({ form: '$', start: sentence.length, end: sentence.length })
  return symbols
}

function formsOf(token: string): string[] {
  if (/^\p{N}/u.test(token)) return ['#']
  if (/^[?=…]/.test(token)) return [token]
  return wordsOf(token.toLowerCase().replaceAll('’', "'")).map((word) => {
    const family = FAMILIES.get(word)
    if (family !== undefined) return family
    return GRAMMAR_WORDS.has(word) || FRAME_WORDS.has(word) ? word : '_'
  })
}

/** Splits a token: "can't" becomes "can not"; the s of a possessive is dropped. */
function wordsOf(token: string): string[] {
  if (token === 'cannot') return ['can', 'not']
  if (token === 'dunno') return ['i', 'not', 'know']
  const [, stem, tail] = CONTRACTED.exec(token) ?? []
  if (stem === undefined || tail === undefined) return [token]
  if (tail === "n't") return [STEMS_BEFORE_NOT[stem] ?? stem, 'not']
  if (tail === "'s") return WITH_IS.test(stem) ? [stem, 'is'] : [stem]
  return [stem, FULL_FORMS[tail] ?? tail]
}
