/**
 * Tests that texts of papers, pages and questions add no control mark to a prompt: a prompt has as many marks with a hostile text in it
 * as with a plain one.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askMessages, retrievedMessage } from '../../../answer/index.ts'
import { questionRequest } from '../../../comparison/index.ts'
import { defuseControlMarks } from '../../../core/index.ts'
import { entityRequest, filterRequest, tripleRequest } from '../../../graph/openie/prompts.ts'
import { requestsOf } from '../../../ingest/summarise/llm-requests.ts'
import { mergeRequests } from '../../../ingest/summarise/merge-points.ts'
import type { ChatMessage, ChatRequest } from '../../../models/index.ts'
import { createModelInjector, createModelSifter } from '../../../monitor/index.ts'
import {
  createJudge,
  createLabeller,
  gradeAccuracies,
} from '../../../packages/lab/evaluation/answers/index.ts'
import { createStarVerifier } from '../../../packages/lab/evaluation/index.ts'
import { consistencyRequest } from '../../../packages/lab/training/curation/consistency.ts'
import { SynthesisSettings } from '../../../packages/lab/training/index.ts'
import { confirmRequest, synthesiserSpec } from '../../../packages/lab/training/synthesis/attempt.ts'
import { phrasesRequest } from '../../../packages/lab/training/synthesis/synthesise.ts'
import { modelKeywords } from '../../../retrieval/lightrag/keywords.ts'
import { meteredChat } from '../../../retrieval/model-usage.ts'
import { promptFor } from '../../../retrieval/vanna/prompt.ts'
import { pageMessages, paperMessages } from '../../../tools/web/page-prompts.ts'
import { evidence, NEVER } from '../../fakes/fake-thinking.ts'
import { chatPlaying } from '../../fakes/playing-chat.ts'
import { readPaperOf } from '../../fakes/read-paper.ts'
import { runEigen1 } from '../../fixtures/eigen1-run.ts'
import { hostileText } from '../../fixtures/hostile-text.ts'

type Messages = readonly ChatMessage[]

/** Makes a prompt with a text wherever text of a paper, a page or a person is inserted. */
type Seam = (text: string) => Messages | Promise<Messages>

/** Returns the messages sent to a chat that records them and answers with nothing. */
async function askedBy(work: (chat: ReturnType<typeof listening>) => Promise<unknown>): Promise<Messages> {
  const chat = listening()
  await work(chat).catch(() => undefined)
  expect(chat.requests).not.toEqual([])
  return chat.requests.flatMap(({ messages }) => messages)
}

function listening() {
  const chat = chatPlaying()
  return {
    ...chat,
    async complete(request: ChatRequest) {
      for await (const _ of chat.stream(request, NEVER)) break
      return {
        text: '',
        finish: 'stop' as const,
        usage: { promptTokens: 1, completionTokens: 1, estimated: true },
      }
    },
  }
}

const messagesOf = (requests: readonly { readonly request: ChatRequest | null }[]) =>
  requests.flatMap(({ request }) => request?.messages ?? [])
const system = (content: string): Messages => [{ role: 'system', content }]
const PLACE = {
  ...{ unit: 'u', paper: 'p', year: 2000, locator: 'p. 1', page: 1, span: null },
  ...({ statement: 'So.', support: 'yes' } as const),
} as const
const WINDOW = { contextTokens: 16_000 }
const NO_VALUES = { names: [], namedUnits: 1, years: null, authors: [], topics: [], hasFacts: true }
const QUERIES = { views: [], functions: [], dialect: 'SQLite' }

