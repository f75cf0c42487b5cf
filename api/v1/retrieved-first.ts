/** `x-gloss-retrieve: first`: puts sources before the messages of a chat, and citations on its answer. */
import type { FastifyRequest } from 'fastify'
import { groundAnswer, type RetrievedFirst, retrieveFirst } from '../../app/ask/index.ts'
import { readableCorpus } from '../../app/proxy/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { isRecord } from '../../core/index.ts'
import type { GlossHeaders } from './gloss-headers.ts'
import type { JsonObject } from './json-object.ts'

/** A citation as in OpenAI's chat completions, so that clients show it as a link. */
export interface UrlCitation {
  readonly type: 'url_citation'
  readonly url_citation: {
    /** UTF-16 offsets of the mark, such as `[1]`, in the content. */
    readonly start_index: number
    readonly end_index: number
    readonly url: string
    readonly title: string
  }
}

/** How one choice of an answer used the sources. */
export interface Grounding {
  readonly annotations: readonly UrlCitation[]
  /** Result for the `gloss` object. */
  readonly answer: JsonObject
}

export interface FirstSources {
  /** The messages with the sources in front. */
  readonly messages: readonly unknown[]
  readonly corpus: string
  /** Question, answerability and sources for the `gloss` object. */
  readonly retrieved: JsonObject
  readonly count: number
  /** Calls made to find the sources. */
  readonly ledger: RetrievedFirst['ledger']
  ground(text: string): Grounding
}

/** Maximum number of sources of an answer. Chosen, not measured: some 1,500 tokens of units. */
const SOURCES = 8

/** Finds sources. Null if they are not requested, the chat has no question in words, or there is no corpus. Throws retrieval's errors. */
export async function sourcesFirst(
  gloss: Gloss,
  request: FastifyRequest,
  body: JsonObject | null,
  signal: AbortSignal,
): Promise<FirstSources | null> {
  const {
    'x-gloss-retrieve': when,
    'x-gloss-corpus': corpus,
    'x-gloss-backend': backend,
  } = request.headers as GlossHeaders
  const messages = body?.['messages']
  if (when !== 'first' || !Array.isArray(messages)) return null
  const question = lastQuestion(messages).slice(-gloss.config.maxQueryCharacters)
  if (question === '') return null
  const session = await readableCorpus(gloss, corpus)
  if (session === null) return null
  const first = await retrieveFirst(gloss, { session, question, k: SOURCES, backend }, signal)
  const links = createPageLinks(request, session.name)
  return {
    messages: withMessage(messages, first.message),
    corpus: session.name,
    retrieved: reported(first, links),
    count: first.sources.length,
    ledger: first.ledger,
    ground: (text) => grounding(text, first, links),
  }
}

/** Returns the text of the last message of a user; empty if there is none. */
export function lastQuestion(messages: readonly unknown[]): string {
  const last = messages.findLast((message) => isRecord(message) && message['role'] === 'user')
  const content = isRecord(last) ? last['content'] : ''
  if (typeof content === 'string') return content.trim()
  if (!Array.isArray(content)) return ''
  const texts = content.flatMap((part: unknown) =>
    isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : [],
  )
  return texts.join('\n').trim()
}

/** Adds text to the first system message, or a new one: many chat templates accept only one, in front. */
export function withMessage(messages: readonly unknown[], text: string): readonly unknown[] {
  const [first, ...others] = messages
  const isSystem = isRecord(first) && (first['role'] === 'system' || first['role'] === 'developer')
  if (!isSystem) return [{ role: 'system', content: text }, ...messages]
  const { content } = first
  if (typeof content === 'string') return [{ ...first, content: `${content}\n\n${text}` }, ...others]
  if (Array.isArray(content)) return [{ ...first, content: [...content, { type: 'text', text }] }, ...others]
  return [{ role: 'system', content: text }, ...messages]
}

function reported({ question, answerable, sources, shown }: RetrievedFirst, links: PageLinks): JsonObject {
  const linked = (of: typeof sources) => of.map((source) => ({ ...source, url: links.of(source) }))
  return { question, answerable, sources: linked(sources), shown: linked(shown) }
}

function grounding(text: string, first: RetrievedFirst, links: PageLinks): Grounding {
  const { sentences, unknownCitations, marks } = groundAnswer(text, first)
  return {
    annotations: marks.map(({ start, end, source }) => ({
      type: 'url_citation',
      url_citation: {
        start_index: start,
        end_index: end,
        url: links.of(source),
        title: [source.title, source.locator].filter((part) => part !== '').join(', '),
      },
    })),
    answer: { sentences, unknownCitations },
  }
}

type Source = RetrievedFirst['sources'][number]

interface PageLinks {
  of(source: Source): string
}

/** Returns links to pages under the name by which the client reached the server. */
function createPageLinks({ protocol, host }: FastifyRequest, corpus: string): PageLinks {
  return {
    of({ unit, paper, span }) {
      const place = new URLSearchParams({
        corpus,
        id: paper,
        unit,
        ...(span === null ? {} : { start: String(span[0]), end: String(span[1]) }),
      })
      return `${protocol}://${host}/#/paper?${place}`
    },
  }
}
