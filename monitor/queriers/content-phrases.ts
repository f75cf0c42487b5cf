/**
 * What a sentence is about: runs of its words that are not empty (the candidates of RAKE, Rose et al. 2010).
 * No model and no tagger: formulas and half sentences, of which thoughts are full, are nothing a tagger was
 * made for.
 */
import { QUERY_STOP_WORDS } from '../../core/index.ts'

export interface ContentPhrase {
  /** UTF-16 offsets into the text. */
  readonly start: number
  readonly end: number
  readonly text: string
  readonly words: readonly string[]
  /**
   * Some word of it looks like a name: a capital inside a sentence, a digit next to a letter, a Greek letter.
   */
  readonly isNameLike: boolean
}

interface PlacedWord {
  readonly text: string
  readonly start: number
  readonly end: number
}

// "N_e", "IL-6", "5-methylhex-4-enal" and "Watterson's" are one word each.
const WORD = /[\p{L}\p{N}]+(?:['’_+-]+[\p{L}\p{N}]+)*(?:[²³⁺⁻]|\+(?!\p{L}))*/gu
const POSSESSIVE = /['’]s$/u
const CONTRACTED = /['’](?:t|s|m|re|ve|ll|d)$/u
// Words in which a model speaks of its own thinking: no paper is found by them either.
const OF_THINKING = `
  alternatively answer answers apply approach assume assumed assuming attempt basically believe calculate
  careful carefully case cases certain certainly check claim clear clearly compute conclude conclusion
  confident confirm confuse confused confusing consider contradict contradicts convinced correct correctly
  definitely depend depends derive detail details doubt doubtful double-check easy equal equals exact
  explain expect fact facts familiar figure find fine forget forgot forgotten getting guess hmm hold idea
  important involve involved involves issue know known knows leave leaving letter literature look looking
  main matter maybe memory mention mentioned mistake mistaken mixing name namely named needed obvious
  obviously okay option options part perhaps plausible point possible possibly precise precisely
  presumably probably problem question quick quickly reasonable reasoning recall recalled remember
  remembered required right roughly rough scratch sense serves settle sort start step steps suppose sure
  talk tell term textbook think thinking thought true try trying turn turns uncertain understand unsure
  useful usual vague vaguely value verify wait want wanted wondering work works worth bit good head help
  hand mind seeing seen somewhere surely top versus write wrong simply simple kind following respectively
  don doesn didn isn wasn aren won couldn wouldn shouldn ve ll re
`
const EMPTY_WORDS = new Set([...QUERY_STOP_WORDS, ...OF_THINKING.trim().split(/\s+/)])
// A longer run is a list without commas.
const MOST_PHRASE_WORDS = 4

export function contentPhrases(text: string): ContentPhrase[] {
  const phrases: ContentPhrase[] = []
  let run: PlacedWord[] = []
  const close = () => {
    if (run.length > 0) phrases.push(phraseOf(text, run))
    run = []
  }
  for (const match of text.matchAll(WORD)) {
    const word = { text: match[0], start: match.index, end: match.index + match[0].length }
    const before = run.at(-1)
    if (before !== undefined && !/^\s$/.test(text.slice(before.end, word.start))) close()
    if (isContent(word.text)) run.push(word)
    else close()
    if (run.length === MOST_PHRASE_WORDS) close()
  }
  close()
  return phrases
}

function isContent(word: string): boolean {
  const lower = word.toLowerCase()
  if (EMPTY_WORDS.has(lower) || EMPTY_WORDS.has(lower.replace(CONTRACTED, ''))) return false
  // "42", "1e-8", "5x"
  if (/^\p{N}+(?:[eE]?[-+]?\p{N}*|\p{L})$/u.test(word)) return false
  // A variable says nothing by its letter; a Greek one often is the thing itself.
  return word.length > 1 ? !/^\p{N}*\p{L}_/u.test(word) : /[α-ωµΔΣΩ]/u.test(word)
}

function phraseOf(text: string, run: readonly PlacedWord[]): ContentPhrase {
  const start = run[0]!.start
  const end = run.at(-1)!.end
  const words = run.map((word) => word.text.replace(POSSESSIVE, ''))
  const isNameLike = run.some((word) => looksLikeName(text, word))
  return { start, end, text: words.join(' '), words, isNameLike }
}

function looksLikeName(text: string, { text: word, start }: PlacedWord): boolean {
  if (/^(?=.*\p{L})(?=.*\p{N})/u.test(word) || /.\p{Lu}/u.test(word) || /[α-ω]/u.test(word)) return true
  // A capital tells nothing at the start of a sentence.
  return /^\p{Lu}/u.test(word) && !/(?:^|[.!?:\n]["“(]?)\s*$/u.test(text.slice(Math.max(0, start - 4), start))
}
