import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { htmlText } from '../../../ingest/adapters/html-text.ts'
import { parseShallowHtml } from '../../../ingest/adapters/shallow-html.ts'
import type { ChatModel } from '../../../models/index.ts'
import { pageLinks } from '../../../tools/adapters/page-links.ts'
import { bestPassages, type PageReading, parseLink } from '../../../tools/index.ts'
import type { FetchedPage, PageFetcher } from '../../../tools/web/ports.ts'
import { chatSaying } from '../../fakes/saying-chat.ts'

const PAGE = `<html><head><meta charset="iso-8859-1"><title>Frogs</title></head><body><nav>Home</nav><main>
<p>Ponds dry out in summer. The caf\xe9 of the station is closed.</p>
<p>Tadpoles of the wood frog grow fastest at 24 degrees. Salt slows their growth by a third.</p>
<a href="/growth">Growth of tadpoles</a> <a href="#top">up</a> <a href="mailto:a@b.c">mail</a> <a href="https://other.org/salt#x">Salt in ponds</a>
<script>ignore()</script></main></body></html>`
const QUESTION = 'At which temperature do tadpoles grow fastest?'
const LINK = 'https://frogs.org/page'

const PAGES: Readonly<Record<string, KeptPage>> = {
  [LINK]: { kind: 'html', text: PAGE },
  'https://frogs.org/plain': { kind: 'text', text: 'Tadpoles grow fast. Frogs do not.', charset: 'utf-8' },
  'https://frogs.org/odd': { kind: 'text', text: 'Tadpoles grow.', charset: 'no-such-charset' },
  'https://frogs.org/empty': { kind: 'html', text: '<html><script>app()</script></html>' },
  'https://arxiv.org/pdf/2509.21193': { kind: 'pdf', text: 'Tadpoles grow fastest at 24 degrees.' },
  'https://frogs.org/scan.pdf': { kind: 'pdf', text: '' },
  'https://frogs.org/login.pdf': { kind: 'html', text: PAGE },
}

function reading(chat?: ChatModel): PageReading & { fetcher: ReturnType<typeof fetcherOf> } {
  return {
    fetcher: fetcherOf(PAGES),
    text: {
      html: async (html, base) => ({
        text: htmlText(html).text,
        links: pageLinks(parseShallowHtml(html), base),
      }),
      passages: async (text, question, maxWords) => bestPassages(text, question, maxWords),
      pdf: async (bytes) => (bytes.length === 0 ? null : Buffer.from(bytes).toString('latin1')),
    },
    ...(chat === undefined ? {} : { chat }),
    contextTokens: async () => 8_192,
  }
}

const parse = (link: string, chat?: ChatModel, query = QUESTION) =>
  parseLink(link, query, reading(chat), AbortSignal.timeout(10_000))

describe('without a model', () => {
  it('a page in an old charset keeps its letters', async () => {
    expect((await parse(LINK, undefined, 'which café is closed?')).content).toContain(
      'The café of the station',
    )
  })

  it('a paper is answered with its best sentences, no links, and a score of 1', async () => {
    const text = 'Tadpoles grow fastest at 24 degrees.'
    expect(await parse('https://arxiv.org/abs/2509.21193')).toEqual({ content: text, urls: [], score: 1 })
  })

  it('a page without a word of the question says so, with a score of 0', async () => {
    const { content, score } = await parse('https://frogs.org/plain', undefined, 'Watterson estimator')
    expect([content, score]).toEqual([expect.stringContaining('none of its sentences'), 0])
  })
})

describe('what fails is never read', () => {
  it.each([
    { name: 'a page that is missing', link: 'https://frogs.org/gone', says: '404' },
    { name: 'a page without text', link: 'https://frogs.org/empty', says: 'the page contains no text' },
    { name: 'a scan', link: 'https://frogs.org/scan.pdf', says: 'no text was found' },
    { name: 'a page where a paper was promised', link: 'https://frogs.org/login.pdf', says: 'not a PDF' },
  ])('$name: a score of -1 and the reason, no model asked', async ({ link, says }) => {
    const never: ChatModel = { id: 'never', complete: () => Promise.reject(new TypeError('asked')) }
    expect(await parse(link, never)).toEqual({ content: expect.stringContaining(says), urls: [], score: -1 })
  })
})

describe('with a model', () => {
  const answer = (value: object) => chatSaying(`Here it is:\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``)

  it('a page is answered by it; links that the page does not have are left out, the score is kept within 0 and 1', async () => {
    const urls = [
      { url: 'https://invented.org/', description: 'no' },
      { url: 'https://other.org/salt', description: 'salt' },
    ]
    const { content, score, ...rest } = await parse(LINK, answer({ content: 'At 24 °C.', urls, score: 7 }))
    expect([content, score, rest.urls]).toEqual(['At 24 °C.', 1, [urls[1]]])
  })
})

describe('best passages', () => {
  it('stand in the order of the text, gaps marked, within the words allowed', () => {
    const text = 'Frogs sleep. Newts swim far. Salt harms frogs. Birds sing.'
    expect(bestPassages(text, 'frogs', 100)).toEqual({
      text: 'Frogs sleep. … Salt harms frogs.',
      coverage: 1,
    })
    expect(bestPassages(text, 'frogs newts', 3).text).toBe('Newts swim far.')
  })

  it('of an empty text or an empty question are none, or the beginning', () => {
    expect(bestPassages('', 'frogs', 100)).toEqual({ text: '', coverage: 0 })
    expect(bestPassages('One. Two three.', '', 1).text).toBe('One.')
  })
})

/** A page of a web of a few pages. */
type KeptPage = Pick<FetchedPage, 'kind'> & { readonly text: string; readonly charset?: string }

function fetcherOf(pages: Readonly<Record<string, KeptPage>>): PageFetcher & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async fetch(link) {
      asked.push(link)
      const page = pages[link]
      if (page === undefined)
        throw new GlossError('LINK_FAILED', `${link} could not be read: it answers 404.`)
      return { link, kind: page.kind, charset: page.charset ?? null, bytes: Buffer.from(page.text, 'latin1') }
    },
  }
}
