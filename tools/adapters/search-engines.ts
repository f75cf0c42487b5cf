/** Search engines over HTTP: a self-hosted SearXNG, Brave's API, and SerpAPI (Google, as published: US, English). */
import { z } from 'zod'
import { askServer, GlossError, textOfBody } from '../../core/index.ts'
import type { SearchResult, WebSearch } from '../web/ports.ts'

export interface EngineOptions {
  /** Base address. Default: the service of the key. */
  readonly url?: string
}

interface Engine {
  readonly name: string
  readonly address: (keywords: string) => URL
  readonly headers?: Readonly<Record<string, string>>
  /** Returns the results from the service's answer. */
  readonly results: (answer: unknown) => readonly Omit<SearchResult, 'position'>[]
}

const MAX_RESULTS = 10
// A page of ten results has some 100 kB; a search is tried four times. Chosen, not measured.
const LIMITS = { maxBytes: 4_000_000, totalMs: 30_000 }
const text = z.string().default('')

const SearxngAnswer = z.object({
  results: z.array(z.object({ url: z.string(), title: text, content: text.nullable() })).default([]),
})
const BraveAnswer = z.object({
  web: z
    .object({ results: z.array(z.object({ url: z.string(), title: text, description: text })) })
    .optional(),
})
const SerpAnswer = z.object({
  organic_results: z.array(z.object({ link: z.string(), title: text, snippet: text })).default([]),
})

/** Opens a SearXNG, whose settings must enable the JSON format. */
export function openSearxng(url: string): WebSearch {
  return openEngine({
    name: 'searxng',
    address: (keywords) => addressOf(`${url.replace(/\/$/, '')}/search`, { q: keywords, format: 'json' }),
    results: (answer) =>
      SearxngAnswer.parse(answer).results.map(({ url: link, title, content }) => ({
        title,
        link,
        snippet: content ?? '',
      })),
  })
}

export function openBrave(
  key: string,
  { url = 'https://api.search.brave.com' }: EngineOptions = {},
): WebSearch {
  return openEngine({
    name: 'brave',
    address: (keywords) => addressOf(`${url}/res/v1/web/search`, { q: keywords, count: String(MAX_RESULTS) }),
    headers: { 'x-subscription-token': key },
    results: (answer) =>
      (BraveAnswer.parse(answer).web?.results ?? []).map(({ url: link, title, description }) => ({
        title,
        link,
        snippet: description,
      })),
  })
}

export function openSerp(key: string, { url = 'https://serpapi.com' }: EngineOptions = {}): WebSearch {
  const asked = { engine: 'google', num: String(MAX_RESULTS), hl: 'en', gl: 'us', api_key: key }
  return openEngine({
    name: 'serp',
    address: (keywords) => addressOf(`${url}/search.json`, { ...asked, q: keywords }),
    results: (answer) => SerpAnswer.parse(answer).organic_results,
  })
}

function addressOf(base: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

function openEngine({ name, address, headers = {}, results }: Engine): WebSearch {
  return {
    name,
    async search(keywords, signal) {
      try {
        const { status, body } = await askServer(address(keywords).href, {
          headers: { accept: 'application/json', ...headers },
          signal,
          limits: LIMITS,
        })
        const text = await textOfBody(body)
        if (status !== 200) throw new Error(`it answered with status ${status}`)
        return results(JSON.parse(text))
          .slice(0, MAX_RESULTS)
          .map(({ title, link, snippet }, i) => ({ position: i + 1, title, link, snippet }))
      } catch (error) {
        // Without the address, which may contain the key.
        const why =
          error instanceof z.ZodError ? 'its answer has an unexpected format' : (error as Error).message
        throw new GlossError('SEARCH_FAILED', `The search engine ${name} failed: ${why}.`, {}, error)
      }
    },
  }
}
