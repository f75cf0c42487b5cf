/** Units without a model: the paper's own best statements, as they stand, with short forms spelled out. */
import { type Abbreviations, abbreviationsOf } from '../../core/index.ts'
import type { UnitDraft } from '../../corpus/index.ts'
import { type BodyBlock, locatorOf, onOneLine, type PaperBody, paperBody } from '../paper-body.ts'
import type { ReadPaper, Summariser } from '../ports.ts'
import { expanded } from './abbreviations.ts'
import { withoutCitations } from './citations.ts'
import { type PaperSentence, paperSentences } from './paper-sentences.ts'
import { chooseStatements, type Statement } from './statements.ts'
import { topicOf } from './topic.ts'

export interface ExtractiveSettings {
  /** Most units of one paper, however long. */
  readonly unitsPerPaper: number
}

/** The published method makes "around 3" of a paper; a whole paper gives three of its abstract and more of each section. */
const UNITS_PER_ABSTRACT = 3
const DEFAULTS: ExtractiveSettings = { unitsPerPaper: 24 }
/** Chosen, not measured: a unit for about each printed half column, at most four of one section. */
const WORDS_PER_UNIT = 250
const MOST_OF_A_SECTION = 4
/** Steps of a protocol are found by passages; as statements they say little. Chosen, not measured. */
const PROCEDURE =
  /\b(?:methods?|methodology|materials|experimental|procedures?|protocols?|synthesis|purification|statistical analys[ei]s|data (?:collection|extraction))\b/i
const MOST_OF_A_PROCEDURE = 1
/** A text up to this length is an abstract, whatever it calls itself: 99 of 100 SciFact abstracts are shorter. */
const SHORT_TEXT_WORDS = 500
/** Chosen, not measured: some 150 pages. Of a longer text the rest is found by its passages only. */
const MOST_SENTENCES = 4_000

/** Cost: linear in the text, about 1 ms for an abstract. A paper without a usable sentence has zero units and a counted loss. */
export function createExtractiveSummariser(settings: Partial<ExtractiveSettings> = {}): Summariser {
  const { unitsPerPaper } = { ...DEFAULTS, ...settings }
  return {
    made: 'extractive',
    async summarise(paper, signal) {
      signal.throwIfAborted()
      const body = paperBody(paper)
      const found = paperSentences(body)
      const sentences = found.slice(0, MOST_SENTENCES)
      const { quotas, total } = quotasOf(body)
      const statements = chooseStatements(sentences, quotas, Math.min(total, unitsPerPaper))
      const abbreviations = abbreviationsOf(onOneLine(body.text))
      const about = { paper, body, abbreviations, topic: topicOf(paper, body, abbreviations) }
      return {
        drafts: statements.map((statement) => draftOf(statement, sentences, about)),
        losses: {
          ...(statements.length === 0 ? { no_statement: 1 } : {}),
          ...(found.length > MOST_SENTENCES ? { sentence_past_limit: found.length - MOST_SENTENCES } : {}),
        },
      }
    },
  }
}

interface About {
  readonly paper: ReadPaper
  readonly body: PaperBody
  readonly abbreviations: Abbreviations
  readonly topic: string
}

interface Quotas {
  /** Most units of each block, by its index. */
  readonly quotas: ReadonlyMap<number, number>
  /** Most of the whole text. */
  readonly total: number
}

function quotasOf(body: PaperBody): Quotas {
  const content = [...body.blocks.entries()].filter(([, { part }]) => part === 'abstract' || part === 'body')
  const lengths = content.map(([, block]) => wordCount(body.text, block))
  if (lengths.reduce((sum, length) => sum + length, 0) <= SHORT_TEXT_WORDS)
    return {
      quotas: new Map(content.map(([index]) => [index, UNITS_PER_ABSTRACT])),
      total: UNITS_PER_ABSTRACT,
    }
  const quotas = content.map(([index, { part, heading }], i): [number, number] => {
    if (part === 'abstract') return [index, UNITS_PER_ABSTRACT]
    const byLength = Math.max(1, Math.round((lengths[i] ?? 0) / WORDS_PER_UNIT))
    if (content.length === 1) return [index, byLength]
    return [index, Math.min(byLength, PROCEDURE.test(heading) ? MOST_OF_A_PROCEDURE : MOST_OF_A_SECTION)]
  })
  return { quotas: new Map(quotas), total: quotas.reduce((sum, [, quota]) => sum + quota, 0) }
}

function wordCount(text: string, { start, end }: BodyBlock): number {
  return text.slice(start, end).match(/\S+/g)?.length ?? 0
}

function draftOf(
  { from, to }: Statement,
  sentences: readonly PaperSentence[],
  { paper, body, abbreviations, topic }: About,
): UnitDraft {
  const run = sentences.slice(from, to + 1)
  const start = run[0]?.start ?? 0
  const page = body.pageAt(start)
  return {
    kind: 'unit',
    name: 'EXTRACTED_POINT',
    year: paper.description.year,
    locator: locatorOf(body.blocks[run[0]?.block ?? 0]?.heading ?? '', page),
    topic,
    text: expanded(withoutCitations(run.map((sentence) => sentence.text).join(' ')), abbreviations),
    page,
    start,
    end: run.at(-1)?.end ?? start,
    made: 'extractive',
  }
}
