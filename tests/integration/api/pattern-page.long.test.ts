/** Tests each pattern's demonstration on the page, in a real Chromium: in its own form, in words, and as wide as the window. */
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { serve } from '../../fixtures/served-samples.ts'
import { describeInBrowser, openWatchedPage } from '../../fixtures/watched-page.ts'

const LIMIT_MS = 90_000

describeInBrowser('patterns on the page', null, (ground) => {
  async function played(pattern: string): Promise<Page> {
    const served = await serve()
    onTestFinished(served.close)
    const origin = await served.server.listen({ host: '127.0.0.1', port: 0 })
    const page = await openWatchedPage(ground.browser, `${origin}/#/solve`, { width: 1280 })
    page.setDefaultTimeout(LIMIT_MS)
    await page.locator(`#solve-pattern option[value=${pattern}]`).waitFor({ state: 'attached' })
    await page.locator('#solve-pattern').selectOption(pattern)
    await page.getByText('Play a demonstration').click()
    await page.locator('.run[data-status=done]').waitFor()
    return page
  }

  const textsOf = (page: Page, selector: string) => page.locator(selector).allInnerTexts()

  it('ReThinker: paths as columns, the one that was chosen, and the rounds of the selector as a table', async () => {
    const page = await played('rethinker')
    expect(await textsOf(page, '.candidate h2')).toEqual([
      expect.stringMatching(/^Path 1\s*chosen in every round$/),
      'Path 2',
    ])
    expect(await page.locator('.run-answer h2').innerText()).toBe('Answer from path 1')
    expect(await textsOf(page, '.candidate:first-child h3')).toEqual([
      expect.stringContaining('Solved, round 1'),
      expect.stringContaining('Summary'),
      expect.stringContaining('Criticised, round 1'),
    ])
    expect(await textsOf(page, 'table[data-kind=selector-row] tbody tr')).toEqual([
      expect.stringMatching(/^1\s+1, 2\s+1\s+not given/),
      expect.stringMatching(/^2\s+2, 1\s+1\s+not given/),
    ])
    expect(await textsOf(page, '.ledger caption')).toEqual(['Model usage by role', 'Model usage by stage'])
    expect(await textsOf(page, '.ledger tbody th')).toContain('Selector, round 2')
  })

  it('SCHEMA: architecture, experts, synthesis and guard in this order, without JSON or paths', async () => {
    const page = await played('schema')
    const cards = await textsOf(page, '.card h3')
    expect(cards.map((heading) => heading.split('\n')[0])).toEqual([
      'Architecture',
      'Allocation',
      'Work',
      'Work',
      'Synthesis',
      'Guard',
      'Synthesis after the guard',
      'In form',
    ])
    for (const text of await textsOf(page, '.card .written')) expect(text).not.toMatch(/[{}]|_/)
    expect(await textsOf(page, '.report caption')).toEqual([
      'Architecture',
      'Experts, in the order in which they were asked',
      'Requirements, as they were judged',
      expect.stringContaining('Slots'),
    ])
    const writers = await textsOf(page, 'table[data-kind=slot-row] td:nth-child(3)')
    expect(writers).toContain('Work, expert 2')
    expect(writers.join()).not.toContain('/')
  })

  it.each(['hmaw', 'pace', 'phase', 'single'])(
    '%s: every answer as a card, and nothing wider than a narrow window',
    async (pattern) => {
      const page = await played(pattern)
      const calls = Number(
        await page.locator('.ledger').first().locator('tr:last-child td').first().innerText(),
      )
      expect(await page.locator('.card').count()).toBe(calls)
      await page.setViewportSize({ width: 390, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      const gaps = await page
        .locator('.card')
        .evaluateAll((nodes) =>
          nodes
            .slice(1)
            .map(
              (node, at) =>
                node.getBoundingClientRect().top - (nodes[at]?.getBoundingClientRect().bottom ?? 0),
            ),
        )
      for (const gap of gaps) expect(gap).toBeGreaterThan(4)
    },
  )
})
