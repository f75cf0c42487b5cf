/** What a model is asked of a paper, part by part, and what becomes of answers that cannot be read. */
import { describe, expect, it } from 'vitest'
import { askPoints } from '../../../../ingest/summarise/ask-points.ts'
import { requestsOf } from '../../../../ingest/summarise/llm-requests.ts'
import { createCachedChat, requestHash } from '../../../../models/index.ts'
import { chatAnswering } from '../../../fakes/answering-chat.ts'
import { memoryAnswerCache } from '../../../fakes/memory-answer-cache.ts'
import { readPaperOf } from '../../../fakes/read-paper.ts'

const signal = new AbortController().signal
const row = (quote: string, locator = 'N/A') => `N_A,N/A,${locator},N/A,"${quote}"`
const csv = (...rows: readonly string[]) => ['name,year,locator,topic,quote', ...rows].join('\n')
const points = (count: number, name = 'Point') =>
  csv(...Array.from({ length: count }, (_, i) => row(`${name} ${i}.`)))
const TITLE = 'Lupeol inhibits angiotensin-converting enzyme'
/** Three pages, each of which fills a part. */
const PAGES = ['A', 'B', 'C'].map((name) => `${`${name} word `.repeat(430).trim()}.`)
const LONG = readPaperOf(PAGES, {}, true)
const SHORT = readPaperOf(['Lupeol acts.'], {}, true)
const WIDE = { form: 'csv', contextTokens: 32_000 } as const
const NARROW = { form: 'csv', contextTokens: 2_500, maxAnswerTokens: 500 } as const

function asking(...answers: readonly string[]) {
  const chat = chatAnswering(...answers)
  const cache = memoryAnswerCache()
  const cached = createCachedChat(chat, cache, () => undefined)
  const ask = (paper = SHORT, settings: typeof WIDE | typeof NARROW = WIDE) =>
    askPoints(paper, { ...settings, chat: cached, model: 'tiny' }, signal)
  /** Whether an answer is still known, by request. */
  const known = () => chat.requests.map((request) => cache.answers.get(requestHash(chat.id, request)) !== '')
  return { ask, chat, known }
}

describe('a paper that fits one window', () => {
  it('is asked about once, and its points rest on all of its pages', async () => {
    const { ask, chat } = asking(csv(row('One.'), 'N_A,N/A,N/A,palms,"Two."'))
    expect(await ask()).toEqual({
      points: [
        { text: 'One.', topic: '', pages: [[1, 1]] },
        { text: 'Two.', topic: 'palms', pages: [[1, 1]] },
      ],
      losses: {},
    })
    expect(chat.requests).toEqual(requestsOf(SHORT, WIDE).map(({ request }) => request))
  })

  it('has points without pages where it has no pages', async () => {
    const { points: found } = await asking(points(1)).ask(readPaperOf(['Lupeol acts.']))
    expect(found).toEqual([{ text: 'Point 0.', topic: '', pages: [] }])
  })

  it('keeps all of its points, however many', async () => {
    const { ask, chat } = asking(points(9))
    expect((await ask()).points).toHaveLength(9)
    expect(chat.requests).toHaveLength(1)
  })

  it('is not asked about without text', async () => {
    const { ask, chat } = asking()
    expect(await ask(readPaperOf([' ']))).toEqual({ points: [], losses: { no_text: 1 } })
    expect(chat.requests).toEqual([])
  })
})

