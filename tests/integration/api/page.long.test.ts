/** The page as a person uses it, in a real Chromium. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumPath, openBrowser } from '../../../scripts/lib/browser.ts'
import { type Served, samplePaper, serve, serveSamples } from '../../../scripts/lib/served-samples.ts'

const QUESTION = 'which IC50 did the bark extract show?'
const STEP_LIMIT_MS = 15_000
const KEY = 'correct horse battery'
const name =
  chromiumPath === undefined ? 'the page (skipped: no Chromium; apt-get install chromium)' : 'the page'

describe.skipIf(chromiumPath === undefined)(name, () => {
  let served: Served
  let origin: string
  let browser: Browser

  beforeAll(async () => {
    served = await serveSamples()
    origin = await served.server.listen({ host: '127.0.0.1', port: 0 })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  /** A page that must end without a complaint in its console. */
  async function open(address: string): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
    page.setDefaultTimeout(STEP_LIMIT_MS)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    onTestFinished(async () => {
      expect(complaints).toEqual([])
      await page.close()
    })
    await page.goto(address)
    return page
  }

  it('shows what there is to ask about, and searches it', async () => {
    const page = await open(origin)
    await page.locator('.contents li').first().waitFor()
    expect(await page.locator('.contents li').count()).toBe(12)
    expect(await page.locator('#counts').textContent()).toMatch(/^12 papers, 3 left out/)
    await page.getByRole('searchbox', { name: 'Question' }).fill(QUESTION)
    await page.keyboard.press('Enter')
    const hit = page.locator('.hit').first()
    await hit.waitFor()
    expect(await hit.locator('h2').textContent()).toBe(
      'Cytotoxic triterpenes from the stem bark of Terminalia lacustris 2016',
    )
    expect(await hit.locator('mark').textContent()).toContain('IC50 of 18.4')
    expect(await hit.locator('.why').textContent()).toContain('bark')
    expect(page.url()).toContain('q=which+IC50')
  })

  it('marks the sentence on the picture of its page, and enlarges it', async () => {
    const page = await open(`${origin}/#/search?${new URLSearchParams({ q: QUESTION })}`)
    const slip = page.locator('.hit').first().locator('.slip[data-state=drawn]')
    await slip.waitFor()
    const picture = await slip.locator('img').evaluate(async (node) => {
      const image = node as unknown as { decode(): Promise<void>; readonly naturalWidth: number }
      await image.decode()
      return image.naturalWidth
    })
    expect(picture).toBe(1100)
    const frame = await slip.boundingBox()
    const mark = await slip.locator('.marks rect').first().boundingBox()
    expect(frame).not.toBeNull()
    expect(mark!.x).toBeGreaterThanOrEqual(frame!.x)
    expect(mark!.y).toBeGreaterThan(frame!.y)
    expect(mark!.y + mark!.height).toBeLessThan(frame!.y + frame!.height)
    await slip.click()
    await page.locator('#page-dialog .sheet img').waitFor()
    expect(await page.locator('#page-dialog .caption').textContent()).toContain('page 1')
    await page.keyboard.press('Escape')
    expect(await page.locator('#page-dialog').isVisible()).toBe(false)
  })

  it('overrules the gate and takes it back', async () => {
    const page = await open(`${origin}/#/gate`)
    const row = page.locator('tr', { hasText: 'medieval trade law' })
    await row.getByRole('button').click()
    await row.getByText('kept by hand').waitFor()
    await page.getByText('13 papers, 2 left out').waitFor()
    expect(await page.locator('.histogram svg').count()).toBe(1)
    await row.getByRole('button', { name: /^Undo/ }).click()
    await row.getByText('dropped: off topic').waitFor()
  })

  it('takes papers in and shows what becomes of each', async () => {
    const own = await serve()
    onTestFinished(own.close)
    const page = await open(`${await own.server.listen({ host: '127.0.0.1', port: 0 })}/`)
    await page.getByText('There are no papers yet').waitFor()
    await page.locator('nav').getByText('Add papers').click()
    await page
      .locator('#files')
      .setInputFiles(['akt1-allosteric', 'football-expected-goals'].map(samplePaper))
    await page.getByText('Done: 1 of 2 papers kept').waitFor()
    const states = await page.locator('.job li .state').allTextContents()
    expect(states[0]).toMatch(/^kept, \d+ units$/)
    expect(states[1]).toBe('dropped: off topic')
    await page.getByText('1 paper, 1 left out').waitFor()
  })

  it('asks for the key where the server has one, and keeps it for the tab', async () => {
    const own = await serve({ key: KEY }, { papers: [samplePaper('bark-extract-lupeol')] })
    onTestFinished(own.close)
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    await page.goto(await own.server.listen({ host: '127.0.0.1', port: 0 }))
    await page.getByLabel(/^Key/).fill(KEY)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('1 paper, 0 left out').waitFor()
    await page.reload()
    await page.locator('.contents li').waitFor()
  })

  it('says what to do about a question that is too long', async () => {
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    await page.goto(`${origin}/#/search?${new URLSearchParams({ q: 'x'.repeat(4_001) })}`)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('Correct the named field')
  })
})
