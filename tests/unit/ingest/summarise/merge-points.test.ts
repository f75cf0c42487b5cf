/** How the points of a paper's parts are shown to a model again, and what the rows of its answer rest on. */
import { describe, expect, it } from 'vitest'
import { type ModelPoint, mergedPoint, mergeRequests } from '../../../../ingest/summarise/merge-points.ts'
import { estimateTokens } from '../../../../models/index.ts'

const point = (text: string, ...pages: [number, number][]): ModelPoint => ({ text, topic: 'N/A', pages })
const points = (count: number, characters = 20) =>
  Array.from({ length: count }, (_, i) =>
    point(`${String.fromCharCode(65 + i)}${'x'.repeat(characters - 1)}`),
  )
const WIDE = { form: 'csv', contextTokens: 8_000, maxAnswerTokens: 300 } as const
const csvOf = (rows: number) =>
  [
    'name,year,locator,topic,quote',
    ...Array.from({ length: rows }, (_, i) => `N,2014,${i + 1},t,"Row ${i}."`),
  ].join('\n')

function contentOf(request: ReturnType<typeof mergeRequests>[number]): string {
  return request.request?.messages[0]?.content ?? ''
}

describe('points that are merged', () => {
  it('are asked about together, numbered, under the title', () => {
    const [only, ...others] = mergeRequests(points(5), 'On palms', WIDE)
    expect(others).toEqual([])
    const content = contentOf(only!)
    expect(content).toContain(`On palms\n1. A${'x'.repeat(19)}\n2. B`)
    expect(content).toContain('\n5. E')
    expect(content).not.toContain('6. ')
    expect(only?.request).toMatchObject({ temperature: 0, maxTokens: 300, messages: [{ role: 'user' }] })
    expect(contentOf(mergeRequests(points(5), '', WIDE)[0]!)).not.toContain('\n\n1. A')
  })

  it('are left as they are where three or fewer are there', () => {
    expect(mergeRequests(points(3), 'T', WIDE)).toEqual([{ points: points(3), request: null }])
    expect(mergeRequests(points(4), 'T', WIDE)[0]?.request).not.toBeNull()
    expect(mergeRequests([], 'T', WIDE)).toEqual([])
  })

  it('are cut into runs that fit the window, and none is lost or cut where it is short', () => {
    const many = points(26, 400)
    const found = mergeRequests(many, 'T', { ...WIDE, contextTokens: 2_200 })
    expect(found.length).toBeGreaterThan(1)
    expect(found.flatMap((run) => run.points)).toEqual(many)
    for (const run of found) {
      expect(estimateTokens(contentOf(run))).toBeLessThan(2_200 - 2 * 300)
      if (run.request !== null) for (const { text } of run.points) expect(contentOf(run)).toContain(text)
    }
  })

  it('are shown to a quarter of the window where they are longer, four of them at once', () => {
    const long = points(4, 20_000)
    const [only, ...others] = mergeRequests(long, '', { ...WIDE, contextTokens: 2_200 })
    expect(others).toEqual([])
    expect(only?.points).toEqual(long)
    const lines = contentOf(only!)
      .split('\n')
      .filter((line) => /^[1-4]\. /.test(line))
    expect(lines).toHaveLength(4)
    const tokens = lines.reduce((sum, line) => sum + estimateTokens(line), 0)
    expect(tokens).toBeLessThan(2_200 - 2 * 300)
    expect(new Set(lines.map(({ length }) => length)).size).toBe(1)
  })

  /** A window that leaves 300 tokens for points: the refusal says what one takes that leaves 256. */
  function windowOf300(): typeof WIDE {
    try {
      mergeRequests(points(4), '', { ...WIDE, contextTokens: 1 })
    } catch (error) {
      const contextTokens = Number(/takes (\d+)/.exec(String(error))![1]) + 300 - 256
      return { ...WIDE, contextTokens } as unknown as typeof WIDE
    }
    throw new Error('a window of one token was taken')
  }

  it('take three tokens each besides their text', () => {
    // 79 characters are 22 tokens: twelve times 25 are the room.
    const runs = mergeRequests(points(13, 79), '', windowOf300())
    expect(runs.map((run) => run.points.length)).toEqual([12, 1])
    // A quarter of 300 without 3 are 72 tokens, of the 5,556 of 20,000 characters.
    const [only] = mergeRequests(points(4, 20_000), '', windowOf300())
    expect(/^1\. (.*)$/m.exec(contentOf(only!))![1]).toHaveLength(Math.floor((20_000 * 72) / 5_556))
  })

  const answers = [
    { given: 4, rows: 3, isRead: true },
    { given: 4, rows: 4, isRead: false },
    { given: 6, rows: 5, isRead: true },
    { given: 6, rows: 6, isRead: false },
    { given: 20, rows: 6, isRead: true },
    { given: 20, rows: 7, isRead: false },
  ]
  it.each(answers)('$given become $rows: $isRead', ({ given, rows, isRead }) => {
    const [asked] = mergeRequests(points(given), '', WIDE)
    if (asked?.request == null) throw new Error('not asked')
    const read = asked.reader.rowsOf(csvOf(rows))
    expect(read.rows?.length ?? null).toBe(isRead ? rows : null)
    expect(asked.reader.repairInstruction).toContain('around 3 rows')
    expect(asked.reader.repairInstruction).toContain(`more than ${Math.min(6, given - 1)} are not accepted`)
  })

  it('are not read from an answer without rows', () => {
    const [asked] = mergeRequests(points(4), '', WIDE)
    if (asked?.request == null) throw new Error('not asked')
    expect(asked.reader.rowsOf('Sorry.').rows).toBeNull()
  })
})

