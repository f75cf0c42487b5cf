/** Decides from the rest of the document whether a hyphen at the end of a line is part of the word. */

/** Words and compounds found in the lines of a document. */
export interface Vocabulary {
  readonly words: ReadonlySet<string>
  readonly compounds: ReadonlySet<string>
  /** Words of the language; pieces that continue a word, marked by `##`, do not count. */
  readonly known: ReadonlySet<string>
}

/** `mend` drops the hyphen, `keep` joins with it, `space` leaves both the hyphen and the break. */
type HyphenVerdict = 'mend' | 'keep' | 'space'

const ENDS_HYPHENATED = /([\p{L}\p{N}]+(?:[-‐‑][\p{L}\p{N}]+)*)[-‐‑]$/u
const STARTS_WITH_WORD = /^[\p{L}\p{N}]+/u
// Matches the second word of "pre- and postnatal".
const SUSPENDED_BEFORE = /^(?:and|or|to|und|oder|et|ou|y|o)$/i
// First parts that usually keep their hyphen. Chosen, not measured.
const COMPOUND_PREFIXES = new Set(
  'self well half cross all quasi high low long short large small two three four five six one single double multi state non'.split(
    ' ',
  ),
)

// First parts that are words and usually lose their hyphen. Chosen, not measured.
const JOINED_PREFIXES = new Set(
  'over under inter super micro macro multi counter electro neuro cardio photo radio thermo hydro back fore ultra extra'.split(
    ' ',
  ),
)
const MIN_PART_LETTERS = 4

export function hyphenVerdict(before: string, after: string, vocabulary: Vocabulary): HyphenVerdict {
  const head = ENDS_HYPHENATED.exec(before)?.[1]
  const tail = STARTS_WITH_WORD.exec(after)?.[0]
  if (head === undefined || tail === undefined) return 'space'
  // "inhibit-" and "or" are one word if the paper has "inhibitor"; "pre-" and "or" are two.
  const last = head.split(/[-‐‑]/u).at(-1) ?? head
  const isWord = vocabulary.words.has(`${last}${tail}`.toLowerCase())
  if (SUSPENDED_BEFORE.test(tail) && !isWord) return 'space'
  if (!/^\p{Ll}/u.test(tail) || /[\p{Lu}\p{N}]$/u.test(head)) return 'keep'
  if (isWord) return 'mend'
  if (vocabulary.compounds.has(`${last}-${tail}`.toLowerCase())) return 'keep'
  if (COMPOUND_PREFIXES.has(last.toLowerCase())) return 'keep'
  return isCompound(last.toLowerCase(), tail.toLowerCase(), vocabulary.known) ? 'keep' : 'mend'
}

/** Returns whether two words do not form one word: "parsimony-informative", but neither "temper-ate" nor "microorgan-isms". */
function isCompound(head: string, tail: string, known: ReadonlySet<string>): boolean {
  if (Math.min(head.length, tail.length) < MIN_PART_LETTERS || known.has(head + tail)) return false
  return known.has(head) && known.has(tail) && !JOINED_PREFIXES.has(head)
}

export function isHyphenated(text: string): boolean {
  return /[-‐‑]$/u.test(text) && ENDS_HYPHENATED.test(text)
}

/** Returns the words and compounds that are whole within a line. Scanned by hand: a regular expression took a tenth of all layout time. */
export function vocabularyOf(lines: Iterable<string>, known: ReadonlySet<string>): Vocabulary {
  const words = new Set<string>()
  const compounds = new Set<string>()
  for (const line of lines) {
    const end = isHyphenated(line) ? line.lastIndexOf(' ') : line.length
    if (end > 0) collect(line.slice(0, end).toLowerCase(), words, compounds)
  }
  return { words, compounds, known }
}

function collect(line: string, words: Set<string>, compounds: Set<string>): void {
  let start = -1
  let before: string | null = null
  for (let at = 0; at <= line.length; at++) {
    const code = at < line.length ? line.charCodeAt(at) : 0
    if (isWordCode(code)) {
      if (start < 0) start = at
      continue
    }
    if (start < 0) continue
    const word = line.slice(start, at)
    words.add(word)
    if (before !== null) compounds.add(`${before}-${word}`)
    before = code === 0x2d || code === 0x2010 ? word : null
    start = -1
  }
}

/** Returns whether a code is a letter or digit; above ASCII any but spaces, dashes and quotes, which is enough to find a word again. */
function isWordCode(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
  return code >= 0xc0 && (code < 0x2000 || code > 0x206f)
}
