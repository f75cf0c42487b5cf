/** Compares the sentences of a draft with the papers that they cite, without a model. A verdict never says that a sentence is false. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { closingAsync, type DeepReadonly, sentences } from '../../core/index.ts'
import { type Paper, pageIndexAt, pageStarts, paperText, type Span } from '../../corpus/index.ts'
import { openStaticEmbedder } from '../../models/adapters/static-embedder.ts'
import type { Embedder } from '../../models/index.ts'
import {
  type CitedText,
  citedText,
  type DraftSentence,
  isInformative,
  linkCitedWorks,
  MIN_SHARE,
  type RankedSentence,
  type ReferenceEntry,
  rankSupport,
} from '../../references/index.ts'
import { corpusLists } from '../references/index.ts'
import { quotesInText, verifyQuotes } from '../verify/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { otherNumbers } from './other-numbers.ts'
import { type DraftInput, readDraft } from './read-draft.ts'

/** Verdicts, the gravest of which counts. `no entry`: its key is not among the references; `no paper`: the entry is not in the corpus. */
export const SUPPORT_VERDICTS = [
  'altered quote',
  'another number',
  'supported',
  'nothing found',
  'no paper',
  'no entry',
] as const
export type SupportVerdict = (typeof SUPPORT_VERDICTS)[number]

const PassageShape = z
  .object({
    key: z.string(),
    paper: z.string(),
    title: z.string(),
    page: z.int().nullable(),
    span: z.tuple([z.int(), z.int()]),
    text: z.string(),
  })
  .meta({ title: 'SupportingPassage' })
type SupportingPassage = DeepReadonly<z.output<typeof PassageShape>>

const SentenceShape = z
  .object({
    text: z.string(),
    keys: z.array(z.string()),
    verdict: z.enum(SUPPORT_VERDICTS),
    changes: z
      .array(z.object({ draft: z.string(), paper: z.string() }).meta({ title: 'CitationChange' }))
      .describe('What the draft says and what the paper says instead: a value, or words of a quotation.'),
    support: z
      .array(PassageShape)
      .describe('Passages that may support the sentence, the best first, whatever the verdict.'),
  })
  .meta({ title: 'CheckedSentence' })
export type CheckedSentence = DeepReadonly<z.output<typeof SentenceShape>>

export const CheckedDraftShape = z
  .object({
    corpus: z.string(),
    sentences: z.array(SentenceShape),
    missingEntries: z.array(z.string()).describe('Keys that the draft cites but no entry has.'),
    missingPapers: z
      .array(z.object({ key: z.string(), reference: z.string() }).meta({ title: 'MissingPaper' }))
      .describe('Cited entries whose papers are not in the corpus.'),
    faults: z
      .array(z.object({ line: z.int(), reason: z.string() }).meta({ title: 'BibFault' }))
      .describe('BibTeX faults, by line.'),
  })
  .meta({ title: 'CheckedDraft' })
export type CheckedDraft = DeepReadonly<z.output<typeof CheckedDraftShape>>

const SHOWN = 3
/** Characters of an abstract by which its place in the text is found. */
const OPENING_CHARACTERS = 30
interface PaperRead {
  readonly id: string
  readonly title: string
  readonly text: CitedText
  readonly spans: readonly Span[]
  readonly pageOf: (offset: number) => number | null
}

/** Checks a draft. Throws `FILE_UNREADABLE` if it cannot be read. Cost: some 5 ms for each sentence and paper that it cites. */
export async function checkDraft(
  gloss: Gloss,
  { draft, corpus }: { readonly draft: DraftInput; readonly corpus?: string | undefined },
  signal: AbortSignal,
): Promise<CheckedDraft> {
  const read = await readDraft(draft)
  const session = await gloss.session(corpus)
  const cited = new Set(read.sentences.flatMap(({ keys }) => keys))
  const papers = await papersOfEntries(gloss, corpus, read.entries)
  await using embedder = closingAsync(await openStaticEmbedder())
  const texts = new Map<string, PaperRead>()
  const checked: CheckedSentence[] = []
  for (const sentence of read.sentences) {
    // Lets a service answer other requests between two sentences.
    await nextTurn()
    signal.throwIfAborted()
    for (const key of sentence.keys) {
      const id = papers.get(key)
      if (id !== undefined && !texts.has(id)) texts.set(id, await readPaper(session, id, embedder))
    }
    checked.push(await checkSentence(gloss, corpus, sentence, { read, papers, texts, embedder }, signal))
  }
  return {
    corpus: session.name,
    sentences: checked,
    missingEntries: [...cited].filter((key) => !read.entries.has(key)),
    missingPapers: [...read.entries]
      .filter(([key]) => cited.has(key) && !papers.has(key))
      .map(([key, { raw }]) => ({ key, reference: raw })),
    faults: read.faults,
  }
}

/** Returns the papers of the entries, linked like a paper's own reference list. */
async function papersOfEntries(
  gloss: Gloss,
  corpus: string | undefined,
  entries: ReadonlyMap<string, ReferenceEntry>,
): Promise<Map<string, string>> {
  const { papers } = await corpusLists(gloss, corpus)
  const draft = {
    id: '',
    title: '',
    authors: [],
    keys: { keys: [], doi: null, arxiv: null, year: null },
    entries: [...entries.values()],
  }
  const others = [...papers.values()].map((paper) => ({ ...paper, entries: [] }))
  const cites = linkCitedWorks([...others, draft]).cites('')
  return new Map(
    [...entries.keys()].flatMap((key, at) => {
      const paper = cites[at]
      return paper === null || paper === undefined ? [] : [[key, paper] as const]
    }),
  )
}

