/**
 * Finds the subject of a sentence: runs of its content words (the candidates of RAKE, Rose et al. 2010).
 * Uses no model and no tagger: formulas and half sentences, which thoughts are full of, are not what taggers
 * were made for.
 */
import { QUERY_STOP_WORDS } from '../../core/index.ts'
import lexicon from '../monitors/doubt-lexicon.json' with { type: 'json' }

export interface ContentPhrase {
  /** UTF-16 offsets in the text. */
  readonly start: number
  readonly end: number
  readonly text: string
  readonly words: readonly string[]
  /** True if a word of the phrase looks like a name: a capital inside a sentence, a digit next to a letter, a Greek letter. */
  readonly isNameLike: boolean
}

interface PlacedWord {
  readonly text: string
  readonly start: number
  readonly end: number
}

// "N_e", "IL-6", "5-methylhex-4-enal" and "Watterson's" are one word each.
const WORD = /[\p{L}\p{N}]+(?:['’_+-]+[\p{L}\p{N}]+)*(?:[¹²³⁺⁻]|\+(?!\p{L}))*/gu
const POSSESSIVE = /['’]s$/u
const CONTRACTED = /['’](?:t|s|m|re|ve|ll|d)$/u
// Words in which a model describes its own thinking, and everyday words around them: no paper is found by either.
const OF_THINKING = `
  agree agrees alternatively answer answers anybody anyone anyway apart appear appeared appears apply approach aren ask
  asked asking asks assume assumed assuming attempt basically begin beginning begins belong belongs besides beyond bit
  bring brings calculate call called calls careful carefully carried carries carry case cases certainly claim clearly
  coming commit compute conclude conclusion consider contradict contradicts couldn currently definitely depend depends
  derive detail details didn different doesn don doubt doubtful dozen earlier easy eight eleven enter enters equal
  equals everybody everyone expect explain explicitly fact facts fall falls feel feels finally fine five follow
  following follows four funny getting going half hand happen happens head help immediate immediately important
  initially involve involved involves isn issue kept kind knows later leads leave leaving letter lies literature ll
  lot main matter mention mentioned mind minus mistake name named namely nearly nine nobody normally obviously odd
  okay option options part people picks plausible plus point possible problem propose proposed quarter question quick
  quickly quote quoted re reach reaches reader reasonable reasoning recent recently report reported reports required
  respectively rough run running runs said saying says scratch seeing seen serves settle seven shouldn simple simply
  sits six skip somebody somehow someone somewhere sort stands start stay stays step steps story strange suggest
  suggested surely swap talk tell tells ten term textbook themselves third times told top true try trying turn turns
  twelve typically uncertain unsure user users usual vague vaguely value various ve versus wants wasn ways won work works
  wouldn write
`
/** Families of doubt-lexicon.json that say how sure a writer is, and never about what. */
const OF_DOUBT = [
  ...([
    'CERTAIN',
    'CLEAR',
    'RECALL',
    'FORGET',
    'KNOW',
    'IDEA',
    'THINK',
    'MAYBE',
    'MIGHT',
    'ROUGHLY',
  ] as const),
  ...(['CHECK', 'FIND', 'SIGNIFICANT', 'TURN', 'FIRST', 'WE', 'LEVEL', 'WISH'] as const),
].map((family) => lexicon[family])
/** Words of those families that are also content: Gram-positive, a confidence interval, gut flora, lean mass, a read length. */
const CONTENT_TOO = new Set(
  'positive confidence gut lean repertoire track read habit percent recover'.split(' '),
)
const EMPTY_WORDS = new Set(
  [...QUERY_STOP_WORDS, ...[OF_THINKING, ...OF_DOUBT].join(' ').trim().split(/\s+/)].filter(
    (word) => !CONTENT_TOO.has(word),
  ),
)
// A longer run is a list without commas.
const MAX_PHRASE_WORDS = 4

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
    if (run.length === MAX_PHRASE_WORDS) close()
  }
  close()
  return phrases
}

function isContent(word: string): boolean {
  const lower = word.toLowerCase()
  if (EMPTY_WORDS.has(lower) || EMPTY_WORDS.has(lower.replace(CONTRACTED, ''))) return false
  // Numbers: "42", "1e-8", "5x"
  if (/^\p{N}+(?:[eE]?[-+]?\p{N}*|\p{L})$/u.test(word)) return false
  // The letter of a variable says nothing; a Greek letter often is the thing itself.
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
  // A capital says nothing at the start of a sentence.
  return /^\p{Lu}/u.test(word) && !/(?:^|[.!?:\n]["“(]?)\s*$/u.test(text.slice(Math.max(0, start - 4), start))
}
