/** Computes the features of each token of a reference for the sequence model: its form, its neighbours and its position. No lexicon. */
import type { ReferenceToken } from './reference-tokens.ts'

const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/
const YEAR = /^(?:1[6-9]|20)\d\d$/
const OPENING = '([{“‘«„'
const CLOSING = ')]}”’»'
/** Greater positions are not distinguished. */
const MAX_COUNTED = 6
const PLACES = 12

/** Returns the names of the features of each token. */
export function referenceFeatures(tokens: readonly ReferenceToken[]): string[][] {
  const words = tokens.map(({ text, identifier }) =>
    identifier === null ? text.toLowerCase() : `<${identifier}>`,
  )
  const kinds = tokens.map(kindOf)
  const style = styleOf(tokens, kinds)
  const segments = segmentFeatures(tokens, words, kinds)
  const insides = insidesOf(tokens)
  const shortened = shortenedFeatures(words, kinds)
  let years = 0
  let numbers = 0
  return tokens.map((token, at) => {
    const kind = kinds[at] ?? ''
    const features = [
      ...wordFeatures(words[at] ?? '', kind),
      ...neighbourFeatures(words, kinds, at),
      ...(segments[at] ?? []),
      ...placeFeatures(at, tokens.length, kind, style),
      ...(shortened[at] ?? []),
      `i ${insides[at]}`,
      `i ${insides[at]} ${kind}`,
      `y ${Math.min(years, 2)} ${kind}`,
      `d ${Math.min(numbers, MAX_COUNTED)} ${kind}`,
      token.isApart ? 'apart' : 'close',
    ]
    if (kind === 'Y') years++
    if (kind.startsWith('N') || kind === 'Y') numbers++
    return features
  })
}

/** First match: `A` initial, `Aa` name, `AA` capitals, `a` word, `c2` Chinese or Korean name, `Y` year; numbers by length, marks as is. */
const KINDS: readonly (readonly [kind: string, form: RegExp])[] = [
  ['Y', YEAR],
  ['A', /^\p{Lu}\p{M}*$/u],
  ['c1', /^[\p{scx=Hang}\p{scx=Han}]$/u],
  ['c2', /^[\p{scx=Hang}\p{scx=Han}]{2,4}$/u],
  ['c5', /^[\p{scx=Hang}\p{scx=Han}]/u],
  ['a1', /^\p{L}$/u],
  ['A2', /^\p{Lu}{2}$/u],
  ['AA', /^[\p{Lu}\p{M}]+$/u],
  ['AaA', /^\p{Lu}.*\p{Ll}\p{Lu}/u],
  ['Aa', /^\p{Lu}/u],
  ['a', /^\p{L}/u],
]

function kindOf({ text, identifier }: ReferenceToken): string {
  const kind = identifier ?? KINDS.find(([, form]) => form.test(text))?.[0]
  return kind ?? (/^\p{N}/u.test(text) ? `N${Math.min(text.length, MAX_COUNTED)}` : text)
}

function wordFeatures(word: string, kind: string): string[] {
  const features = [`w ${word}`, `k ${kind}`]
  if (/^\p{L}/u.test(word)) {
    features.push(
      `p3 ${word.slice(0, 3)}`,
      `s3 ${word.slice(-3)}`,
      `s2 ${word.slice(-2)}`,
      `l ${Math.min(word.length, 10)}`,
    )
    if (word.length > 4) features.push(`s4 ${word.slice(-4)}`, `p4 ${word.slice(0, 4)}`)
    if (MONTH.test(word)) features.push('month')
  }
  return features
}

function neighbourFeatures(words: readonly string[], kinds: readonly string[], at: number): string[] {
  const word = (step: number) => words[at + step] ?? '·'
  const kind = (step: number) => kinds[at + step] ?? '·'
  return [
    `w-1 ${word(-1)}`,
    `w+1 ${word(1)}`,
    `w-2 ${word(-2)}`,
    `w+2 ${word(2)}`,
    `w-1,0 ${word(-1)} ${word(0)}`,
    `w0,1 ${word(0)} ${word(1)}`,
    `k-1,0 ${kind(-1)} ${kind(0)}`,
    `k0,1 ${kind(0)} ${kind(1)}`,
    `k-1,1 ${kind(-1)} ${kind(0)} ${kind(1)}`,
    `k-2 ${kind(-2)} ${kind(-1)} ${kind(0)}`,
    `k+2 ${kind(0)} ${kind(1)} ${kind(2)}`,
    `k-3 ${kind(-3)} ${kind(-2)} ${kind(-1)} ${kind(0)}`,
    `k+3 ${kind(0)} ${kind(1)} ${kind(2)} ${kind(3)}`,
    `k5 ${kind(-2)} ${kind(-1)} ${kind(0)} ${kind(1)} ${kind(2)}`,
    `w-3 ${word(-3)}`,
    `w+3 ${word(3)}`,
  ]
}

function placeFeatures(at: number, count: number, kind: string, style: string): string[] {
  const place = Math.floor((at / count) * PLACES)
  return [
    `at ${place}`,
    `at ${place} ${kind}`,
    `from ${Math.min(at, MAX_COUNTED)}`,
    `left ${Math.min(count - 1 - at, MAX_COUNTED)}`,
    `style ${style} ${Math.floor(place / 2)}`,
    `style ${style} ${kind}`,
  ]
}