async function readPaper({ store }: CorpusSession, id: string, embedder: Embedder): Promise<PaperRead> {
  const [paper, pages] = [await store.paper(id), await store.pages(id)]
  const whole = paperText(pages)
  const text = whole.slice(0, paper?.bodyEnd || whole.length)
  const cut = sentences(text)
    .map(({ start, end }) => ({ span: [start, end] as const, text: inOneLine(text.slice(start, end)) }))
    .filter((sentence) => isInformative(sentence.text))
  const first = paper === null ? 0 : openingOf(paper, cut)
  const shown = cut.filter((sentence, at) => at >= first || sentence.text === paper?.title)
  const texts = shown.map((sentence) => sentence.text)
  const spans = shown.map(({ span }) => span)
  const starts = pageStarts(pages)
  const title = paper?.title ?? ''
  return {
    id,
    title,
    text: citedText(title, texts, await embedder.embed(texts)),
    spans,
    pageOf: (offset) => pages[pageIndexAt(starts, offset)]?.number ?? null,
  }
}

/** Returns the index of the first sentence after authors and addresses. */
function openingOf(
  { abstract, sections }: Paper,
  cut: readonly { readonly span: Span; readonly text: string }[],
): number {
  const head = inOneLine(abstract).slice(0, OPENING_CHARACTERS)
  const body = sections[0]?.start ?? Number.POSITIVE_INFINITY
  const first = cut.findIndex(({ span, text }) => span[0] >= body || (head !== '' && text.includes(head)))
  return Math.max(0, first)
}

function inOneLine(text: string): string {
  return text
    .replace(/(\p{Ll})[-\u2010\u00ad]\s*\n\s*(?=\p{Ll})/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

interface Ground {
  readonly read: { readonly entries: ReadonlyMap<string, ReferenceEntry> }
  readonly papers: ReadonlyMap<string, string>
  readonly texts: ReadonlyMap<string, PaperRead>
  readonly embedder: Embedder
}

interface FoundPassage extends RankedSentence {
  readonly passage: SupportingPassage
}

async function checkSentence(
  gloss: Gloss,
  corpus: string | undefined,
  { text, claim, keys }: DraftSentence,
  { read, papers, texts, embedder }: Ground,
  signal: AbortSignal,
): Promise<CheckedSentence> {
  const [vector] = await embedder.embed([claim])
  const named = keys.flatMap((key) => {
    const paper = texts.get(papers.get(key) ?? '')
    return paper === undefined ? [] : [{ key, paper }]
  })
  const found = named
    .flatMap(({ key, paper }) =>
      rankSupport({ text: claim, vector: vector! }, paper.text, SHOWN).map((ranked) =>
        foundIn(paper, key, ranked),
      ),
    )
    .sort((one, other) => other.score - one.score)
    .slice(0, SHOWN)
  const support = found.map(({ passage }) => passage)
  const decided = (verdict: SupportVerdict, changes: CheckedSentence['changes'] = []): CheckedSentence => ({
    ...{ text, keys, verdict, changes, support },
  })
  if (named.length === 0) return decided(keys.some((key) => read.entries.has(key)) ? 'no paper' : 'no entry')
  const quoted = await checkQuotes(gloss, corpus, claim, named, signal)
  if (quoted !== null) return decided(quoted.verdict, quoted.changes)
  const alike = found.filter(({ share }) => share >= MIN_SHARE)
  if (alike.length === 0) return decided('nothing found')
  const changes = otherNumbers(
    claim,
    alike.map(({ passage }) => passage.text),
  )
  return decided(changes.length > 0 ? 'another number' : 'supported', changes)
}

function foundIn(paper: PaperRead, key: string, ranked: RankedSentence): FoundPassage {
  const span = paper.spans[ranked.sentence]!
  const { id, title, text, pageOf } = paper
  const sentence = text.sentences[ranked.sentence]!
  return {
    ...ranked,
    passage: { key, paper: id, title, page: pageOf(span[0]), span: [...span], text: sentence },
  }
}

/** Compares the quotations of a claim. Null if it has none, or if no paper contains any of them: then its words decide. */
async function checkQuotes(
  gloss: Gloss,
  corpus: string | undefined,
  claim: string,
  named: readonly { readonly paper: PaperRead }[],
  signal: AbortSignal,
): Promise<Pick<CheckedSentence, 'verdict' | 'changes'> | null> {
  const quotes = quotesInText(claim)
  if (quotes.length === 0) return null
  const changes: { draft: string; paper: string }[] = []
  let right = 0
  for (const quote of quotes) {
    const given = named.map(({ paper }) => ({ ...quote, paper: paper.id }))
    const verdicts = await verifyQuotes(gloss, { corpus, quotes: given }, signal)
    if (verdicts.some(({ verdict }) => verdict === 'exact' || verdict === 'normalised')) right++
    else
      for (const { verdict, changes: made } of verdicts)
        if (verdict === 'altered')
          changes.push(...made.map((change) => ({ draft: change.quote, paper: change.paper })))
  }
  if (changes.length > 0) return { verdict: 'altered quote', changes }
  return right === quotes.length ? { verdict: 'supported', changes } : { verdict: 'nothing found', changes }
}
