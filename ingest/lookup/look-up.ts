/** Looks papers up in catalogues, each query once per corpus. A failure is counted and never thrown. */
import { tupleId } from '../../core/index.ts'
import type { Description } from '../../corpus/index.ts'
import type { CatalogueWork, OnlineCatalogue } from './catalogue.ts'
import { isSameWork } from './match.ts'

/** Fetches an answer. Throws if there is none: no connection, timeout, too large. */
export type CatalogueFetch = (url: URL, signal: AbortSignal) => Promise<{ status: number; text: string }>

/** Cached answers by the hash of their query, as a corpus keeps them (`call`, `rememberCall`). */
export interface LookupCache {
  call(hash: string): Promise<string | null>
  rememberCall(hash: string, answer: string): Promise<void>
}

export interface LookupCounts {
  /** Papers found in a catalogue, and papers found in none. */
  readonly found: number
  readonly missed: number
  /** Number of requests sent, without answers from the cache. */
  readonly requests: number
  /** Requests without an answer, by catalogue. */
  readonly failed: Readonly<Record<string, number>>
}

export interface Lookup {
  /** Returns the description, completed from a catalogue's record of the same work. Throws only when `signal` aborts. */
  complete(read: Description, signal: AbortSignal): Promise<Description>
  counts(): LookupCounts
}

export interface LookupOptions {
  /** Catalogues in the order in which they are queried. */
  readonly catalogues: readonly OnlineCatalogue[]
  readonly fetch: CatalogueFetch
  readonly cache: LookupCache
  /** Called with the reason when a catalogue first fails and when it is given up. */
  readonly onWarning: (warning: string) => void
}

const NOT_FOUND = 404
const OK = 200
/** Failures in a row after which a catalogue is skipped for the rest of the run. Chosen, not measured. */
const GIVEN_UP_AFTER = 3
const MIN_TITLE_CHARACTERS = 12

export function createLookup({ catalogues, fetch, cache, onWarning }: LookupOptions): Lookup {
  const failed: Record<string, number> = {}
  const inARow = new Map<string, number>()
  const sums = { found: 0, missed: 0, requests: 0 }

  /** Returns null if the catalogue gave no answer. */
  async function ask(
    catalogue: OnlineCatalogue,
    url: URL,
    signal: AbortSignal,
  ): Promise<CatalogueWork[] | null> {
    const hash = tupleId(['lookup', url.href])
    const known = (await cache.call(hash)) ?? ''
    if (known !== '') return JSON.parse(known) as CatalogueWork[]
    if ((inARow.get(catalogue.name) ?? 0) >= GIVEN_UP_AFTER) return null
    const works = await send(catalogue, url, signal)
    if (works !== null) await cache.rememberCall(hash, JSON.stringify(works))
    return works
  }

  async function send(
    catalogue: OnlineCatalogue,
    url: URL,
    signal: AbortSignal,
  ): Promise<CatalogueWork[] | null> {
    sums.requests++
    try {
      const { status, text } = await fetch(url, signal)
      if (status !== OK && status !== NOT_FOUND) throw new Error(`it answered with status ${status}`)
      const works = status === NOT_FOUND ? [] : parsed(catalogue, text)
      inARow.set(catalogue.name, 0)
      return works
    } catch (error) {
      signal.throwIfAborted()
      noteFailure(catalogue.name, reasonOf(error))
      return null
    }
  }

  function noteFailure(name: string, why: string): void {
    failed[name] = (failed[name] ?? 0) + 1
    const row = (inARow.get(name) ?? 0) + 1
    inARow.set(name, row)
    if (failed[name] === 1)
      onWarning(`${name} did not answer (${why}); its papers keep what was read from them.`)
    if (row === GIVEN_UP_AFTER)
      onWarning(`${name} failed ${row} times in a row and is not asked again in this run.`)
  }

  async function find(read: Description, signal: AbortSignal): Promise<CatalogueWork | null> {
    for (const urlOf of questionsOf(read)) {
      for (const catalogue of catalogues) {
        const works = await ask(catalogue, urlOf(catalogue), signal)
        const same = works?.find((work) => isSameWork(read, work))
        if (same !== undefined) return same
      }
    }
    return null
  }

  return {
    async complete(read, signal) {
      const work = await find(read, signal)
      if (work === null) sums.missed++
      else sums.found++
      return work === null ? read : completed(read, work)
    },
    counts: () => ({ ...sums, failed: { ...failed } }),
  }
}

/** Returns the reason of an error; `fetch` gives it only in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return message === 'fetch failed' && cause instanceof Error ? cause.message : message
}

function parsed(catalogue: OnlineCatalogue, text: string): CatalogueWork[] {
  try {
    return catalogue.parse(text)
  } catch (error) {
    throw new Error('its answer has an unexpected format', { cause: error })
  }
}

/** Returns the queries, by DOI first, then by title. */
function questionsOf({ doi, title }: Description): ((catalogue: OnlineCatalogue) => URL)[] {
  return [
    ...(doi === null ? [] : [(catalogue: OnlineCatalogue) => catalogue.doiUrl(doi)]),
    ...(title.length < MIN_TITLE_CHARACTERS
      ? []
      : [(catalogue: OnlineCatalogue) => catalogue.titleUrl(title)]),
  ]
}

/** Completes a description: the catalogue's fields override it with full confidence, and others stay. */
function completed(read: Description, work: CatalogueWork): Description {
  const { title, authors, year, doi, publication } = work
  const isFuller = authors.length > 0
  return {
    ...read,
    title: title === '' ? read.title : fullTitle(work),
    authors: isFuller ? authors : read.authors,
    year: year ?? read.year,
    doi: doi ?? read.doi,
    publication: {
      journal: publication.journal ?? read.publication.journal,
      volume: publication.volume ?? read.publication.volume,
      issue: publication.issue ?? read.publication.issue,
      pages: publication.pages ?? read.publication.pages,
    },
    confidence: {
      title: title === '' ? read.confidence.title : 1,
      authors: isFuller ? 1 : read.confidence.authors,
      year: year === null ? read.confidence.year : 1,
    },
  }
}

function fullTitle({ title, subtitle }: CatalogueWork): string {
  if (subtitle === '' || title.toLowerCase().includes(subtitle.toLowerCase())) return title
  return /[\p{P}]$/u.test(title) ? `${title} ${subtitle}` : `${title}: ${subtitle}`
}
