/** Finds a unit's mentions: what it is about, and every name in its text. No model, no network. */

import { ENGLISH, languageOfText, SPECIES_AUTHORITY, sentences } from '../../core/index.ts'
import type { Mention, MentionKind } from '../../corpus/index.ts'
import { canonical } from './canonical.ts'
import { capitalisedSpans, type NameSpan, titleName } from './capitalised.ts'
import type { FoundSpan, NamedText, PaperNames } from './mention.ts'
import { findScienceNames } from './name-finder.ts'
import { joinedSymbol, nameForm } from './name-form.ts'
import { openingNames } from './opening.ts'
import { knownSpecies, shortForms, withoutPlural } from './paper-names.ts'
import { asTerm, nounPhrases, phraseNames } from './phrases.ts'
import type { PartOfSpeechTagger } from './ports.ts'
import { quantities } from './quantities.ts'
import { isSentenceCapital, ORDINARY_WORD, screened, withoutAsides } from './screen.ts'
import { sentenceWords } from './sentence-words.ts'
import { subjectPhrase } from './subject.ts'
import { isNameLike, isNamingHeading } from './title.ts'
import { isEverydayWord } from './word-class.ts'

// If several rules find the same characters, the first of their kinds counts. Words in quotation marks are not included: with them R@5 of
// the walk is .012 less on 2Wiki, within .004 on MuSiQue and HotpotQA.
const RANKS: readonly MentionKind[] = [
  'abbreviation',
  'species',
  'gene',
  'chemical',
  'disease',
  'quantity',
  'span',
  'term',
  'phrase',
]
const FOUND_BY_WEIGHTS: ReadonlySet<MentionKind> = new Set(['chemical', 'disease', 'gene', 'species'])
const OF_MOLECULES: ReadonlySet<MentionKind> = new Set(['chemical', 'gene'])
// "S-1", "R-CHOP", not "O'Brien".
const HYPHENED = /^[\p{L}\p{N}]+(?:[-‐‑–][\p{L}\p{N}]+)+$/u
// Languages in which capitals are not a sign of names: German capitalises every noun; the others have no capitals, and their words run on
// into Latin letters.
const NO_CAPITALS: ReadonlySet<string> = new Set(['deu', 'cmn', 'jpn', 'kor', 'tha'])

interface Sources {
  readonly paper: PaperNames
  /** Null if the text is not English or its phrases are not needed. */
  readonly tagger: PartOfSpeechTagger | null
  readonly isEnglish: boolean
  /** Whether capitals show a name. */
  readonly hasCapitals: boolean
  /** Whether the text is the whole document. */
  readonly isWhole: boolean
  readonly isUntitled: boolean
  /** Whether the text is about one named thing, like an article in an encyclopaedia. */
  readonly hasNamedSubject: boolean
}

/** Names in one text, and the span of its subject. */
interface Reading {
  readonly spans: readonly FoundSpan[]
  readonly subject: { readonly start: number; readonly end: number } | null
}

/** Returns the mentions of the title and heading, then those of the text in order. Cost: linear in the text. */
export function mentionsOf(
  { text, title, topic, isWhole, isUntitled }: NamedText,
  paper: PaperNames,
  tagger: PartOfSpeechTagger | null,
): Mention[] {
  const language = languageOfText(text, null)
  const isEnglish = language === ENGLISH
  const sources = {
    paper,
    isEnglish,
    isWhole,
    isUntitled,
    tagger: isEnglish ? tagger : null,
    hasCapitals: !NO_CAPITALS.has(language),
    hasNamedSubject: isWhole && isNameLike(title),
  }
  const subjects = isUntitled ? openingMentions(text) : titleMentions({ text, title }, sources)
  const found = [...subjects, ...topicMentions(topic, sources)]
  for (const [i, { start, end }] of sentences(text, language).entries()) {
    const sentence = text.slice(start, end)
    const { spans, subject } = readSentence(sentence, sources)
    for (const span of spans) {
      if (!isEnglish && isOpeningWord(span)) continue
      found.push({
        name: span.name,
        alias: canonical(sentence.slice(span.start, span.end)),
        kind: span.kind,
        isSubject: i === 0 && isWithin(span, subject),
        start: span.start + start,
        end: span.end + start,
      })
    }
  }
  return found
}

