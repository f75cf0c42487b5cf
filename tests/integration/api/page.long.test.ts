/** The page as a person uses it, in a real Chromium. */
import { expect, it, onTestFinished } from 'vitest'
import { samplePaper, serve, serveSamples } from '../../fixtures/served-samples.ts'
import { describeInBrowser, openWatchedPage } from '../../fixtures/watched-page.ts'

const QUESTION = 'which IC50 did the bark extract show?'
const KEY = 'correct horse battery'

describeInBrowser('the page', serveSamples, (ground) => {
  const open = (address: string) => openWatchedPage(ground.browser, address)

  it('shows what there is to ask about, and searches it', async () => {
    const page = await open(`${ground.origin}/#/search`)
    await page.locator('#search .contents li').first().waitFor()
    expect(await page.locator('#search .contents li').count()).toBe(12)
    expect(await page.locator('#counts').textContent()).toMatch(/^12 papers, 3 dropped/)
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
    const titles = await page.locator('.hit h2').allTextContents()
    expect(new Set(titles).size).toBeLessThan(titles.length)
  })

  it('marks the sentence on the picture of its page, and enlarges it', async () => {
    const page = await open(`${ground.origin}/#/search?${new URLSearchParams({ q: QUESTION })}`)
    const preview = page.locator('.hit').first().locator('.page-preview[data-state=drawn]')
    await preview.waitFor()
    const picture = await preview.locator('img').evaluate(async (node) => {
      const image = node as unknown as { decode(): Promise<void>; readonly naturalWidth: number }
      await image.decode()
      return image.naturalWidth
    })
    // The next larger width of the available ones.
    expect(picture).toBe(1200)
    const frame = await preview.boundingBox()
    const mark = await preview.locator('.marks rect').first().boundingBox()
    expect(frame).not.toBeNull()
    expect(mark!.x).toBeGreaterThanOrEqual(frame!.x)
    expect(mark!.y).toBeGreaterThan(frame!.y)
    expect(mark!.y + mark!.height).toBeLessThan(frame!.y + frame!.height)
    await preview.click()
    await page.locator('#page-dialog .sheet img').waitFor()
    expect(await page.locator('#page-dialog .caption').textContent()).toContain('page 1')
    await page.keyboard.press('Escape')
    expect(await page.locator('#page-dialog').isVisible()).toBe(false)
  })

  it('overrides a decision of the gate, and undoes it', async () => {
    const page = await open(`${ground.origin}/#/gate`)
    const other = await open(`${ground.origin}/#/search`)
    await other.locator('#counts').getByText('12 papers, 3 dropped').waitFor()
    const row = page.locator('tr', { hasText: 'medieval trade law' })
    await row.getByRole('button').click()
    await row.getByText('kept by you').waitFor()
    await page.locator('#counts').getByText('13 papers, 2 dropped').waitFor()
    // Another tab is updated when it gets the focus or is used again.
    await other.evaluate("dispatchEvent(new Event('focus'))")
    await other.locator('#counts').getByText('13 papers, 2 dropped').waitFor()
    expect(await page.locator('.histogram svg').count()).toBe(1)
    await row.getByRole('button', { name: /^Undo/ }).click()
    await row.getByText('dropped: off topic').waitFor()
  })

  it('adds papers and shows the result of each', async () => {
    const own = await serve()
    onTestFinished(own.close)
    const page = await open(`${await own.server.listen({ host: '127.0.0.1', port: 0 })}/`)
    await page.getByText('This corpus has no papers yet').first().waitFor()
    await page.locator('nav').getByText('Add papers').click()
    await page
      .locator('#files')
      .setInputFiles(['akt1-allosteric', 'football-expected-goals'].map(samplePaper))
    await page.getByText('Done: 1 of 2 papers kept').waitFor()
    const states = await page.locator('.job li .state').allTextContents()
    expect(states[0]).toMatch(/^kept, \d+ units$/)
    expect(states[1]).toBe('dropped: off topic')
    await page.getByText('1 paper, 1 dropped').waitFor()
  })

  it('asks for the key if the server has one, and keeps it for the tab', async () => {
    const own = await serve({ key: KEY }, { papers: [samplePaper('bark-extract-lupeol')] })
    onTestFinished(own.close)
    const page = await ground.browser.newPage()
    onTestFinished(() => page.close())
    await page.goto(await own.server.listen({ host: '127.0.0.1', port: 0 }))
    await page.getByLabel(/^API key \(/).fill(KEY)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('1 paper, 0 dropped').waitFor()
    await page.reload()
    await page.locator('.contents li').waitFor()
  })

  it('says what to do about a question that is too long', async () => {
    const page = await ground.browser.newPage()
    onTestFinished(() => page.close())
    await page.goto(`${ground.origin}/#/search?${new URLSearchParams({ q: 'x'.repeat(4_001) })}`)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('Correct the named field')
  })
})
