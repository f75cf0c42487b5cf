/** Tests every view of the page, in a real Chromium: accessible in light and dark, no wider than a phone, idle once left. */
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { ingestPaths } from '../../../app/index.ts'
import { startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { madePdf } from '../../fixtures/made-pdf.ts'
import { serveSamples } from '../../fixtures/served-samples.ts'
import { describeInBrowser, openWatchedPage } from '../../fixtures/watched-page.ts'

const CHEMICAL_NAME =
  '3-[(4-methylphenyl)methylene]bicyclo[2.2.1]heptan-2-one-1,7,7-trimethyl-5,6-dihydrobenzo[de]isoquinoline-1,3-dione'
const QUESTION = 'Which IC50 did the bark extract show?'
const PHONE_PIXELS = 390
/** Script in the page: waits for a time in which an unwanted drawing would be made. */
const SETTLED = 'new Promise((done) => setTimeout(done, 1_000))'

/** Returns a paper whose title and sentences contain a name too long for a line on a phone. */
function chemistsPaper(): Buffer {
  const text = [
    CHEMICAL_NAME,
    'Abstract',
    `The compound ${CHEMICAL_NAME} absorbs at 365 nm.`,
    'It was dissolved in ethanol and its absorption was measured at 25 degrees for one hour.',
    `The absorption of ${CHEMICAL_NAME} did not fade in the light of a lamp of 40 watts.`,
    'All measurements were repeated three times with new samples of the same compound.',
  ]
  const lines = text.map((line, at) => ({ text: line, x: 40, y: 780 - 40 * at, size: at === 0 ? 9 : 7 }))
  return madePdf([{ lines }])
}

describeInBrowser('every view of the page', serveSamples, (ground) => {
  let chemists = ''

  beforeAll(async () => {
    const { gloss, server } = ground.served
    const path = join(gloss.config.workspace, 'absorption.pdf')
    writeFileSync(path, chemistsPaper())
    await ingestPaths(gloss, { paths: [path], topic: 'none' }, () => undefined, AbortSignal.timeout(60_000))
    const { papers } = (await server.inject('/papers?state=kept&limit=100')).json()
    chemists = papers.find((paper: { path: string }) => paper.path === basename(path)).id
  })

  const about = (q: string) => new URLSearchParams({ q })
  const VIEWS: readonly { readonly view: string; readonly address: () => string; readonly shown: string }[] =
    [
      { view: 'ask', address: () => 'ask', shown: '#ask .contents li' },
      { view: 'an answer', address: () => `ask?${about(QUESTION)}`, shown: '.cited-paper .page-preview' },
      {
        view: 'no answer',
        address: () => `ask?${about('Who won the world cup of 1954?')}`,
        shown: '.unanswered',
      },
      {
        view: 'a chemical name asked for',
        address: () => `ask?${about(`${CHEMICAL_NAME} absorption`)}`,
        shown: '.cited-paper',
      },
      { view: 'search', address: () => 'search', shown: '#search .contents li' },
      { view: 'hits', address: () => `search?${about(QUESTION)}`, shown: '.hit .page-preview' },
      { view: 'a chemical name searched', address: () => `search?${about(CHEMICAL_NAME)}`, shown: '.hit' },
      {
        view: 'a paper',
        address: () => `paper?${new URLSearchParams({ id: chemists })}`,
        shown: '.paper-page',
      },
      { view: 'solve', address: () => 'solve', shown: '#solve-runs p, #solve-runs li' },
      { view: 'graph', address: () => 'graph', shown: '.names-index li' },
      {
        view: 'a graph',
        address: () => `graph?${new URLSearchParams({ query: QUESTION })}`,
        shown: '.plate[data-state]',
      },
      { view: 'check', address: () => 'check', shown: '#check-file' },
      { view: 'compare', address: () => 'compare', shown: '#compare-q' },
      { view: 'a comparison', address: () => `compare?${about(CHEMICAL_NAME)}`, shown: '.side-by-side li' },
      {
        view: 'a table',
        address: () => `table?${new URLSearchParams({ columns: 'dose, species' })}`,
        shown: '.paper-table td button',
      },
      { view: 'gate', address: () => 'gate', shown: '#decisions table' },
      { view: 'add', address: () => 'add', shown: '#drop' },
    ]

  /** Waits for the first match and, if it shows a picture of a page, scrolls it into view and waits for the picture. */
  async function showPicture(page: Page, shown: string): Promise<void> {
    await page.locator(shown).first().waitFor({ state: 'attached' })
    if (!/page-preview|paper-page/.test(shown)) return await page.locator(shown).first().waitFor()
    await page.locator(shown).first().scrollIntoViewIfNeeded()
    await page.locator(`${shown}[data-state]`).first().waitFor()
  }

  async function open(
    view: (typeof VIEWS)[number],
    options: Parameters<typeof openWatchedPage>[2],
  ): Promise<Page> {
    const page = await openWatchedPage(ground.browser, `${ground.origin}/#/${view.address()}`, options)
    await showPicture(page, view.shown)
    return page
  }

  async function findings(page: Page): Promise<string[]> {
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  }

  it.for(VIEWS)('is accessible in light and in dark: $view', async (view) => {
    const page = await open(view, { colorScheme: 'light' })
    expect(await findings(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findings(page)).toEqual([])
  })

  it('is accessible with a marked page or a citation open', async () => {
    const page = await open(VIEWS[1]!, {})
    await page.locator('.page-preview[data-state]').first().click()
    await page.locator('#page-dialog .sheet img').waitFor()
    expect(await findings(page)).toEqual([])
    await page.goto(`${ground.origin}/#/${VIEWS[7]!.address()}`)
    await page.getByText('Cite this paper').click()
    await page.locator('.entry', { hasText: '@' }).waitFor()
    expect(await findings(page)).toEqual([])
  })

  it('is accessible, and no wider than a phone, after a model has answered', async () => {
    await using model = await startScriptedServer({
      answers: () => ({
        text: `It showed an IC50 of 18.4 µg/mL [1, 2]. ${CHEMICAL_NAME} cures all [1]. And more [9].`,
      }),
    })
    const own = await serveSamples({ llmUrl: model.url, llmModel: 'scripted' })
    onTestFinished(own.close)
    const from = await own.server.listen({ host: '127.0.0.1', port: 0 })
    const page = await openWatchedPage(ground.browser, `${from}/#/ask?${about(QUESTION)}`, {
      width: PHONE_PIXELS,
    })
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.locator('.unsupported').first().waitFor()
    await showPicture(page, '.page-preview')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE_PIXELS)
    expect(await findings(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findings(page)).toEqual([])
  })

  it('is accessible, and no wider than a phone, after a run of the solver', async () => {
    const run = await ground.served.server.inject({ method: 'POST', url: '/solve/demonstration' })
    const address = `${ground.origin}/#/solve?run=${run.json().id}`
    const page = await openWatchedPage(ground.browser, address, { width: PHONE_PIXELS })
    await page.locator('.run[data-status=done]').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE_PIXELS)
    expect(await findings(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findings(page)).toEqual([])
  })

  it.for(VIEWS)('is no wider than a phone: $view', async (view) => {
    const page = await open(view, { width: PHONE_PIXELS })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE_PIXELS)
  })

  it('complains of nothing when views are left while they are drawn', async () => {
    const page = await openWatchedPage(ground.browser, ground.origin)
    const places = [...VIEWS, ...VIEWS.toReversed()].map(({ address }) => address())
    for (const place of places) {
      await page.evaluate(`location.hash = ${JSON.stringify(`#/${place}`)}`)
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
    await page.evaluate(SETTLED)
  })

  it('asks of a corpus only once it knows which there are', async () => {
    const page = await openWatchedPage(ground.browser, 'about:blank')
    const known = Promise.withResolvers<void>()
    await page.route(`${ground.origin}/corpora`, async (route) => {
      await known.promise
      await route.continue()
    })
    const asked = page.waitForRequest(`${ground.origin}/corpora`)
    await page.goto(ground.origin, { waitUntil: 'commit' })
    await asked
    await page.evaluate(`location.hash = ${JSON.stringify(`#/${VIEWS[1]!.address()}`)}`)
    await page.evaluate(SETTLED)
    known.resolve()
    await page.locator(VIEWS[1]!.shown).first().waitFor({ state: 'attached' })
  })

  it.for(['graph?*', 'vendor/sigma.js'])(
    'draws no graph whose %s arrives after the view was left',
    async (late) => {
      const page = await openWatchedPage(ground.browser, `${ground.origin}/#/gate`)
      const left = Promise.withResolvers<void>()
      await page.route(`${ground.origin}/${late}`, async (route) => {
        await left.promise
        await route.continue()
      })
      const asked = page.waitForRequest(`${ground.origin}/${late}`)
      await page.evaluate(`location.hash = ${JSON.stringify(`#/${VIEWS[10]!.address()}`)}`)
      await asked
      await page.evaluate("location.hash = '#/gate'")
      await page.locator('#decisions table').waitFor()
      left.resolve()
      await page.evaluate(SETTLED)
      expect(await page.locator('#graph .failure, canvas').count()).toBe(0)
    },
  )

  it('draws no more on a graph that was left', async () => {
    const page = await open(VIEWS[10]!, {})
    await page.evaluate("location.hash = '#/gate'")
    await page.locator('#decisions table').waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 900, height: 700 })
    await page.evaluate(SETTLED)
  })
})
