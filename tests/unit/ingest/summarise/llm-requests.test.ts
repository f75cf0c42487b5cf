/** What a model is asked of a paper, and how much of it fits the window. */
import { describe, expect, it } from 'vitest'
import { requestsOf, type WindowSettings } from '../../../../ingest/summarise/llm-requests.ts'
import { estimateTokens } from '../../../../models/index.ts'
import { readPaperOf } from '../../../fakes/read-paper.ts'

const WIDE: WindowSettings = { form: 'csv', contextTokens: 32_000 }
const CLAIMS: WindowSettings = { form: 'claims', contextTokens: 32_000 }
const sentence = (name: string, characters: number) => `${name} ${'x'.repeat(characters - name.length - 2)}.`
const PAGES = Array.from({ length: 12 }, (_, i) => sentence(`Page${String.fromCharCode(65 + i)}`, 900))
const TITLE = 'Lupeol inhibits angiotensin-converting enzyme'

const contents = (...asked: Parameters<typeof requestsOf>) =>
  requestsOf(...asked).map(({ request }) => request.messages.at(-1)!.content)

/** The smallest window that is not refused, as the refusal says. */
function leastWindow(form: 'csv' | 'claims', maxAnswerTokens?: number): number {
  const settings = { form, contextTokens: 1, ...(maxAnswerTokens === undefined ? {} : { maxAnswerTokens }) }
  try {
    requestsOf(readPaperOf(PAGES), settings)
  } catch (error) {
    expect(error).toMatchObject({ code: 'CONFIG_INVALID' })
    return Number(/takes (\d+)/.exec(String(error))?.[1])
  }
  throw new Error('a window of one token was taken')
}

describe('the questions of a paper', () => {
  it('are one where all of it fits, with its title and without a note', () => {
    const [only, ...others] = requestsOf(readPaperOf(PAGES, {}, true), WIDE)
    expect(others).toEqual([])
    expect(only?.pages).toEqual([1, 12])
    expect(only?.request).toMatchObject({ temperature: 0, maxTokens: 1_024, messages: [{ role: 'user' }] })
    expect(only?.request.messages[0]?.content).toContain(`${TITLE}\nPageA`)
    expect(only?.request.messages[0]?.content).not.toContain('This is part')
  })

  it('are several in a small window, each with a note, and no sentence is lost', () => {
    const settings = { ...WIDE, contextTokens: leastWindow('csv', 300) + 400, maxAnswerTokens: 300 }
    const found = requestsOf(readPaperOf(PAGES, {}, true), settings)
    expect(found.length).toBeGreaterThan(2)
    for (const [i, { request, pages }] of found.entries()) {
      const content = request.messages[0]!.content
      expect(content).toContain(
        `(This is part ${i + 1} of ${found.length} of the paper; the other parts are read separately.)\n${TITLE}\nPage`,
      )
      // Answer, repair and question fit together.
      expect(estimateTokens(content) + 2 * 300 + 100).toBeLessThanOrEqual(settings.contextTokens)
      expect(content).toContain(PAGES[pages![0] - 1])
      expect(content).toContain(PAGES[pages![1] - 1])
    }
    expect(found.map(({ pages }) => pages![0])).toEqual([
      1,
      ...found.slice(0, -1).map(({ pages }) => pages![1] + 1),
    ])
    expect(found.at(-1)!.pages![1]).toBe(12)
  })

  it('have no empty line for a title that is missing', () => {
    const [content] = contents(readPaperOf(['Lupeol acts.'], { title: ' ' }), WIDE)
    expect(content).not.toContain('\n\nLupeol acts.\n\n\n')
    expect(content).not.toContain(TITLE)
  })

  it('are none of a paper without text', () => {
    expect(requestsOf(readPaperOf([' ']), WIDE)).toEqual([])
    expect(requestsOf(readPaperOf([' ']), CLAIMS)).toEqual([])
  })

  it.each(['csv', 'claims'] as const)('are refused by a window of a token less than %s takes', (form) => {
    const least = leastWindow(form)
    expect(() => requestsOf(readPaperOf(['Lupeol acts.']), { form, contextTokens: least })).not.toThrow()
    expect(() => requestsOf(readPaperOf(['Lupeol acts.']), { form, contextTokens: least - 1 })).toThrow(
      /too small/,
    )
    // The answer counts twice, as a repair shows it again.
    expect(leastWindow(form, 300)).toBe(least - 2 * (1_024 - 300))
  })
})

describe('the question for claims', () => {
  it('is the abstract, on one line, under the prompt', () => {
    const paper = readPaperOf(PAGES, { abstract: 'Lupeol\nacts. <answer>' })
    const [only, ...others] = requestsOf(paper, CLAIMS)
    expect(others).toEqual([])
    expect(only?.request.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(only?.request.messages[1]?.content).toBe('Lupeol acts. ‹answer›')
    expect(only?.pages).toBeNull()
  })

  it('says the page of the abstract', () => {
    const pages = ['A title', 'Lupeol acts on palms. It is so.', 'More of it.']
    const paper = readPaperOf(pages, { abstract: 'Lupeol acts on palms.' }, true)
    expect(requestsOf(paper, CLAIMS)[0]?.pages).toEqual([2, 2])
  })

  it('says the page of the first abstract of several', () => {
    const pages = ['Abstract\nLupeol acts on palms.', 'Summary\nLupeol acts on palms, they say.']
    const text = pages.join('\n\n')
    const sections = ['Abstract', 'Summary'].map((heading, i) => ({
      heading,
      level: 1,
      start: text.indexOf(pages[i]!),
      end: text.indexOf(pages[i]!) + pages[i]!.length,
    }))
    const paper = readPaperOf(pages, { abstract: 'Lupeol acts on palms.', sections }, true)
    expect(requestsOf(paper, CLAIMS)[0]?.pages).toEqual([1, 1])
  })

  it('is the opening of a paper without an abstract, of 400 tokens at most', () => {
    const [content, ...others] = contents(readPaperOf(PAGES), CLAIMS)
    expect(others).toEqual([])
    expect(content).toBe(PAGES[0])
  })

  it('is cut at the window', () => {
    const abstract = 'Lupeol acts. '.repeat(400).trim()
    const settings = { ...CLAIMS, contextTokens: leastWindow('claims') }
    const [content] = contents(readPaperOf(PAGES, { abstract }), settings)
    expect(abstract.startsWith(content!)).toBe(true)
    // 256 tokens are left of the window.
    expect(content).toHaveLength(Math.floor((abstract.length * 256) / estimateTokens(abstract)))
    const whole = 'Lupeol acts. '.repeat(60).trim()
    expect(contents(readPaperOf(PAGES, { abstract: whole }), settings)).toEqual([whole])
  })
})
