/** A unit's mentions: what it is about, and every name in its text. No model, no network. */

import { ENGLISH, languageOfText, sentences } from '../../core/index.ts'
import type { Mention, MentionKind } from '../../corpus/index.ts'
import { canonical } from './canonical.ts'
import { capitalisedSpans, titleName } from './capitalised.ts'
import { chemicals } from './chemicals.ts'
import { genes } from './genes.ts'
import type { FoundSpan, NamedText, PaperNames } from './mention.ts'
import { openingNames } from './opening.ts'
import { shortForms } from './paper-names.ts'
import { asTerm, nounPhrases, phraseNames } from './phrases.ts'
import type { PartOfSpeechTagger } from './ports.ts'
import { quantities } from './quantities.ts'
import { isSentenceCapital, screened, withoutAsides } from './screen.ts'
import { sentenceWords } from './sentence-words.ts'
import { species } from './species.ts'
import { subjectPhrase } from './subject.ts'
import { isNameLike, isNamingHeading } from './title.ts'

/** Names what mentions were made by. Raised when the output for the same unit changes. */
export const NAMES_RECIPE = 'names-7'

// Where several rules find the same characters, the first of their kinds counts. Words in quotation marks are not among them: with
// them R@5 of the walk is .012 less on 2Wiki, within .004 on MuSiQue and HotpotQA.
const RANKS: readonly MentionKind[] = [
  'abbreviation',
  'species',
  'gene',
  'chemical',
  'quantity',
  'span',
  'term',
  'phrase',
]
// Languages whose words begin with capitals as no sign of a name: German writes every noun so; the others have no capitals, and their
// words run on into Latin letters.
const NO_CAPITALS: ReadonlySet<string> = new Set(['deu', 'cmn', 'jpn', 'kor', 'tha'])

interface Sources {
  readonly paper: PaperNames
  /** Null where the text is not English or its phrases are not read. */
  readonly tagger: PartOfSpeechTagger | null
  /** Capitals show a name. */
  readonly hasCapitals: boolean
  /** The text is about one thing with a name: an encyclopaedia's article. */
  readonly hasNamedSubject: boolean
}

/** Names in one text, and where its subject lies. */
interface Reading {
  readonly spans: readonly FoundSpan[]
  readonly subject: { readonly start: number; readonly end: number } | null
}

/** Returns the mentions of the title and heading, then those of the text in order. Cost: linear in the text. */
export function mentionsOf(
  { text, title, topic, isUntitled = false }: NamedText,
  paper: PaperNames,
  tagger: PartOfSpeechTagger | null,
): Mention[] {
  const language = languageOfText(text, null)
  const isEnglish = language === ENGLISH
  const sources = {
    paper,
    tagger: isEnglish ? tagger : null,
    hasCapitals: !NO_CAPITALS.has(language),
    hasNamedSubject: isNameLike(title),
  }
  const subjects = isUntitled ? openingMentions(text) : titleMentions(title, sources)
  const found = [...subjects, ...topicMentions(topic)]
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

/** Every sentence begins with a capital: without a tagger its first word may be no name. */
function isOpeningWord({ kind, name, start }: FoundSpan): boolean {
  return kind === 'span' && start === 0 && !name.includes(' ')
}

/** A title that is a name is the unit's subject; in a sentence it is the names of the sentence's subject. */
function titleMentions(title: string, sources: Sources): Mention[] {
  const name = titleName(title)
  if (name === '') return []
  if (isNameLike(title)) return [elsewhere(name, name, 'title', true)]
  const { spans, subject } = readSentence(title, sources)
  return spans.map((span) =>
    elsewhere(span.name, canonical(title.slice(span.start, span.end)), span.kind, isWithin(span, subject)),
  )
}

function openingMentions(text: string): Mention[] {
  return openingNames(text).map((name) => elsewhere(name, name, 'title', true))
}

function topicMentions(topic: string): Mention[] {
  return topic
    .split(/[;,|]/)
    .filter(isNamingHeading)
    .map((part) => canonical(part))
    .map((name) => elsewhere(name, name, 'heading', true))
}

function elsewhere(name: string, alias: string, kind: MentionKind, isSubject: boolean): Mention {
  return { name, alias, kind, isSubject, start: null, end: null }
}

/**
 * Names of one sentence. Single nouns are left out where the title is a name (R@5 of the walk with them .015 less on
 * musique-train, .010 on hotpotqa-train); in papers they are names more often than not (.012 more on SciFact).
 */
function readSentence(text: string, { paper, tagger, hasCapitals, hasNamedSubject }: Sources): Reading {
  const sentence = withoutAsides(text)
  const words = tagger === null ? [] : sentenceWords(sentence, tagger)
  const phrases = nounPhrases(words)
  const spans = hasCapitals
    ? capitalisedSpans(sentence)
        .filter((span) => !isSentenceCapital(span, words, phrases))
        .flatMap((span) => screened(sentence, span) ?? [])
    : []
  const found: FoundSpan[] = [
    ...patterns(sentence, paper),
    ...spans.map((span) => ({ ...span, kind: 'span' as const })),
    ...phrases
      .flatMap((phrase) => phraseNames(sentence, words, phrase))
      .map((span) => asTerm(sentence, span))
      .filter(({ name }) => !hasNamedSubject || name.includes(' ')),
  ]
  const about = subjectPhrase(words, phrases)
  return {
    spans: onePerPlace(found),
    subject: about && { start: words[about.from]!.start, end: words[about.to - 1]!.end },
  }
}

function patterns(sentence: string, paper: PaperNames): FoundSpan[] {
  return [
    ...shortForms(sentence, paper),
    ...species(sentence, paper.longForms),
    ...genes(sentence),
    ...chemicals(sentence),
    ...quantities(sentence),
  ]
}

function onePerPlace(found: readonly FoundSpan[]): FoundSpan[] {
  const places = new Map<string, FoundSpan>()
  for (const span of found) {
    const place = `${span.start} ${span.end}`
    const other = places.get(place)
    if (other === undefined || RANKS.indexOf(span.kind) < RANKS.indexOf(other.kind)) places.set(place, span)
  }
  return [...places.values()].sort((a, b) => a.start - b.start || b.end - a.end)
}

function isWithin(span: FoundSpan, place: Reading['subject']): boolean {
  return place !== null && span.start >= place.start && span.end <= place.end
}
