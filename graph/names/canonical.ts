/**
 * Brings names into the canonical form in which they are compared: lower case, accents and possessive 's removed, punctuation to single
 * spaces. Source: `norm` of the measured recipe. Added to it: Greek letters that are not part of a Greek word are spelled out, so that
 * "NF-κB" equals "NF-kappaB"; letters that Unicode does not decompose (ø, ł, ß) are folded too.
 */
import { GREEK } from '../../core/index.ts'

/** A word of a text with its canonical form. The canonical forms, joined by spaces, are the canonical form of the text. */
export interface CanonicalWord {
  /** Contains a space if one word of the text becomes two ("o brien"). */
  readonly form: string
  /** UTF-16 offsets into the text; a possessive 's is within them. */
  readonly start: number
  readonly end: number
  /** Whether the word starts with an upper-case letter or a digit. */
  readonly isCapital: boolean
}

const NOT_ASCII = /[^\0-\x7f]/
const NOT_IN_A_WORD = /[^\p{L}\p{M}\p{N}_'’]+/gu
const NOT_IN_A_FORM = /[^\p{L}\p{M}\p{N}_]+/gu
const POSSESSIVE = /(?<=[\p{L}\p{M}\p{N}_])['’]s(?![\p{L}\p{M}\p{N}_])/gu
const ASCII_POSSESSIVE = /(?<=\w)'s(?!\w)/g
const NOT_IN_AN_ASCII_FORM = /[^a-z0-9_]+/g
// Accents of alphabets and points of abjads. Marks of other scripts are letters of their words and stay.
const ACCENT = /[\u0300-\u036f]|[\u0591-\u05c7]|[\u064b-\u065f\u0670]|[\u1dc0-\u1dff]|[\u20d0-\u20f0]/g
// A Greek letter next to another one is part of a Greek word, not a symbol.
const LONE_GREEK = /(?<![\u0370-\u03ff])[α-ω](?![\u0370-\u03ff])/g
const WORD = /[\p{L}\p{M}\p{N}_]+(?:['’]\p{M}*\p{L}[\p{L}\p{M}\p{N}_]*)*/gu
const STARTS_CAPITAL = /^[\p{Lu}\p{N}]/u

// The word index leaves these four letters unchanged.
const SPELLED: Readonly<Record<string, string>> = {
  ...GREEK,
  ι: 'iota',
  ο: 'omicron',
  ς: 'sigma',
  υ: 'upsilon',
}
// Before a letter µ is the prefix micro, which people without the key type as u.
const MICRO = /(?<![\u0370-\u03ff])μ(?=[a-z])/g
const UNDECOMPOSED = /[øłđßæœıð]/g
const FOLDED: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ð: 'd',
}

/** Returns the canonical form of a name or text; empty if it has no letter or digit. Idempotent; cost linear. */
export function canonical(text: string): string {
  if (!NOT_ASCII.test(text)) return canonicalAscii(text)
  const lower = folded(text.replace(NOT_IN_A_WORD, ' '))
  return lower.replace(POSSESSIVE, '').replace(NOT_IN_A_FORM, ' ').trim()
}

/** Returns the words of `text` in reading order. */
export function canonicalWords(text: string): CanonicalWord[] {
  const found: CanonicalWord[] = []
  for (const match of text.matchAll(WORD)) {
    const form = canonical(match[0])
    if (form === '') continue
    const isCapital = STARTS_CAPITAL.test(match[0])
    found.push({ form, start: match.index, end: match.index + match[0].length, isCapital })
  }
  return found
}

/** Applies the general rules to plain letters, four times as fast. */
function canonicalAscii(text: string): string {
  const lower = text.toLowerCase()
  const bare = lower.includes("'") ? lower.replace(ASCII_POSSESSIVE, '') : lower
  return bare.replace(NOT_IN_AN_ASCII_FORM, ' ').trim()
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENT, '')
    .replace(MICRO, 'u')
    .replace(LONE_GREEK, (letter) => SPELLED[letter]!)
    .replace(UNDECOMPOSED, (letter) => FOLDED[letter]!)
    .normalize('NFC')
}
