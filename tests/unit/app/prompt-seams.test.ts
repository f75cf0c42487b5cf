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

/** Makes a prompt with `text` wherever text of a paper, a page or a person is inserted. */
interface Seam {
  readonly name: string
  messages(text: string): Messages | Promise<Messages>
}

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

const SEAMS: readonly Seam[] = [
  {
    name: 'a statement of a source',
    messages: (text) => askMessages('Why?', [{ ...PLACE, n: 1, text, reading: null, title: 'T' }]),
  },
  {
    name: 'the title of a source',
    messages: (title) => askMessages('Why?', [{ ...PLACE, n: 1, text: 'So.', reading: null, title }]),
  },
  { name: 'the question of an answer', messages: (text) => askMessages(text, []) },
  {
    name: 'a statement before a chat',
    messages: (reading) =>
      system(retrievedMessage([{ ...PLACE, n: 1, text: 'So.', reading, title: reading }])),
  },
  { name: 'a web page', messages: (text) => pageMessages('Why?', text, []) },
  {
    name: 'a link of a web page',
    messages: (text) => pageMessages('Why?', 'So.', [{ url: 'https://a.org', text }]),
  },
  { name: 'the question about a web page', messages: (text) => pageMessages(text, 'So.', []) },
  { name: 'a paper from the web', messages: (text) => paperMessages(text, text) },
  { name: 'a passage for entities', messages: (text) => entityRequest(text, 100).messages },
  { name: 'a passage for triples', messages: (text) => tripleRequest(text, [text], 100).messages },
  { name: 'a fact to be filtered', messages: (text) => filterRequest('Why?', [[text, 'is', text]]).messages },
  { name: 'the question of a filter', messages: (text) => filterRequest(text, [['a', 'is', 'b']]).messages },
  {
    name: 'the question for keywords',
    messages: (text) =>
      askedBy((chat) =>
        modelKeywords(text, meteredChat({ open: () => chat, prices: new Map() }, undefined), NEVER),
      ),
  },
  {
    name: 'the question for SQL, and names of the corpus',
    messages: (question) =>
      promptFor(
        {
          question,
          values: { ...NO_VALUES, authors: [question], topics: [question] },
          examples: [],
          queries: QUERIES as never,
        },
        10_000,
      ),
  },
  {
    name: 'a unit to ask about',
    messages: (text) =>
      questionRequest({ unit: { id: 'u', text, reading: null } as never, title: text }).messages,
  },
  {
    name: 'a paper to be summarised',
    messages: (text) => messagesOf(requestsOf(readPaperOf([text]), { form: 'csv', ...WINDOW })),
  },
  {
    name: 'the title of a paper to be summarised',
    messages: (title) => messagesOf(requestsOf(readPaperOf(['So.'], { title }), { form: 'csv', ...WINDOW })),
  },
  {
    name: 'an abstract for claims',
    messages: (abstract) =>
      messagesOf(requestsOf(readPaperOf(['So.'], { abstract }), { form: 'claims', ...WINDOW })),
  },
  {
    name: 'points to be merged',
    messages: (text) =>
      messagesOf(
        mergeRequests(Array(5).fill({ text, topic: '', pages: [] }), text, { form: 'csv', ...WINDOW }),
      ),
  },
  {
    name: 'evidence for the injector',
    messages: (text) =>
      askedBy((chat) =>
        createModelInjector({ chat }).write(
          { text: 'So.', channel: 'text', doubt: '', queries: [text], evidence: [evidence('u', text)] },
          NEVER,
        ),
      ),
  },
  {
    name: 'evidence for the sifter',
    messages: (text) =>
      askedBy((chat) =>
        createModelSifter({ chat, modes: new Map() }).sift([text], [evidence('u', text)], NEVER),
      ),
  },
  {
    name: 'the question of a judge',
    messages: (text) =>
      askedBy((chat) =>
        createJudge({ chat, modes: new Map() }).judge({ question: text, response: 'So.', gold: text }, NEVER),
      ),
  },
  {
    name: 'the gold of Parser and Judge',
    messages: (text) =>
      askedBy((chat) =>
        createStarVerifier({ parser: chat, judge: chat, modes: new Map() }).verify(
          { output: 'So.', gold: text, type: 'text' },
          NEVER,
        ),
      ),
  },
  {
    name: 'the question of a check for contradictions',
    messages: (text) => consistencyRequest({ question: text, thought: 'So.', output: 'Thus.' }).messages,
  },
  {
    name: 'the seed and the examples of a synthesis',
    messages: (text) => {
      const settings = SynthesisSettings.parse({ examples: text })
      return synthesiserSpec('question/0', text, settings).messages
    },
  },
  {
    name: 'a statement, and its title, before the judge of a question',
    messages: (text) =>
      confirmRequest({ question: 'Why?', truth: 'So.' }, [
        { id: 'u', paper: 'p', title: text, page: 1, text },
      ]).messages,
  },
  { name: 'a text that phrases are taken from', messages: (text) => phrasesRequest(text).messages },
  {
    name: 'the question of a labeller',
    messages: (text) =>
      askedBy((chat) =>
        createLabeller({ chat, modes: new Map() }).label(
          { questionId: 'q', question: text, response: 'So.', gold: text },
          NEVER,
        ),
      ),
  },
  {
    name: 'the question of gradings',
    messages: (text) =>
      askedBy((chat) =>
        gradeAccuracies(chat, { question: text, gold: text, rationale: text }, ['So.'], NEVER),
      ),
  },
  {
    name: 'the question of a run',
    async messages(question) {
      const { promptsOf } = await runEigen1({}, { proposers: 2 }, {}, question)
      const roles = ['proposer', 'corrector', 'refiner', 'evaluator', 'ranker']
      return roles.flatMap((role) => promptsOf(role)).flatMap(system)
    },
  },
]

describe('control marks in a prompt', () => {
  test.each(SEAMS)('$name brings none', async ({ messages }) => {
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
