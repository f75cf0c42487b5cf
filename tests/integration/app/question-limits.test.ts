/** A question is limited where it is asked, whoever asks, and many questions never keep others waiting. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareAnswers, executeCode } from '../../../app/index.ts'
import type { CodeResult, CodeRunner } from '../../../tools/index.ts'
import { type Served, serveSamples } from '../../fixtures/served-samples.ts'
import { turnsWhile } from '../../fixtures/turns.ts'

const never = new AbortController().signal
const MOST = 4_000
const LONG = 'Is lupeol an inhibitor? '.repeat(MOST).slice(0, MOST + 1)
const REFUSED = { code: 'INPUT_INVALID', facts: { field: 'query' } }

let served: Served
beforeAll(async () => {
  served = await serveSamples({ execute: true, maxQueryCharacters: MOST })
})
afterAll(() => served.close())

describe('a question that is longer than the configuration allows', () => {
  it.each(['auto', 'words', 'vanilla', 'hybrid', 'walk'] as const)('is refused by %s', async (backend) => {
    const session = await served.gloss.session()
    await expect(session.retrieve({ query: LONG, backend })).rejects.toMatchObject(REFUSED)
    const { hits } = await session.retrieve({ query: LONG.slice(0, MOST), backend })
    expect(hits.length).toBeGreaterThan(0)
  })

  it('is refused in a comparison', async () => {
    const asked = { queries: ['lupeol', LONG], backends: ['words', 'walk'] as const }
    await expect(compareAnswers(served.gloss, asked, never)).rejects.toMatchObject(REFUSED)
  })

  it('is refused where code in a sandbox asks it', async () => {
    const search = async (query: string): Promise<CodeResult> => {
      const gloss = { ...served.gloss, sandbox: async () => sandboxAsking(query) }
      return executeCode(gloss, { code: 'search_local_documents(query)' }, never)
    }
    await expect(search(LONG)).rejects.toMatchObject(REFUSED)
    expect((await search(LONG.slice(0, MOST))).output).not.toBe('')
  })

  it('spoils its batch, which names the limit', async () => {
    const payload = { queries: ['lupeol', LONG] }
    const answer = await served.server.inject({ method: 'POST', url: '/retrieve', payload })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain(String(MOST))
  })
})

/** Its guest asks one question: real ones are slow to start, and make a traceback for the guest of the error that we look for. */
function sandboxAsking(query: string): CodeRunner {
  return {
    name: 'bubblewrap',
    async run(_, { functions, signal }) {
      const found = await functions?.['search_local_documents']?.call([query], signal ?? never)
      return { output: String(found), error: null, executionTime: 0, truncated: false }
    },
    openSession: () => {
      throw new Error('No session was asked for')
    },
    close: async () => undefined,
  }
}

const questionsOn = (subject: string) =>
  Array.from({ length: 40 }, (_, at) => `does ${subject} lower the pressure in group ${at}?`)

describe('between two questions of a batch', () => {
  it.each([
    {
      name: '/retrieve',
      ask: (queries: string[]) =>
        served.server.inject({ method: 'POST', url: '/retrieve', payload: { queries, backend: 'words' } }),
    },
    {
      name: 'a comparison',
      ask: (queries: string[]) => compareAnswers(served.gloss, { queries, backends: ['words'] }, never),
    },
  ])('others have their turns: $name', async ({ ask }) => {
    // What is loaded with the first question gives turns of its own.
    await ask(questionsOn('quercetin'))
    expect(await turnsWhile(() => ask(questionsOn('lupeol')))).toBeGreaterThanOrEqual(40)
  })
})
