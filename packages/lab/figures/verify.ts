/**
 * Measures whether quotations are judged correctly. Sentences of papers, as other PDF readers extract them, must be found on their page;
 * the same with one number, unit, negation or name changed must not be accepted. Papers are halved by name: the rules were written with
 * failures of the half `tuned` in view.
 * Run: npm run measure verify
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentId, seededRandom, sentences } from '../../../core/index.ts'
import { shuffle } from '../../../core/random.ts'
import {
  marginStarts,
  type Page,
  pageIndexAt,
  pageStarts,
  paperText,
  textWithMargins,
} from '../../../corpus/index.ts'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { sourceOf, TEST_LIMITS } from '../../../tests/fixtures/labelled-papers.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'
import { createVerifier, fingerprintsOf, type QuoteVerdict, squeeze } from '../../../verify/index.ts'
import { otherReaders } from './body-text/pdf-readers.ts'
import { type ChangedKind, changedSentence, namesIn } from './verify/change-sentences.ts'
import { acceptedByOthers } from './verify/other-checkers.ts'

const FOLDERS = ['real', 'labelled', 'mixed']
const QUOTES = 2_000
/** Limit for difflib, which takes some minutes. */
const BY_OTHERS = 500
const SEED = 20_261
const HALVES = ['tuned', 'checked'] as const
const KINDS: readonly ChangedKind[] = ['number', 'unit', 'negation', 'name']
const MIN_CHARACTERS = 40
const MAX_CHARACTERS = 400
const MIN_LETTERS = 0.75

interface Quoted {
  readonly paper: string
  readonly half: 'tuned' | 'checked'
  readonly page: number
  readonly reader: string
  readonly text: string
}

interface ReadPaper {
  readonly id: string
  readonly path: string
  readonly half: Quoted['half']
  readonly pages: readonly Page[]
}

if (hasShared) await measure()
else console.log('skipped: ../shared is not here')

async function measure(): Promise<void> {
  const papers = await readPapers()
  const judge = judgeOf(papers)
  const all = await quotedBy(papers)
  const givenBy = Map.groupBy(all, ({ paper, key }) => `${paper} ${key}`)
  const agreed = all.filter(({ paper, key, reader }) =>
    givenBy.get(`${paper} ${key}`)!.some((other) => other.reader !== reader),
  )
  console.log(
    `${papers.length} papers, ${all.length} sentences, ${agreed.length} of them given by two readers alike`,
  )
  for (const [name, from] of [
    ['any reader', all],
    ['two readers alike', agreed],
  ] as const) {
    const rows: Record<string, unknown>[] = []
    for (const half of HALVES) rows.push(await judgeTrue(judge, half, from))
    console.log(name)
    console.table(rows)
  }
  const names = [...new Set(agreed.flatMap(({ text }) => namesIn(text)))]
  const rows: Record<string, unknown>[] = []
  for (const half of HALVES)
    for (const kind of KINDS) rows.push(await judgeChanged(judge, half, kind, { agreed, names }))
  console.log('one thing changed')
  console.table(rows)
  const changedOnes = sampled(agreed, 'checked').flatMap(({ text, paper }, at) => {
    const other = changedSentence(text, KINDS[at % KINDS.length]!, seededRandom(at), names)
    return other === null || squeeze(other).chars === squeeze(text).chars ? [] : [{ paper, text, other }]
  })
  console.log(
    'the same papers checked by likeness or letter by letter: true ones accepted, changed ones accepted',
  )
  console.table(await judgeByOthers(papers, changedOnes.slice(0, BY_OTHERS), judge))
}

interface Place {
  readonly paper: string
  /** Page from 1. */
  readonly page: number
}

type Judge = (
  quote: string,
) => Promise<QuoteVerdict & { readonly places: readonly Place[]; readonly isAccepted: boolean }>

function judgeOf(papers: readonly ReadPaper[]): Judge {
  const texts = new Map(papers.map(({ id, pages }) => [id, textWithMargins(pages)]))
  const starts = new Map(papers.map(({ id, pages }) => [id, [...pageStarts(pages), ...marginStarts(pages)]]))
  const quotable = papers.map(({ id }) => ({
    id,
    fingerprints: fingerprintsOf(squeeze(texts.get(id)!).chars),
  }))
  const verifier = createVerifier(quotable, (id) => Promise.resolve(texts.get(id)!))
  return async (quote) => {
    const verdict = await verifier.verify({ quote })
    const { paper, span, also } = verdict
    const places = [...(paper === null || span === null ? [] : [{ paper, span }]), ...also].map((found) => {
      const at = starts.get(found.paper)!
      return { paper: found.paper, page: (pageIndexAt(at, found.span[0]) % (at.length / 2)) + 1 }
    })
    return { ...verdict, places, isAccepted: verdict.verdict === 'exact' || verdict.verdict === 'normalised' }
  }
}

function sampled(from: readonly Quoted[], half: Quoted['half']): Quoted[] {
  return shuffle(
    from.filter((quoted) => quoted.half === half),
    SEED,
  ).slice(0, QUOTES)
}