describe('the pages of a merged point', () => {
  const sources = [point('A', [1, 3]), point('B', [4, 6]), point('C', [9, 9]), point('D')]
  const pagesOf = (locator: string, from: readonly ModelPoint[] = sources) =>
    mergedPoint({ text: 'Row.', topic: 't', locator }, from).pages

  const cases = [
    { name: 'those of the point it names', locator: 'point 3', pages: [[9, 9]] },
    { name: 'joined where they touch', locator: '2, 1', pages: [[1, 6]] },
    {
      name: 'in the order of the paper',
      locator: '3 and 1',
      pages: [
        [1, 3],
        [9, 9],
      ],
    },
    { name: 'once for a point named twice', locator: '1, 1', pages: [[1, 3]] },
    { name: 'without numbers that are no point', locator: '0, 3, 17', pages: [[9, 9]] },
    {
      name: 'all where it names none',
      locator: 'N/A',
      pages: [
        [1, 6],
        [9, 9],
      ],
    },
    {
      name: 'all where it names no point',
      locator: '17',
      pages: [
        [1, 6],
        [9, 9],
      ],
    },
    { name: 'none where its point has none', locator: '4', pages: [] },
  ]
  it.each(cases)('are $name', ({ locator, pages }) => {
    expect(pagesOf(locator)).toEqual(pages)
  })

  it('are the wider ones where one range lies within another', () => {
    expect(pagesOf('1, 2', [point('A', [1, 9]), point('B', [2, 3])])).toEqual([[1, 9]])
    expect(pagesOf('1, 2', [point('A', [1, 3]), point('B', [5, 6])])).toEqual([
      [1, 3],
      [5, 6],
    ])
    expect(pagesOf('1, 2', [point('A', [1, 3]), point('B', [2, 6])])).toEqual([[1, 6]])
  })

  it('go with text and topic of the row, and change no source', () => {
    const before = structuredClone(sources)
    expect(mergedPoint({ text: 'Row.', topic: 't', locator: '1, 2' }, sources)).toEqual({
      text: 'Row.',
      topic: 't',
      pages: [[1, 6]],
    })
    expect(sources).toEqual(before)
  })
})
