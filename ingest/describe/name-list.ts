/** Recognises names of people, by their shape and by the words that the paper itself uses as plain words. */

const MAX_TOKENS = 6
const MIN_SINGLE_LETTERS = 4
const NAME_TOKEN =
  /^(?:\p{Lu}[\p{L}’'.‑-]*(?<!-)|\p{Lu}\.?|(?:van|von|der|den|de|del|della|di|da|dos|do|du|la|le|el|al|bin|ibn|ten|ter|af|zu|y|e)|d[’']\p{Lu}\p{L}+|Md\.?|Jr\.?|Sr\.?|I{2,3})$/u
/** Words of addresses, some of which would join the name in the next line: "Switzerland" above "Peter Westfall". */
const ADDRESS_TOKEN =
  /^(?:Unit|Team|Lab|Clinic|Mathematics|Statistics|Informatics|Computation|Physics|Chemistry|Biology|Medicine|Engineering|Technology|Sciences?|ETH|EPFL|Technikum|Tech|Pharma|AG|GmbH|Ltd|Inc|USA|UK|Germany|Deutschland|Switzerland|Austria|Netherlands|Belgium|Sweden|Finland|Italy|Portugal|Japan|Canada|Australia|Mexico|Korea|Taiwan|Singapore|Turkey|Hungary|Greece|Russia)$/
const DEGREES =
  /\b(?:M\.\s?D\.|MDS?|Ph\.?\s?D\b\.?|DPhil|D\.Phil\.?|MPH|DrPH|PharmD|Pharm\.?\s?D\b\.?|MBA|MBBS|MBChB|MB|FRCPC?|FRCS|FRACP|MRCP|FACC|FAHA|DVM|DDS|DMD|BDS|EdD|ScD|Dr|Prof|Professor|Mrs?|Ms)\b\.?(?=[\s,;.]|$)/g
/** Degrees that may be initials, so they count only after a comma. */
const DEGREES_AFTER_COMMA =
  /,\s*(?:M\.?Sc|B\.?Sc|MS|MA|BA|BS|RN|M\.?Tech|MEd|MHS|BPharm|MPharm)\b\.?(?=[\s,;.]|$)/g
/** Marks that link a name to an address: superscripts arrive as digits and letters after the name. */
const MARKS = /[\d∗*†‡§¶#?⋆✉✝⇑□|◦●■]+/g
// Accents that the file draws next to their letter.
const LOOSE_ACCENTS = /[¨´ˆ˜¸`˘˙˚ˇ˝]/g
// Matches a run of blanks only from its first one: trying each blank would take quadratic time on a line of blanks.
const SEPARATORS = /[,;&·•|]|(?<!\s)\s+and\s+|\n/u
/** "and" in the languages of bylines. It separates only whole names, since names may contain "y" and "e" too. */
export const JOINERS = 'and|AND|y|e|et|ET|und|UND|en|og|och|ve'
const JOINER = new RegExp(`^(?:${JOINERS})$`, 'u')
/** Suffixes that close a name, with or without a comma before them. */
const SUFFIX = /(?:,\s*|\s)([JS]r\b\.?)[\s,]*/g
// Glued initials: "S.Vijayalakshmi".
const GLUED_INITIAL = /(?<=(?:^|[\s,.])\p{Lu}\.)(?=\p{Lu}\p{Ll})/gu
const MIN_USES = 2
const VOCABULARY_CHARACTERS = 40_000
const PLAIN_WORD = /^\P{L}*(\p{Ll}{3,})\P{L}*$/u
const MIN_WORD_LETTERS = 3

/** Returns words that the text uses in lower case at least twice: these show that "Public Health" in a list of names is not a name. */
export function plainWordsOf(text: string): ReadonlySet<string> {
  const uses = new Map<string, number>()
  for (const token of text.slice(0, VOCABULARY_CHARACTERS).split(/\s+/)) {
    // Mail and web addresses contain names in lower case.
    const word = /[@/_]|\.\p{L}/u.test(token) ? undefined : PLAIN_WORD.exec(token)?.[1]
    if (word !== undefined) uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  return new Set([...uses].flatMap(([word, count]) => (count >= MIN_USES ? [word] : [])))
}

export interface NameList {
  readonly names: readonly string[]
  /** Number of pieces between separators that are not names. */
  readonly others: number
}

/** Returns the names in a text that separates them by commas, "and" and marks. */
export function namesIn(text: string, words: ReadonlySet<string>): NameList {
  const pieces = piecesOf(text)
  const isWhole = pieces.map((piece) => isName(piece, words))
  const last = isWhole.lastIndexOf(true)
  const isList = isWhole.filter(Boolean).length > 1
  const names = pieces.filter(
    (piece, at) => isWhole[at] || (isList && at < last && isSingleName(piece, words)),
  )
  return { names: names.map(tidy), others: pieces.length - names.length }
}

/** Returns the parts of the text between separators and marks, without degrees. */
export function piecesOf(text: string): string[] {
  return text
    .normalize('NFC')
    .replace(LOOSE_ACCENTS, '')
    .replace(DEGREES_AFTER_COMMA, ' , ')
    .replace(DEGREES, ' ')
    .replace(MARKS, ' , ')
    .replace(SUFFIX, ' $1 , ')
    .replace(GLUED_INITIAL, ' ')
    .split(SEPARATORS)
    .flatMap((piece) => splitAtJoiners(piece.trim().split(/\s+/)))
    .filter((piece) => piece !== '')
}

function splitAtJoiners(tokens: readonly string[]): string[] {
  const at = tokens.findIndex(
    (token, place) => JOINER.test(token) && place !== 1 && (place === 0 || place < tokens.length - 2),
  )
  if (at < 0) return [tokens.join(' ')]
  return [tokens.slice(0, at).join(' '), ...splitAtJoiners(tokens.slice(at + 1))]
}

/** Returns whether a text is only names, at least two: such a line may be below a title in the same type. */
export function isNameList(text: string, words: ReadonlySet<string>): boolean {
  const pieces = text
    .replace(DEGREES, ' ')
    .replace(MARKS, ' ')
    .split(/[,;&](?:\s+and\s)?|(?<!\s)\s+and\s+/u)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
  return pieces.length >= 2 && pieces.every((piece) => isName(piece, words))
}

export function isName(piece: string, words: ReadonlySet<string>): boolean {
  const tokens = piece.split(' ')
  if (tokens.length < 2 || tokens.length > MAX_TOKENS) return false
  if (!tokens.every((token) => NAME_TOKEN.test(token))) return false
  if (tokens.some((token) => ADDRESS_TOKEN.test(token))) return false
  const long = tokens.filter((token) => /^\p{Lu}[\p{L}’'‑-]+/u.test(token))
  return long.length > 0 && !long.every((token) => isPlainWord(token, words))
}

function isPlainWord(token: string, words: ReadonlySet<string>): boolean {
  return token.length >= MIN_WORD_LETTERS && words.has(token.toLowerCase())
}

/** Returns whether a piece can be the name of a person with one name, accepted only in lists of others. */
function isSingleName(piece: string, words: ReadonlySet<string>): boolean {
  if (ADDRESS_TOKEN.test(piece)) return false
  return piece.length >= MIN_SINGLE_LETTERS && /^\p{Lu}\p{Ll}+$/u.test(piece) && !isPlainWord(piece, words)
}

/** Removes the full stop of a sentence, but not that of an initial or of "Jr." */
function tidy(name: string): string {
  return name.replace(/(?<=\p{Ll}{3})\.$/u, '').replace(/‑/g, '-')
}