/** Describes the style of the reference: quotation marks, how it begins, and the position of its first year. */
function styleOf(tokens: readonly ReferenceToken[], kinds: readonly string[]): string {
  const year = kinds.indexOf('Y')
  const yearAt = year < 0 ? '-' : String(Math.floor((year / tokens.length) * 3))
  const opening = kinds.slice(0, 6)
  const begins =
    opening.indexOf('A') < 0
      ? opening.includes('A2')
        ? 'AA'
        : '-'
      : opening.indexOf('A') < opening.indexOf('Aa')
        ? 'A'
        : 'Aa'
  const quoted = tokens.some(({ text }) => /["“”‘«„]/.test(text)) ? 'q' : '-'
  const size = Math.min(Math.floor(tokens.length / 15), 3)
  return `${quoted}${begins}${yearAt}${size}`
}

/** Counts the abbreviated words (`Phys.`) in a row from here on, and those before: journals consist of them. */
function shortenedFeatures(words: readonly string[], kinds: readonly string[]): string[][] {
  const ahead = new Array<number>(words.length + 2).fill(0)
  const behind = new Array<number>(words.length + 2).fill(0)
  const isShortened = (at: number) => /^A./.test(kinds[at] ?? '') && words[at + 1] === '.'
  for (let at = words.length - 1; at >= 0; at--) if (isShortened(at)) ahead[at] = 1 + ahead[at + 2]!
  for (const at of words.keys()) if (isShortened(at)) behind[at + 2] = behind[at]! + 1
  return kinds.map((kind, at) => {
    const most = Math.min(ahead[at]!, 3)
    return [
      `ab ${Math.min(behind[at]!, 2)} ${most} ${kind}`,
      `ab2 ${most} ${kinds[at - 1]} ${kind}`,
      `ab3 ${Math.min(ahead[at + 1]!, 3)} ${kind}`,
    ]
  })
}

/** Returns features that all tokens between two strong marks share, and those of the segments before and after. */
function segmentFeatures(
  tokens: readonly ReferenceToken[],
  words: readonly string[],
  kinds: readonly string[],
): string[][] {
  const ends = tokens.flatMap((_, at) =>
    at === tokens.length - 1 || isBoundary(tokens, kinds, at) ? [at] : [],
  )
  // `end` is the index of the closing mark.
  const segments = ends.map((end, index) => ({ start: (ends[index - 1] ?? -1) + 1, end }))
  const looks = segments.map(({ start, end }) => lookOf(kinds.slice(start, end)))
  return segments.flatMap(({ start, end }, index) => {
    const before = words[start - 1] ?? '^'
    const after = words[end]
    const { length, lower, look } = looks[index] ?? lookOf([])
    const [first, last] = [Math.min(index, MAX_COUNTED), Math.min(ends.length - 1 - index, MAX_COUNTED)]
    const shared = [
      `g ${look}`,
      `g# ${first} ${last}`,
      `g#l ${first} ${length} ${lower}`,
      `gb ${before} ${after} ${length}`,
      `gf ${words[start]}`,
      `ge ${words[end - 1]}`,
      `gp ${looks[index - 1]?.look}`,
      `gn ${looks[index + 1]?.look}`,
    ]
    return tokens
      .slice(start, end + 1)
      .map((_, from) => [
        ...shared,
        `gi ${Math.min(from, 4)} ${before} ${kinds[start + from]}`,
        `gj ${Math.min(end - start - from, 4)} ${after} ${kinds[start + from]}`,
      ])
  })
}

/** Returns the length and the composition of a segment. */
function lookOf(kinds: readonly string[]) {
  const forms = kinds.filter((kind) => /^[Aa]/.test(kind))
  const share = (...wanted: readonly string[]) =>
    forms.length === 0
      ? '-'
      : Math.floor((3.99 * forms.filter((kind) => wanted.includes(kind)).length) / forms.length)
  const stops = kinds.filter((kind) => kind === '.').length
  const numbers = kinds.filter((kind) => /^[NY]/.test(kind)).length
  const [length, lower] = [lengthOf(forms.length), share('a')]
  return {
    length,
    lower,
    look: `${length} ${lower} ${share('A', 'A2')} ${Math.min(stops, 2)} ${Math.min(numbers, 2)}`,
  }
}

function lengthOf(words: number): string {
  return words < 4 ? String(words) : words < 7 ? '4+' : words < 12 ? '7+' : '12+'
}

/** Returns whether a mark ends a segment: not the stop of an initial or of an abbreviated word before another one. */
function isBoundary(tokens: readonly ReferenceToken[], kinds: readonly string[], at: number): boolean {
  const text = tokens[at]?.text ?? ''
  if (/^[,;:()[\]"“”]$/.test(text)) return true
  if (text === '?' || text === '!') return true
  if (text !== '.') return false
  const before = kinds[at - 1] ?? ''
  return before !== 'A' && (tokens[at + 1]?.isApart ?? true)
}

/** Returns what encloses each token: `"` quotation marks, `(` or `[` brackets, `-` nothing. */
function insidesOf(tokens: readonly ReferenceToken[]): string[] {
  let isQuoted = false
  let depth = 0
  return tokens.map(({ text }) => {
    const opens = OPENING.indexOf(text)
    if (text.length === 1 && opens >= 0) {
      if (opens < 3) depth++
      else isQuoted = true
    }
    const inside = `${isQuoted ? '"' : '-'}${depth > 0 ? '(' : '-'}`
    const closes = CLOSING.indexOf(text)
    if (text.length === 1 && closes >= 0) {
      if (closes < 3) depth = Math.max(0, depth - 1)
      else isQuoted = false
    } else if (text === '"') isQuoted = !isQuoted
    return inside
  })
}