describe('an answer that cannot be read', () => {
  it('is shown to the model once more, and what that lost is counted', async () => {
    const { ask, chat, known } = asking('Sorry.', csv(row('One.'), row('')))
    expect(await ask()).toMatchObject({ points: [{ text: 'One.' }], losses: { empty_quote: 1 } })
    expect(chat.requests[1]!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(chat.requests[1]!.messages[1]!.content).toBe('Sorry.')
    expect(chat.requests[1]!.messages[2]!.content).toContain('five columns')
    expect(known()).toEqual([true, true])
  })

  it('fails the paper the second time, by its title, and both answers are forgotten', async () => {
    const { ask, chat, known } = asking('Sorry.', csv(row('')))
    await expect(ask()).rejects.toMatchObject({
      code: 'MODEL_ANSWER_INVALID',
      message: `tiny wrote no usable unit for "${TITLE}", even when asked to correct its answer (empty_quote 1, part_without_units 1)`,
      losses: { empty_quote: 1, part_without_units: 1 },
      facts: { model: 'tiny', paper: 'paper-of-a-test' },
    })
    expect(chat.requests).toHaveLength(2)
    expect(known()).toEqual([false, false])
  })

  it('fails a paper without a title by its id', async () => {
    await expect(asking('No.', 'No.').ask(readPaperOf(['Lupeol.'], { title: '' }))).rejects.toThrow(
      '"paper-of-a-test"',
    )
  })
})

describe('a paper of three parts', () => {
  it('is asked about part by part, and each point rests on the pages of its part', async () => {
    const { ask, chat } = asking(points(1, 'A'), points(1, 'B'), points(1, 'C'))
    expect(await ask(LONG, NARROW)).toEqual({
      points: ['A', 'B', 'C'].map((name, i) => ({
        text: `${name} 0.`,
        topic: '',
        pages: [[i + 1, i + 1]],
      })),
      losses: {},
    })
    expect(chat.requests).toHaveLength(3)
  })

  it('counts the parts without a point and what all of them lost, and keeps the others', async () => {
    const { ask, known } = asking(csv(row('One.'), row('')), csv(row(''), row('')), 'No.', points(1))
    const { points: found, losses } = await ask(LONG, NARROW)
    expect(found.map(({ text, pages }) => [text, pages])).toEqual([
      ['One.', [[1, 1]]],
      ['Point 0.', [[3, 3]]],
    ])
    expect(losses).toMatchObject({ empty_quote: 1, part_without_units: 1 })
    expect(known()).toEqual([true, true, true, true])
  })

  it('adds what its parts lost', async () => {
    const lossy = csv(row('One.'), row(''))
    expect((await asking(lossy, lossy, lossy).ask(LONG, NARROW)).losses).toEqual({ empty_quote: 3 })
  })

  it('fails where no part gave a point, and every answer is forgotten', async () => {
    const { ask, known } = asking('1', '2', '3', '4', '5', '6')
    await expect(ask(LONG, NARROW)).rejects.toMatchObject({ losses: { part_without_units: 3 } })
    expect(known()).toEqual([false, false, false, false, false, false])
  })
})

describe('points of several parts', () => {
  it('are merged where they are more than three, once where all of them fit', async () => {
    const merged = csv(row('One.', '1'), row('Two.', '2+4'), row('Three.', '3'), row('Four.', '4'))
    const { ask, chat } = asking(points(2, 'A'), points(2, 'B'), points(1, 'C'), merged)
    const { points: found, losses } = await ask(LONG, NARROW)
    expect(found.map(({ text, pages }) => [text, pages])).toEqual([
      ['One.', [[1, 1]]],
      ['Two.', [[1, 2]]],
      ['Three.', [[2, 2]]],
      ['Four.', [[2, 2]]],
    ])
    expect(losses).toEqual({})
    expect(chat.requests).toHaveLength(4)
    expect(chat.requests[3]!.messages[0]!.content).toContain(`${TITLE}\n1. A 0.\n2. A 1.\n3. B 0.`)
  })

  it('are merged in rounds where not all of them fit one window', async () => {
    const long = (name: string) =>
      csv(...Array.from({ length: 3 }, (_, i) => row(`${name}${i} ${'x'.repeat(700)}.`)))
    const answers = ['A', 'B', 'C'].map(long)
    const { ask, chat } = asking(...answers, ...Array.from({ length: 9 }, () => points(2, 'Merged')))
    const { points: found } = await ask(LONG, NARROW)
    // More than one question in the first round, and the points of all runs in the last.
    expect(chat.requests.length).toBeGreaterThan(5)
    expect(found.length).toBeLessThanOrEqual(3)
    expect(found.at(-1)!.pages.at(-1)).toEqual([1, 3])
  })

  it('fail the paper where they cannot be merged, and only that is asked anew', async () => {
    const { ask, known } = asking(points(2), points(2), csv(row('One.'), row('')), 'No.', csv(row('')))
    const failure = ask(LONG, NARROW)
    await expect(failure).rejects.toMatchObject({
      message: expect.stringContaining(`tiny could not merge the points of "${TITLE}"`),
      losses: { empty_quote: 2, points_not_merged: 5 },
    })
    expect(known()).toEqual([true, true, true, false, false])
  })
})
