/** Checks whether and where the papers of a corpus contain quotations, letter by letter and without a model. */
import { z } from 'zod'
import type { DeepReadonly } from '../../core/index.ts'
import {
  type CorpusReader,
  marginStarts,
  type Page,
  pageIndexAt,
  pageStarts,
  paperText,
  type Span,
  textWithMargins,
} from '../../corpus/index.ts'
import {
  CHANGE_KINDS,
  createVerifier,
  fingerprintsOf,
  type NearPlace,
  type QuotablePaper,
  type QuoteVerdict,
  squeeze,
  type Verifier,
} from '../../verify/index.ts'
import { type SpanOnPage, spanOnPages } from '../ingest/page-image.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { PageBoxesShape } from '../wiring/place-shapes.ts'

export const MAX_QUOTES = 1_000
export const MAX_QUOTE_CHARACTERS = 200_000
// Places of the most similar statements for a quote of which no long stretch was found.
const NEAREST = 3

export const QuoteShape = z.object({
  id: z.string().max(200).describe('Your id, returned with the verdict.'),
  quote: z.string().max(MAX_QUOTE_CHARACTERS),
  paper: z.string().max(1_000).optional().describe('The quoted paper. Default: any paper.'),
})
export type QuoteInput = Readonly<z.output<typeof QuoteShape>>

const ChangeShape = z
  .object({ kind: z.enum(CHANGE_KINDS), paper: z.string(), quote: z.string() })
  .meta({ title: 'QuoteChange' })

export const VerdictShape = z
  .object({
    id: z.string(),
    verdict: z
      .enum(['exact', 'normalised', 'altered', 'absent'])
      .describe(
        '`exact`: equal but for white space; `normalised`: but for hyphens, ligatures, marks and the like; `altered`: see `change`.',
      ),
    change: z.enum(CHANGE_KINDS).nullable().describe('The most serious change; null if there is none.'),
    changes: z.array(ChangeShape).describe('What the paper says and what the quote says.'),
    paper: z.string().nullable(),
    title: z.string().nullable(),
    page: z.int().nullable(),
    span: z
      .tuple([z.int(), z.int()])
      .nullable()
      .describe('In the text of the paper; null if in a header or footer of the page.'),
    boxes: PageBoxesShape.describe('Boxes of the quote, which may be in several parts of the page.'),
    text: z
      .string()
      .nullable()
      .describe('What the paper says there; for an absent quote, the nearest wording if there is one.'),
    also: z
      .array(z.object({ paper: z.string(), page: z.int() }))
      .describe('Other places with the same text: a repeated sentence, a header of every page.'),
  })
  .meta({ title: 'QuoteVerdict' })
export type CheckedQuote = DeepReadonly<z.output<typeof VerdictShape>>

/** Result for a quote. Its place is looked up on demand, since that decodes the pages of its paper. */
export interface QuoteFinding {
  readonly verdict: QuoteVerdict
  place(): Promise<CheckedQuote>
}

interface VerifyRequest {
  readonly corpus?: string | undefined
  readonly quotes: readonly QuoteInput[]
}

/** Checks quotes in the order of `quotes`. Throws `PAPER_NOT_FOUND` for a missing paper. */
export async function verifyQuotes(
  gloss: Gloss,
  asked: VerifyRequest,
  signal: AbortSignal,
): Promise<CheckedQuote[]> {
  const checked: CheckedQuote[] = []
  for (const finding of await findQuotes(gloss, asked, signal)) {
    signal.throwIfAborted()
    checked.push(await finding.place())
  }
  return checked
}

/** Checks quotes without looking up places. */
export async function findQuotes(
  gloss: Gloss,
  { corpus, quotes }: VerifyRequest,
  signal: AbortSignal,
): Promise<QuoteFinding[]> {
  const session = await gloss.session(corpus)
  const verifier = await verifierOf(session, signal)
  const findings: QuoteFinding[] = []
  for (const quote of quotes) {
    signal.throwIfAborted()
    const verdict = await verdictOn(session, verifier, quote)
    findings.push({ verdict, place: () => withPlace(session.store, quote.id, verdict) })
  }
  return findings
}

async function verdictOn(
  session: CorpusSession,
  verifier: Verifier,
  { quote, paper }: QuoteInput,
): Promise<QuoteVerdict> {
  const meant = paper === undefined ? undefined : (await session.paper(paper)).id
  const verdict = await verifier.verify({ quote, paper: meant })
  if (verdict.paper !== null) return verdict
  return await verifier.verify({ quote, paper: meant, near: await nearestPlaces(session, quote) })
}

