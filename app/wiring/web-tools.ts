/** Opens web tools by the configuration: a search engine if one is named, and pages read by the chat model or by their best passages. */
import type { Ledger } from '../../models/index.ts'
import { openBrave, openSearxng, openSerp } from '../../tools/adapters/search-engines.ts'
import type { PageReading, WebSearch } from '../../tools/index.ts'
import type { Config } from '../config/config.ts'
import { hasChat } from './chat-models.ts'
import type { Gloss } from './gloss.ts'

/** Returns the first search engine that is set; null if none is. */
export function openSearch({ searchUrl, braveKey, serpKey }: Config): WebSearch | null {
  if (searchUrl !== undefined) return openSearxng(searchUrl)
  if (braveKey !== undefined) return openBrave(braveKey)
  return serpKey === undefined ? null : openSerp(serpKey)
}

/** Opens the page reader. Its model calls are counted in `ledger`. */
export function openPageReading(
  gloss: Pick<Gloss, 'config' | 'chats' | 'pdf' | 'pages' | 'webPages'>,
  ledger?: Ledger | undefined,
): PageReading {
  const { config, chats } = gloss
  return {
    fetcher: gloss.pages,
    text: {
      html: (html, base, signal) => gloss.webPages().html(html, base, signal),
      passages: (...asked) => gloss.webPages().passages(...asked),
      pdf: (bytes, signal) => pdfText(gloss, bytes, signal),
    },
    ...(hasChat(config, 'reader')
      ? { chat: chats.open('Answers about web pages', { role: 'reader', ledger }) }
      : {}),
    contextTokens: async () => (await chats.window('reader')).tokens,
  }
}

async function pdfText(
  gloss: Pick<Gloss, 'pdf'>,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<string | null> {
  const source = {
    path: 'web.pdf',
    format: 'pdf',
    document: null,
    known: {},
    read: async () => bytes,
  } as const
  const reading = await gloss.pdf().read(source, bytes, signal)
  return reading.ok ? reading.pages.map(({ text }) => text).join('\n\n') : null
}