/** Returns whether a name may just be the first word of a sentence, which always has a capital; checked without a tagger. */
function isOpeningWord({ kind, name, start }: FoundSpan): boolean {
  return kind === 'span' && start === 0 && !name.includes(' ')
}

/**
 * Returns the names of a title. A title that is a name is the subject of the text; in a title that is a sentence, the names in its subject
 * are. Each piece of a longer document has its own names, to which the title belongs only if it is in the text.
 */
function titleMentions({ text, title }: Pick<NamedText, 'text' | 'title'>, sources: Sources): Mention[] {
  const name = titleName(title)
  if (name === '') return []
  const { isWhole } = sources
  if (isNameLike(title))
    return isWhole || ` ${canonical(text)} `.includes(` ${name} `)
      ? [unplaced(normalise(name, title, sources), name, 'title', true)]
      : []
  if (!isWhole) return []
  const { spans, subject } = readSentence(title, sources)
  return spans.map((span) =>
    unplaced(span.name, canonical(title.slice(span.start, span.end)), span.kind, isWithin(span, subject)),
  )
}

function openingMentions(text: string): Mention[] {
  return openingNames(text).map((name) => unplaced(name, name, 'title', true))
}

function topicMentions(topic: string, sources: Sources): Mention[] {
  return topic
    .split(/[;,|]/)
    .filter(isNamingHeading)
    .map((part) => part.replace(SPECIES_AUTHORITY, ''))
    .map((part) => ({ part, name: canonical(part) }))
    .filter(({ name }) => !isEverydayWord(name))
    .map(({ part, name }) => unplaced(normalise(name, part, sources), name, 'heading', true))
}

function unplaced(name: string, alias: string, kind: MentionKind, isSubject: boolean): Mention {
  return { name, alias, kind, isSubject, start: null, end: null }
}

/**
 * Finds the names of one sentence. Single nouns are left out if the title is a name (R@5 of the walk with them .015 less on musique-train,
 * .010 on hotpotqa-train); in papers they are names more often than not (.012 more on SciFact).
 */
function readSentence(text: string, sources: Sources): Reading {
  const { tagger } = sources
  const sentence = withoutAsides(text)
  const words = tagger === null ? [] : sentenceWords(sentence, tagger)
  const phrases = nounPhrases(words)
  const names = withoutFragments(
    sentence,
    patterns(sentence, sources),
    capitalNames(sentence, { words, phrases, ...sources }),
  )
  const nameAt = byPlace(names.filter(({ kind }) => FOUND_BY_WEIGHTS.has(kind)))
  const found = phrases
    .flatMap((phrase) => phraseNames(sentence, words, phrase))
    .map((span) => asTerm(sentence, span))
    .filter((span) => isPhraseName(span, sources) && !isCut(span, nameAt.get(span.start)))
  const about = subjectPhrase(words, phrases)
  return {
    spans: onePerPlace([...names, ...found]).map((span) => {
      if (span.kind !== 'span') return span
      return { ...span, name: normalise(span.name, text.slice(span.start, span.end), sources) }
    }),
    subject: about && { start: words[about.from]!.start, end: words[about.to - 1]!.end },
  }
}

/** Returns a symbol's form, or the singular of another capitalised name. In an encyclopaedia names stay: "Planet of the Apes". */
function normalise(name: string, surface: string, sources: Sources): string {
  const { paper, isEnglish, hasNamedSubject, isUntitled } = sources
  if (!isEnglish || hasNamedSubject || isUntitled) return name
  const symbol = HYPHENED.test(surface) ? joinedSymbol(name, surface) : null
  return symbol ?? withoutPlural(name, surface, paper)
}

/** Returns whether a phrase is a name. A single noun in a paper is one, unless it is an everyday word; not in a text on a named thing. */
function isPhraseName({ name, kind }: FoundSpan, { isWhole, hasNamedSubject }: Sources): boolean {
  if (name.includes(' ') || kind === 'term') return true
  return !hasNamedSubject && (isWhole || !isEverydayWord(name))
}

function patterns(sentence: string, { paper, isEnglish }: Sources): readonly FoundSpan[] {
  const before = isEnglish ? paper.found.get(sentence) : undefined
  if (before !== undefined) return before
  const species = knownSpecies(sentence, paper)
  const speciesAt = byPlace(species)
  const names = isEnglish
    ? scienceNames(sentence, paper).filter((span) => !isPart(span, speciesAt.get(span.start)))
    : []
  const found = [
    ...shortForms(sentence, paper),
    ...species,
    ...names.map((span) => ({ ...span, name: paper.longForms.get(span.name) ?? span.name })),
    ...quantities(sentence),
  ]
  if (isEnglish) paper.found.set(sentence, found)
  return found
}