const SEAMS: Readonly<Record<string, Seam>> = {
  'a statement of a source': (text) =>
    askMessages('Why?', [{ ...PLACE, n: 1, text, reading: null, title: 'T' }]),
  'the title of a source': (title) =>
    askMessages('Why?', [{ ...PLACE, n: 1, text: 'So.', reading: null, title }]),
  'the question of an answer': (text) => askMessages(text, []),
  'a statement before a chat': (reading) =>
    system(retrievedMessage([{ ...PLACE, n: 1, text: 'So.', reading, title: reading }])),
  'a web page': (text) => pageMessages('Why?', text, []),
  'a link of a web page': (text) => pageMessages('Why?', 'So.', [{ url: 'https://a.org', text }]),
  'the question about a web page': (text) => pageMessages(text, 'So.', []),
  'a paper from the web': (text) => paperMessages(text, text),
  'a passage for entities': (text) => entityRequest(text, 100).messages,
  'a passage for triples': (text) => tripleRequest(text, [text], 100).messages,
  'a fact to be filtered': (text) => filterRequest('Why?', [[text, 'is', text]]).messages,
  'the question of a filter': (text) => filterRequest(text, [['a', 'is', 'b']]).messages,
  'the question for keywords': (text) =>
    askedBy((chat) =>
      modelKeywords(text, meteredChat({ open: () => chat, prices: new Map() }, undefined), NEVER),
    ),
  'the question for SQL, and names of the corpus': (question) =>
    promptFor(
      {
        question,
        values: { ...NO_VALUES, authors: [question], topics: [question] },
        examples: [],
        queries: QUERIES as never,
      },
      10_000,
    ),
  'a unit to ask about': (text) =>
    questionRequest({ unit: { id: 'u', text, reading: null } as never, title: text }).messages,
  'a paper to be summarised': (text) =>
    messagesOf(requestsOf(readPaperOf([text]), { form: 'csv', ...WINDOW })),
  'the title of a paper to be summarised': (title) =>
    messagesOf(requestsOf(readPaperOf(['So.'], { title }), { form: 'csv', ...WINDOW })),
  'an abstract for claims': (abstract) =>
    messagesOf(requestsOf(readPaperOf(['So.'], { abstract }), { form: 'claims', ...WINDOW })),
  'points to be merged': (text) =>
    messagesOf(
      mergeRequests(Array(5).fill({ text, topic: '', pages: [] }), text, { form: 'csv', ...WINDOW }),
    ),
  'evidence for the injector': (text) =>
    askedBy((chat) =>
      createModelInjector({ chat }).write(
        { text: 'So.', channel: 'text', doubt: '', queries: [text], evidence: [evidence('u', text)] },
        NEVER,
      ),
    ),
  'evidence for the sifter': (text) =>
    askedBy((chat) =>
      createModelSifter({ chat, modes: new Map() }).sift([text], [evidence('u', text)], NEVER),
    ),
  'the question of a judge': (text) =>
    askedBy((chat) =>
      createJudge({ chat, modes: new Map() }).judge({ question: text, response: 'So.', gold: text }, NEVER),
    ),
  'the gold of Parser and Judge': (text) =>
    askedBy((chat) =>
      createStarVerifier({ parser: chat, judge: chat, modes: new Map() }).verify(
        { output: 'So.', gold: text, type: 'text' },
        NEVER,
      ),
    ),
  'the question of a check for contradictions': (text) =>
    consistencyRequest({ question: text, thought: 'So.', output: 'Thus.' }).messages,
  'the seed and the examples of a synthesis': (text) => {
    const settings = SynthesisSettings.parse({ examples: text })
    return synthesiserSpec('question/0', text, settings).messages
  },
  'a statement, and its title, before the judge of a question': (text) =>
    confirmRequest({ question: 'Why?', truth: 'So.' }, [{ id: 'u', paper: 'p', title: text, page: 1, text }])
      .messages,
  'a text that phrases are taken from': (text) => phrasesRequest(text).messages,
  'the question of a labeller': (text) =>
    askedBy((chat) =>
      createLabeller({ chat, modes: new Map() }).label(
        { questionId: 'q', question: text, response: 'So.', gold: text },
        NEVER,
      ),
    ),
  'the question of gradings': (text) =>
    askedBy((chat) => gradeAccuracies(chat, { question: text, gold: text, rationale: text }, ['So.'], NEVER)),
  'the question of a run': async (question) => {
    const { promptsOf } = await runEigen1({}, { proposers: 2 }, {}, question)
    const roles = ['proposer', 'corrector', 'refiner', 'evaluator', 'ranker']
    return roles.flatMap((role) => promptsOf(role)).flatMap(system)
  },
}

describe('control marks in a prompt', () => {
  test.each(Object.entries(SEAMS))('%s brings none', async (_, messages) => {
    const plain = marksIn(await messages('x'))
    await fc.assert(
      fc.asyncProperty(hostileText(), async (text) => {
        expect(marksIn(await messages(text))).toBe(plain)
      }),
      { numRuns: 40 },
    )
  })
})

/** Returns the number of characters of control marks. */
function marksIn(messages: Messages): number {
  const text = messages.map(({ content }) => content).join('\n\n')
  const defused = defuseControlMarks(text)
  return text.split('').filter((character, at) => character !== defused[at]).length
}
