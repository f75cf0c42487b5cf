/** Makes units without a model: the paper's own best statements, verbatim; their normalised text is the separate field `reading`. */
import { type Abbreviations, abbreviationsOf } from '../../core/index.ts'
import { type Section, statementKind, type UnitDraft } from '../../corpus/index.ts'
import { type BodyBlock, locatorOf, onOneLine, type PaperBody, paperBody } from '../paper-body.ts'
import type { ReadPaper, Summariser } from '../ports.ts'
import { isEnglish } from '../side-matter.ts'
import { wordCount as wordsOfStretch } from '../word-count.ts'
import { withoutCitations } from './citations.ts'
import { type PaperSentence, paperSentences } from './paper-sentences.ts'
import type { FindingTest, Statement } from './statement.ts'
import { chooseFindings, chooseStatements, type Quotas } from './statements.ts'
import { topicOf } from './topic.ts'

export interface ExtractiveSettings {
  /** Maximum number of units of one paper of any length. */
  readonly unitsPerPaper: number
}

/** The published method makes "around 3" per paper; a whole paper yields one more from its abstract, and others from each section. */
const UNITS_PER_ABSTRACT = 3
/** Maximum number of units of a whole paper's abstract: structured ones have two or three sentences of results. */
const UNITS_OF_AN_ABSTRACT = 4
const DEFAULTS: ExtractiveSettings = { unitsPerPaper: 60 }
/** About a paragraph: with 250 words, units held a third fewer answers (`npm run measure unit-answers`; chosen on other papers). */
const WORDS_PER_UNIT = 80
const MAX_PER_SECTION = 20
/** Sections with steps of a protocol, which passages find; as statements they say little. Chosen, not measured. */
const PROCEDURE =
  /\b(?:methods?|methodology|materials|experimental|procedures?|protocols?|synthesis|purification|data (?:collection|extraction))\b/i
/** Sections about statistical tests and programs. */
const STATISTICS = /^(?:data and )?statistic(?:s|al)\b|^data analys[ei]s\b|^sample size\b/i
const MAX_PER_PROCEDURE = 2
/** A text up to this length is treated as an abstract, whatever its heading: 99 of 100 SciFact abstracts are shorter. */
const SHORT_TEXT_WORDS = 500
const WORD_START = /^[\p{L}\p{N}-]/u
const WORD_END = /[\p{L}\p{N}-]$/u
/** Limit of some 150 pages; the rest of a longer text is found by its passages only. Chosen, not measured. */
const MAX_SENTENCES = 4_000

/** Costs time linear in the text, about 1 ms for an abstract. A paper without a usable sentence has no units and a counted loss. */
export function createExtractiveSummariser(settings: Partial<ExtractiveSettings> = {}): Summariser {
  const { unitsPerPaper } = { ...DEFAULTS, ...settings }
  return {
    made: 'extractive',
    async summarise(paper, signal) {
      signal.throwIfAborted()
      const body = paperBody(paper)
      const found = paperSentences(body, paper.description.language)
      const sentences = found.slice(0, MAX_SENTENCES)
      const room = quotasOf(body)
      const total = Math.min(room.total, unitsPerPaper)
      const { sections, language } = paper.description
      const isFinding = findingTest(sentences, body, sections)
      const statements =
        room.isShort || !isEnglish({ language })
          ? chooseStatements(sentences, { ...room, total })
          : chooseFindings(sentences, { ...room, total }, isFinding)
      const abbreviations = abbreviationsOf(onOneLine(body.text))
      const about = { paper, body, abbreviations, topic: topicOf(paper, body, abbreviations) }
      return {
        drafts: statements.map((statement) => draftOf(statement, sentences, about)),
        losses: {
          ...(statements.length === 0 ? { no_statement: 1 } : {}),
          ...(found.length > MAX_SENTENCES ? { sentence_past_limit: found.length - MAX_SENTENCES } : {}),
        },
      }
    },
  }
}