function scienceNames(sentence: string, { heads, isOfScience }: PaperNames): readonly FoundSpan[] {
  return findScienceNames(sentence, heads).filter(({ kind }) => isOfScience || !OF_MOLECULES.has(kind))
}

interface TaggedSentence {
  readonly words: ReturnType<typeof sentenceWords>
  readonly phrases: ReturnType<typeof nounPhrases>
}

function capitalNames(sentence: string, sources: Sources & TaggedSentence): FoundSpan[] {
  const { words, phrases, hasCapitals, isWhole, paper } = sources
  if (!hasCapitals) return []
  return capitalisedSpans(sentence)
    .filter((span) => !isSentenceCapital(span, words, phrases))
    .flatMap((span) => screened(sentence, span, isWhole ? null : paper) ?? [])
    .filter((span) => !isOpeningCapital(sentence, span, sources))
    .map((span) => ({ ...span, kind: 'span' as const }))
}

/**
 * Replaces names within longer ones by the longer ones: "Mercury" by "University of Mercury", "II" by "angiotensin II". A longer name of
 * one word keeps the kind ("TNF-α"). The capital at the start of a sentence is no evidence of a longer name.
 */
function withoutFragments(
  sentence: string,
  found: readonly FoundSpan[],
  spans: readonly FoundSpan[],
): FoundSpan[] {
  const spanAt = byPlace(spans)
  const wholes = found.map((name): FoundSpan | null => {
    if (!FOUND_BY_WEIGHTS.has(name.kind)) return name
    const longer = spanAt.get(name.start)
    if (longer === undefined || longer.end < name.end || longer.name.length <= name.name.length) return name
    const surface = sentence.slice(longer.start, longer.end)
    if (!/\s/.test(surface)) return { ...longer, name: nameForm(longer.name, surface), kind: name.kind }
    return longer.start === 0 ? name : null
  })
  const kept = wholes.filter((name) => name !== null)
  const taken = new Uint8Array(sentence.length)
  for (const { kind, start, end } of kept) if (kind !== 'quantity') taken.fill(1, start, end)
  return [...kept, ...spans.filter(({ start, end }) => !taken.subarray(start, end).includes(1))]
}

/** Returns whether a capitalised word only opens a sentence: it never has a capital within one in the paper, like "Therefore, …". */
function isOpeningCapital(
  sentence: string,
  { start, end }: FoundSpan | NameSpan,
  { isWhole, paper }: Sources,
): boolean {
  if (isWhole || !FIRST_WORD.test(sentence.slice(0, start))) return false
  const word = sentence.slice(start, end)
  return ORDINARY_WORD.test(word) && !paper.capitals.has(word)
}

const FIRST_WORD = /^[^\p{L}\p{N}]*$/u

function onePerPlace(found: readonly FoundSpan[]): FoundSpan[] {
  const places = new Map<string, FoundSpan>()
  for (const span of found) {
    const place = `${span.start} ${span.end}`
    const other = places.get(place)
    if (other === undefined || RANKS.indexOf(span.kind) < RANKS.indexOf(other.kind)) places.set(place, span)
  }
  return [...places.values()].sort((a, b) => a.start - b.start || b.end - a.end)
}

/** Returns the span at each offset. */
function byPlace(spans: readonly FoundSpan[]): Map<number, FoundSpan> {
  const places = new Map<number, FoundSpan>()
  for (const span of spans) for (let at = span.start; at < span.end; at++) places.set(at, span)
  return places
}

/** Returns whether a span is only part of another, like the genus of a species. */
function isPart(span: FoundSpan, whole: FoundSpan | undefined): boolean {
  return whole !== undefined && span.end <= whole.end && span.end - span.start < whole.end - whole.start
}

/** Returns whether a span begins within a name and runs on: "failure patients" in "heart failure patients". */
function isCut(span: FoundSpan, name: FoundSpan | undefined): boolean {
  return name !== undefined && name.start < span.start && name.end < span.end
}

function isWithin(span: FoundSpan, place: Reading['subject']): boolean {
  return place !== null && span.start >= place.start && span.end <= place.end
}