async function judgeTrue(judge: Judge, half: Quoted['half'], from: readonly Quoted[]) {
  const quotes = sampled(from, half)
  let [accepted, atItsPage, amongPlaces] = [0, 0, 0]
  const started = process.cpuUsage()
  for (const { text, paper, page } of quotes) {
    const verdict = await judge(text)
    if (verdict.isAccepted) accepted++
    const isThere = (place: Place | undefined) => place?.paper === paper && place.page === page
    if (verdict.isAccepted && verdict.places.some(isThere)) amongPlaces++
    if (verdict.isAccepted && isThere(verdict.places[0])) atItsPage++
  }
  return {
    half,
    quotes: quotes.length,
    accepted: share(accepted, quotes.length),
    'at its page': share(atItsPage, quotes.length),
    'its page among those named': share(amongPlaces, quotes.length),
    'ms of CPU each': msSince(started, quotes.length),
  }
}

/** Returns the shares of true and of changed sentences that each checker accepts. */
async function judgeByOthers(
  papers: readonly ReadPaper[],
  sentencesOfPapers: readonly { readonly paper: string; readonly text: string; readonly other: string }[],
  judge: Judge,
) {
  const texts = Object.fromEntries(papers.map(({ id, pages }) => [id, paperText(pages)]))
  const asked = (which: 'text' | 'other') =>
    sentencesOfPapers.map((sentence) => ({ paper: sentence.paper, quote: sentence[which] }))
  const rows = acceptedByOthers(texts, asked('text'), asked('other'))
  const ours = async (which: 'text' | 'other') => {
    const verdicts = await Promise.all(sentencesOfPapers.map((sentence) => judge(sentence[which])))
    return verdicts.filter(({ isAccepted }) => isAccepted).length
  }
  const all = [{ checker: 'gloss verify', right: await ours('text'), changed: await ours('other') }, ...rows]
  return all.map(({ checker, right, changed }) => ({
    checker,
    sentences: sentencesOfPapers.length,
    true: share(right, sentencesOfPapers.length),
    changed: share(changed, sentencesOfPapers.length),
  }))
}

interface ChangedGround {
  readonly agreed: readonly Quoted[]
  readonly names: readonly string[]
}

async function judgeChanged(judge: Judge, half: Quoted['half'], kind: ChangedKind, ground: ChangedGround) {
  const [most, random] = [QUOTES / KINDS.length, seededRandom(SEED)]
  const changed = sampled(ground.agreed, half).flatMap(({ text }) => {
    const other = changedSentence(text, kind, random, ground.names)
    return other === null || squeeze(other).chars === squeeze(text).chars ? [] : [{ text, other }]
  })
  let [count, accepted, named] = [0, 0, 0]
  for (const { text, other } of changed) {
    if (count === most) break
    if (!(await judge(text)).isAccepted) continue
    const verdict = await judge(other)
    // If the papers state the changed sentence elsewhere ("Page 2 of 6"), it is a true quotation.
    if (verdict.spans.length === 1 && squeeze(verdict.text ?? '').chars === squeeze(other).chars) continue
    count++
    accepted += Number(verdict.isAccepted)
    named += Number(verdict.changes.some((change) => change.kind === kind))
  }
  return {
    half,
    changed: kind,
    quotes: count,
    accepted: share(accepted, count),
    'change named': share(named, count),
  }
}

function msSince(started: NodeJS.CpuUsage, quotes: number): string {
  const { user, system } = process.cpuUsage(started)
  return ((user + system) / 1000 / quotes).toFixed(2)
}

function share(part: number, of: number): string {
  return of === 0 ? '-' : (part / of).toFixed(4)
}

async function readPapers(): Promise<ReadPaper[]> {
  const reader = openPaperPool({ workers: 1, limits: { ...TEST_LIMITS, ocr: 'never' } })
  const papers: ReadPaper[] = []
  for (const folder of FOLDERS)
    for (const file of readdirSync(sharedPath('papers', folder))
      .filter((name) => name.endsWith('.pdf'))
      .sort()) {
      const path = sharedPath('papers', folder, file)
      const bytes = readFileSync(path)
      const reading = await reader.read(sourceOf(path, bytes), bytes, AbortSignal.timeout(120_000))
      const pages = reading.ok ? reading.pages : []
      const half = Number.parseInt(contentId(file).slice(0, 2), 16) % 2 === 0 ? 'tuned' : 'checked'
      if (pages.some(({ text }) => text.length > 500))
        papers.push({ id: join(folder, file), path, half, pages })
    }
  await reader.close()
  return papers
}

async function quotedBy(papers: readonly ReadPaper[]): Promise<(Quoted & { readonly key: string })[]> {
  const { readers, missing } = otherReaders()
  for (const name of missing) console.log(`left out, not installed: ${name}`)
  const all: (Quoted & { readonly key: string })[] = []
  // The same program in another order is not an independent reader.
  for (const reader of readers.filter(({ name }) => !name.includes('stored order'))) {
    for (const { id: paper, half, path } of papers)
      for (const [index, page] of (await reader.pagesOf(path)).entries())
        for (const text of proseIn(page))
          all.push({ paper, half, page: index + 1, reader: reader.name, text, key: squeeze(text).chars })
    await reader.close()
  }
  return all
}

function proseIn(page: string): string[] {
  return sentences(page)
    .map(({ start, end }) => page.slice(start, end).trim())
    .filter(isProse)
}

function isProse(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const hasLength = text.length >= MIN_CHARACTERS && text.length <= MAX_CHARACTERS
  const hasLetters = letters / text.replace(/\s/g, '').length >= MIN_LETTERS
  return hasLength && hasLetters && /^\p{Lu}.*[.!?]$/su.test(text)
}
