/** Tests a service with three answering threads: the answers, and which thread gave them. */
import { expect, it } from 'vitest'
import { ingestPaths, loadConfig } from '../../../app/index.ts'
import { askedCorpora, openAnswerThreads } from '../../../app/wiring/index.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { type Json, type Service, sharedService } from '../../fixtures/service.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const WORDS = ['lupeol', 'IC50', 'AKT', 'bark', 'kinase', 'haplotype', 'lisinopril', 'blood pressure']
const BACKENDS = ['auto', 'walk', 'vanilla']

const papers = ['bark-extract-lupeol', 'akt1-allosteric'].map(samplePaper)
const alone = sharedService({ corpus: 'main' }, { papers })
const together = sharedService({ corpus: 'main', answerThreads: 3 }, { papers })

async function asked({ get }: Service, questions: readonly Record<string, string>[]): Promise<Json[]> {
  const answers = await Promise.all(questions.map((query) => get('/retrieve', query)))
  return answers.map(({ status, body }) => ({ status, ...body, tookMs: 0, stages: null }))
}

async function countsOf({ get }: Service): Promise<number[]> {
  const { text } = await get('/metrics')
  const rows = text.matchAll(/^gloss_retrieval_thread_answers_total\{thread="(\d)"\} (\d+)$/gm)
  return [...rows].sort().map(([, , count]) => Number(count))
}

it('answers simultaneous questions as one thread does, a share in each thread', async () => {
  const questions = BACKENDS.flatMap((backend) =>
    WORDS.map((word) => ({ q: `What is known of ${word}?`, backend, k: '4' })),
  )
  const answers = await asked(together, questions)
  expect(answers).toEqual(await asked(alone, questions))
  expect(answers.every(({ status, hits }) => status === 200 && hits.length === 4)).toBe(true)
  const counts = await countsOf(together)
  expect(counts).toHaveLength(3)
  for (const count of counts) expect(count).toBeGreaterThan(questions.length / 6)
  expect(await countsOf(alone)).toEqual([questions.length])
})

it('answers from a paper that was added since, in every thread', async () => {
  const request = { corpus: 'main', paths: [samplePaper('ace-haplotype-lisinopril')] }
  await ingestPaths(together.gloss, request, () => undefined, AbortSignal.timeout(60_000))
  const before = await countsOf(together)
  const questions = ['Who', 'Which patients', 'How many patients', 'What'].map((word) => ({
    q: `${word} had the ACE haplotype and lisinopril?`,
  }))
  for (const { hits } of await asked(together, questions)) expect(hits[0].title).toContain('ACE')
  const after = await countsOf(together)
  expect(after.every((count, thread) => count > before[thread]!)).toBe(true)
})

it('reports once that a thread fails at a question that the service answers', async () => {
  const config = loadConfig({ workspace: temporaryFolder(), answerThreads: 2 }, {})
  const notices: string[] = []
  const threads = openAnswerThreads(config, (notice) => notices.push(notice))
  const session = await askedCorpora(together.gloss, 'main')
  const ask = async (query: string) => {
    const signal = AbortSignal.timeout(60_000)
    return await Promise.all([1, 2].map(() => threads.answer(session, { query }, signal)))
  }
  const answers = [...(await ask('What is lupeol?')), ...(await ask('What is AKT?'))]
  await threads.close()
  expect(answers.map(({ thread }) => thread)).toEqual([0, 0, 0, 0])
  expect(notices).toEqual([
    expect.stringContaining("Thread 1 failed at a question that the service's own thread answered: "),
  ])
  expect(notices[0]).toContain('main')
})

it('reports a failing question as one thread does', async () => {
  const questions = [1, 2, 3, 4].map((n) => ({
    q: `What is number ${n}?`,
    backend: 'lightrag',
    fusion: 'rrf',
  }))
  const answers = await asked(together, questions)
  expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual(Array(4).fill('409 GRAPH_MISSING'))
})