/** Returns a test that evaluates each statement once. */
function findingTest(
  sentences: readonly PaperSentence[],
  body: PaperBody,
  sections: readonly Section[],
): FindingTest {
  const known = new Map<string, boolean>()
  return (statement) => {
    const key = `${statement.from} ${statement.to}`
    const isFinding =
      known.get(key) ??
      statementKind({ kind: 'unit', ...placeOf(statement, sentences, body) }, sections) === 'finding'
    known.set(key, isFinding)
    return isFinding
  }
}

interface About {
  readonly paper: ReadPaper
  readonly body: PaperBody
  readonly abbreviations: Abbreviations
  readonly topic: string
}

function quotasOf(body: PaperBody): Quotas {
  const content = [...body.blocks.entries()].filter(([, { part }]) => part === 'abstract' || part === 'body')
  const lengths = content.map(([, block]) => wordCount(body.text, block))
  if (lengths.reduce((sum, length) => sum + length, 0) <= SHORT_TEXT_WORDS)
    return {
      quotas: new Map(content.map(([index]) => [index, UNITS_PER_ABSTRACT])),
      total: UNITS_PER_ABSTRACT,
      isShort: true,
    }
  const quotas = content.map(([index, { part, heading }], i): [number, number] => {
    if (part === 'abstract') return [index, UNITS_OF_AN_ABSTRACT]
    const byLength = Math.max(1, Math.round((lengths[i] ?? 0) / WORDS_PER_UNIT))
    if (content.length === 1) return [index, byLength]
    if (STATISTICS.test(heading)) return [index, 0]
    return [index, Math.min(byLength, PROCEDURE.test(heading) ? MAX_PER_PROCEDURE : MAX_PER_SECTION)]
  })
  return { quotas: new Map(quotas), total: quotas.reduce((sum, [, quota]) => sum + quota, 0), isShort: false }
}

function wordCount(text: string, { start, end }: BodyBlock): number {
  return wordsOfStretch(text.slice(start, end))
}

function placeOf({ from, to }: Statement, sentences: readonly PaperSentence[], body: PaperBody) {
  const { start, block } = sentences[from]!
  const { end } = sentences[to]!
  const page = body.pageAt(start)
  const locator = locatorOf(body.blocks[block]?.heading ?? '', page)
  return { start, end, page, locator, text: body.text.slice(start, end) }
}

function draftOf(
  statement: Statement,
  sentences: readonly PaperSentence[],
  { paper, body, abbreviations, topic }: About,
): UnitDraft {
  const place = placeOf(statement, sentences, body)
  const { text } = place
  const run = sentences.slice(statement.from, statement.to + 1)
  const printed = run.map((sentence) => onOneLine(body.text.slice(sentence.start, sentence.end))).join(' ')
  const reading = expanded(withoutCitations(printed), abbreviations)
  return {
    kind: 'unit',
    name: 'EXTRACTED_POINT',
    year: paper.description.year,
    topic,
    ...place,
    reading: reading === text ? null : reading,
    made: 'extractive',
  }
}

/**
 * Replaces the first use of each short form that the sentence neither defines nor spells out by `long form (SF)`.
 * Plural uses (`ACEs`) are left alone: their long form cannot be formed safely.
 */
function expanded(sentence: string, abbreviations: Abbreviations): string {
  if (![...abbreviations.keys()].some((short) => sentence.includes(short))) return sentence
  let result = sentence
  for (const short of new Set(sentence.match(/[\p{L}\p{N}][\p{L}\p{N}/-]*/gu) ?? [])) {
    const long = abbreviations.get(short)
    if (long === undefined || result.toLowerCase().includes(long.toLowerCase())) continue
    const at = wordAt(result, short)
    if (at < 0) continue
    const spelled = at === 0 ? long.charAt(0).toUpperCase() + long.slice(1) : long
    const written = result[at - 1] === '(' ? `${spelled}, ${short}` : `${spelled} (${short})`
    result = `${result.slice(0, at)}${written}${result.slice(at + short.length)}`
  }
  return result
}

/** Returns where a word first stands alone in a text, or -1. */
function wordAt(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isPart = WORD_END.test(text.slice(Math.max(0, at - 2), at))
    if (!isPart && !WORD_START.test(text.slice(at + word.length))) return at
  }
  return -1
}
