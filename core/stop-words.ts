/**
 * English words that say nothing by themselves. How many of them a reader leaves out was chosen by what it reads, and weights and figures
 * hang on it, so that each has a list of its own; every word stands here once, under the names of the lists that have it.
 */

type StopList = 'index' | 'prose' | 'grammar' | 'query' | 'names'

const WORDS: Readonly<Record<string, string>> = {
  query: `
    above across actual again almost along already always am another anything around away back below came
    cannot come comes doing done down else end enough etc even ever every everything exactly except far few
    gave get gets give given gives go goes gone got indeed instead itself keep last least like likely made
    make makes making me mean means mine much near need needs neither never none nothing off often once ones
    onto others otherwise put quite rather really same say see seem seems set something still take takes
    thing things though together toward unless upon use used uses usually way went whole
  `,
  'prose grammar query names': `
    about after all also because been both can could did do does from had has have however its might most
    must other our over should since so some than those through under we were when where which while who
    within without would
  `,
  'index prose grammar query names': `
    a an and are as at be but by for if in into is it no not on or that the their then there these they this
    was will with
  `,
  'grammar query': `
    actually either further having hence here just let my next nor now out own them therefore too up us very
    well yet
  `,
  'grammar query names': 'although before first he her his how i one she what whose why you your',
  names: 'according born despite following including later today yes',
  'prose grammar query': 'any being each more only per thus whether',
  grammar: 'alternatively hmm maybe ok okay perhaps wait',
  'query names': 'second several shall three two until whom',
  'prose query': 'against among less using via',
  'prose query names': 'between during many',
  'index prose grammar query': 'of such to',
  'prose grammar names': 'may',
}

function wordsOf(list: StopList): ReadonlySet<string> {
  const groups = Object.entries(WORDS).filter(([lists]) => lists.split(' ').includes(list))
  return new Set(groups.flatMap(([, words]) => words.trim().split(/\s+/)))
}

/** Not indexed: the stop words of Lucene's EnglishAnalyzer, which the published BM25 figures of BEIR use. */
export const INDEX_STOP_WORDS = wordsOf('index')

/** They hold sentences together: published prose has them for a third of its words and more, tables for hardly any. */
export const PROSE_WORDS = wordsOf('prose')

/** Their probability says nothing of the content: any of several would do in their place. */
export const GRAMMAR_WORDS = wordsOf('grammar')

/** No paper is found by them. */
export const QUERY_STOP_WORDS = wordsOf('query')

/** No name by themselves, and none opens or closes with one. The recipe's list; tests hold it to the letter. */
export const NAME_STOP_WORDS = wordsOf('names')
