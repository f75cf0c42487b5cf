/** Converts records of public catalogues, Crossref and OpenAlex, to one form. */
import { z } from 'zod'
import type { Description } from '../../corpus/index.ts'

/** A work in a catalogue; its authors have their given names first. */
export interface CatalogueWork
  extends Pick<Description, 'doi' | 'title' | 'authors' | 'year' | 'publication'> {
  /** Subtitle, which some papers append after a colon and others omit. */
  readonly subtitle: string
}

/** A catalogue: the addresses of its queries and the format of its answers. */
export interface OnlineCatalogue {
  readonly name: string
  doiUrl(doi: string): URL
  titleUrl(title: string): URL
  /** Throws if the text is not an answer of this catalogue. */
  parse(text: string): CatalogueWork[]
}

export interface CatalogueOptions {
  readonly baseUrl: string
  /** Mail address sent with requests, which puts them into the polite pool; null sends none. */
  readonly mail: string | null
}

const CANDIDATES = '3'
const words = z.string().nullish()
const list = z.array(z.string().nullish()).nullish()

// https://api.crossref.org/swagger-ui/index.html
const CrossrefWork = z.object({
  DOI: words,
  title: list,
  subtitle: list,
  author: z.array(z.object({ given: words, family: words, name: words })).nullish(),
  issued: z.object({ 'date-parts': z.array(z.array(z.number().nullish())) }).nullish(),
  'container-title': list,
  volume: words,
  issue: words,
  page: words,
  'article-number': words,
})
const CrossrefAnswer = z.object({
  message: z.union([z.object({ items: z.array(CrossrefWork) }), CrossrefWork]),
})

// https://docs.openalex.org/api-entities/works/work-object
const OpenAlexWork = z.object({
  doi: words,
  title: words,
  authorships: z.array(z.object({ author: z.object({ display_name: words }).nullish() })).nullish(),
  publication_year: z.number().nullish(),
  primary_location: z.object({ source: z.object({ display_name: words }).nullish() }).nullish(),
  biblio: z.object({ volume: words, issue: words, first_page: words, last_page: words }).nullish(),
})
// A work has an id; otherwise any object would pass as one.
const OpenAlexAnswer = z.union([
  z.object({ results: z.array(OpenAlexWork) }),
  OpenAlexWork.extend({ id: z.string() }),
])

export function crossref({ baseUrl, mail }: CatalogueOptions): OnlineCatalogue {
  return {
    name: 'Crossref',
    doiUrl: (doi) => addressOf(baseUrl, `works/${encodeURIComponent(doi)}`, { mailto: mail }),
    titleUrl: (title) =>
      addressOf(baseUrl, 'works', { 'query.bibliographic': title, rows: CANDIDATES, mailto: mail }),
    parse(text) {
      const { message } = CrossrefAnswer.parse(JSON.parse(text))
      const works = 'items' in message ? message.items : [message]
      return works.map((work) => ({
        doi: work.DOI ?? null,
        title: plainText(work.title?.[0]),
        subtitle: plainText(work.subtitle?.[0]),
        authors: (work.author ?? []).map(nameOf).filter((name) => name !== ''),
        year: work.issued?.['date-parts'][0]?.[0] ?? null,
        publication: {
          journal: orNull(plainText(work['container-title']?.[0])),
          volume: work.volume ?? null,
          issue: work.issue ?? null,
          pages: work.page ?? work['article-number'] ?? null,
        },
      }))
    },
  }
}

export function openAlex({ baseUrl, mail }: CatalogueOptions): OnlineCatalogue {
  return {
    name: 'OpenAlex',
    doiUrl: (doi) => addressOf(baseUrl, `works/doi:${encodeURIComponent(doi)}`, { mailto: mail }),
    titleUrl: (title) => addressOf(baseUrl, 'works', { search: title, 'per-page': CANDIDATES, mailto: mail }),
    parse(text) {
      const answer = OpenAlexAnswer.parse(JSON.parse(text))
      const works = 'results' in answer ? answer.results : [answer]
      return works.map((work) => ({
        doi: work.doi?.replace(/^https?:\/\/(?:dx\.)?doi\.org\//i, '') ?? null,
        title: plainText(work.title),
        subtitle: '',
        authors: (work.authorships ?? []).flatMap(({ author }) => author?.display_name ?? []),
        year: work.publication_year ?? null,
        publication: {
          journal: work.primary_location?.source?.display_name ?? null,
          volume: work.biblio?.volume ?? null,
          issue: work.biblio?.issue ?? null,
          pages: pagesOf(work.biblio?.first_page, work.biblio?.last_page),
        },
      }))
    },
  }
}

function addressOf(base: string, path: string, query: Readonly<Record<string, string | null>>): URL {
  const url = new URL(path, base.endsWith('/') ? base : `${base}/`)
  for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value)
  return url
}

interface CrossrefName {
  readonly given?: string | null | undefined
  readonly family?: string | null | undefined
  readonly name?: string | null | undefined
}

function nameOf({ given, family, name }: CrossrefName): string {
  return plainText(name ?? [given, family].filter((part) => part != null && part !== '').join(' '))
}

function pagesOf(first: string | null | undefined, last: string | null | undefined): string | null {
  if (first == null) return null
  return last == null || last === first ? first : `${first}-${last}`
}

/** Removes markup such as `<i>` and `&amp;` from a title. */
function plainText(text: string | null | undefined): string {
  return (text ?? '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