/** Returns the places of the statements that have most of the quote's words. */
async function nearestPlaces({ index, store }: CorpusSession, quote: string): Promise<NearPlace[]> {
  const units = await index.read((view) => {
    const { units: found, words } = view.candidates({
      terms: view.terms(quote),
      vector: null,
      depth: NEAREST,
      filter: null,
    })
    return [...found.keys()]
      .sort((a, b) => words[b]! - words[a]!)
      .slice(0, NEAREST)
      .map((place) => found[place]!)
  })
  return (await store.units(units)).flatMap((unit) =>
    unit === null || unit.start === null || unit.end === null
      ? []
      : [{ paper: unit.paper, span: [unit.start, unit.end] as const }],
  )
}

async function withPlace(store: CorpusReader, id: string, verdict: QuoteVerdict): Promise<CheckedQuote> {
  const { paper, spans } = verdict
  const found = { id, verdict: verdict.verdict, change: verdict.change, changes: [...verdict.changes] }
  if (paper === null || verdict.span === null)
    return { ...found, paper: null, title: null, page: null, span: null, boxes: [], text: null, also: [] }
  const pages = await store.pages(paper)
  const also = await Promise.all(
    verdict.also.map(async (place) => ({
      paper: place.paper,
      page: pageOf(place.paper === paper ? pages : await store.pages(place.paper), place.span),
    })),
  )
  return {
    ...found,
    paper,
    title: (await store.paper(paper))?.title ?? null,
    page: pageOf(pages, verdict.span),
    span: verdict.span[0] < paperText(pages).length ? [...verdict.span] : null,
    boxes: boxesOf(pages, spans),
    text: spans.map((span) => textAt(pages, span)).join(' … '),
    also,
  }
}

/** Returns the page of a place in `textWithMargins`. */
function pageOf(pages: readonly Page[], [start]: Span): number {
  const isInText = start < paperText(pages).length
  const index = pageIndexAt(isInText ? pageStarts(pages) : marginStarts(pages), start)
  return pages[index]!.number
}

/** Returns the paper's text at a place in `textWithMargins`. */
function textAt(pages: readonly Page[], [from, to]: Span): string {
  const text = paperText(pages)
  if (from < text.length) return text.slice(from, to)
  const starts = marginStarts(pages)
  const index = pageIndexAt(starts, from)
  return (pages[index]!.margin?.text ?? '').slice(from - starts[index]!, to - starts[index]!)
}

/** Returns an entry per page, in the order of the stretches. */
function boxesOf(pages: readonly Page[], spans: readonly Span[]): SpanOnPage[] {
  const length = paperText(pages).length
  const starts = marginStarts(pages)
  const places = spans.flatMap(([from, to]) => {
    if (from < length) return spanOnPages(pages, [from, to])
    const index = pageIndexAt(starts, from)
    const { margin, ...page } = pages[index]!
    const start = starts[index]!
    return margin === undefined ? [] : spanOnPages([{ ...page, ...margin }], [from - start, to - start])
  })
  return [...Map.groupBy(places, ({ page }) => page).values()].map((of) => ({
    ...of[0]!,
    boxes: of.flatMap(({ boxes }) => boxes),
  }))
}

interface KnownTexts {
  seq: number
  readonly papers: Map<string, QuotablePaper>
  verifier: Promise<Verifier>
}

const known = new WeakMap<CorpusReader, KnownTexts>()

/** Returns the verifier of the corpus's current state: papers' texts are read once. The first call reads every page. */
async function verifierOf({ store }: CorpusSession, signal: AbortSignal): Promise<Verifier> {
  const seq = await store.seq()
  const before = known.get(store)
  if (before?.seq === seq) return await before.verifier
  const papers = before?.papers ?? new Map<string, QuotablePaper>()
  const made = { seq, papers, verifier: makeVerifier(store, papers, signal) }
  known.set(store, made)
  made.verifier.catch(() => known.delete(store))
  return await made.verifier
}

async function makeVerifier(
  store: CorpusReader,
  papers: Map<string, QuotablePaper>,
  signal: AbortSignal,
): Promise<Verifier> {
  const textOf = async (paper: string) => textWithMargins(await store.pages(paper))
  const there = new Set<string>()
  for (const { id, recipe } of await store.papers()) {
    signal.throwIfAborted()
    // A paper that was read again with another recipe may have another text.
    const key = `${id} ${recipe}`
    there.add(key)
    if (!papers.has(key))
      papers.set(key, { id, fingerprints: fingerprintsOf(squeeze(await textOf(id)).chars) })
  }
  for (const key of papers.keys()) if (!there.has(key)) papers.delete(key)
  return createVerifier([...papers.values()], textOf)
}
