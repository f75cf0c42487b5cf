/** Asking on the page, and the view of a paper, as a person uses them, in a real Chromium. */
import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { samplePaper, serve, serveSamples } from '../../fixtures/served-samples.ts'
import { describeInBrowser, openWatchedPage } from '../../fixtures/watched-page.ts'

const QUESTION = 'Which IC50 did the methanolic bark extract show?'
const TITLE = 'Cytotoxic triterpenes from the stem bark of Terminalia lacustris'
const KEY = 'correct horse battery'

describeInBrowser('asking on the page', serveSamples, (ground) => {
  const open = (address = '', from = ground.origin) => openWatchedPage(ground.browser, `${from}/${address}`)
  async function openAsked(address: string, from = ground.origin) {
    const page = await open(address, from)
    await page.getByRole('button', { name: 'Ask' }).click()
    return page
  }
  const asked = (q: string) => `#/ask?${new URLSearchParams({ q })}`

  /** Starts a service whose model answers `text`. */
  async function withModel(text: string, paceMs = 0) {
    const server = await startScriptedServer({ answers: () => ({ text, paceMs }) })
    const from = await serveSamples({ llmUrl: server.url, llmModel: 'scripted' })
    onTestFinished(async () => {
      await from.close()
      await server[Symbol.asyncDispose]()
    })
    return { origin: await from.server.listen({ host: '127.0.0.1', port: 0 }), requests: server.requests }
  }

  it('opens the marked page under the address that a citation of /v1 has', async () => {
    const query = new URLSearchParams({ q: QUESTION, k: '1' })
    const { hits } = (await (await fetch(`${ground.origin}/retrieve?${query}`)).json()) as {
      hits: { paper: string; unit: string; span: [number, number] }[]
    }
    const { paper, unit, span } = hits[0]!
    const place = { corpus: 'main', id: paper, unit, start: String(span[0]), end: String(span[1]) }
    const page = await open(`#/paper?${new URLSearchParams(place)}`)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await dialog.locator('rect').first().waitFor()
    expect(await page.locator('.paper-heading').textContent()).toContain(TITLE)
  })

  it('is the first view, and answers without a model with the best statements, in the order of their places', async () => {
    const page = await open()
    await page.locator('#ask .contents li').first().waitFor()
    await page.getByRole('textbox', { name: 'Question' }).fill(QUESTION)
    await page.keyboard.press('Enter')
    const first = page.locator('.cited-paper').first()
    await first.waitFor()
    expect(await page.locator('#ask-answer .lead').textContent()).toMatch(/^No model was used: /)
    expect(await first.locator('h3').textContent()).toBe(`${TITLE} 2016`)
    expect(await first.locator('blockquote').first().textContent()).toContain('18.4 µg/mL')
    await first.locator('.page-preview[data-state=drawn]').first().waitFor()
    // As many hits as a client gets by default.
    const body = JSON.stringify({ question: QUESTION })
    const headers = { 'content-type': 'application/json' }
    const answered = await fetch(`${ground.origin}/ask`, { method: 'POST', headers, body })
    const { citations } = (await answered.json()) as { citations: { n: number }[] }
    expect(await page.locator('.cited-paper .rank').allTextContents()).toEqual(
      citations.map(({ n }) => String(n)),
    )
    expect(page.url()).toContain('#/ask?q=Which+IC50')
  })

  it.each([
    { button: 'Ask', address: `#/ask?q=lupeol` },
    { button: 'Search', address: '#/search?q=lupeol&backend=vanna' },
    { button: 'Draw graph', address: '#/graph?query=lupeol&backend=vanna' },
    { button: 'Compare', address: '#/compare?q=lupeol&one=words&other=vanna' },
  ])('asks no model before a click if a link brings the question: $address', async ({ button, address }) => {
    const { origin: from, requests } = await withModel('It is in the bark [1].')
    // Of a window that another site opened, and of the open page that it leads on.
    const page = await open(address, from)
    const notice = page.getByText(`Press ${button} to ask it.`)
    await notice.waitFor()
    await page.evaluate(`location.hash = ${JSON.stringify(`${address}&n=2`)}`)
    await page.waitForTimeout(300)
    await notice.waitFor()
    expect(requests).toEqual([])
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect.poll(() => requests.length, { timeout: 120_000 }).toBeGreaterThan(0)
  })

  it('shows as an answer that the papers do not say', async () => {
    const page = await openAsked(asked('Who won the football world cup in 1954?'))
    await page.locator('.answer-text').waitFor()
    expect(await page.locator('.answer-text').textContent()).toBe('Your papers do not say.')
    expect(await page.locator('.contents-heading').textContent()).toMatch(/^Closest places/)
    expect(await page.locator('.cited-paper').count()).toBeGreaterThan(0)
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByText('Search the papers').click()
    await page.getByText('Your papers may not say anything about this').waitFor()
    expect(await page.locator('.hit').count()).toBeGreaterThan(0)
  })

  it('shows the answer while it is written, its citations as links to the marked page, and what nothing supports', async () => {
    const said = 'It showed an IC50 of 18.4 µg/mL [1].\nIt also cures everything [1]. And more [13].'
    const { origin: from, requests } = await withModel(said, 20)
    const page = await openAsked(asked(QUESTION), from)
    await page.locator('.answer-text[aria-busy]').waitFor()
    await page.locator('.answer-text:not([aria-busy])').waitFor()
    expect(await page.locator('.unsupported').allTextContents()).toEqual([
      'It also cures everything [1]. no support',
      'And more [13]. no support',
    ])
    expect(await page.locator('#ask-answer .help').textContent()).toBe(
      '2 sentences of 3 have no support in what they cite. Cited without a source: [13].',
    )
    expect(await page.locator('#ask-summary').textContent()).toMatch(/^1 call, [\d,]+ tokens$/)
    await page.locator('.answer-text .citation').first().click()
    await page.locator('#page-dialog .marks rect').first().waitFor()
    expect(await page.locator('#page-dialog .caption').textContent()).toBe(`${TITLE}, page 1`)
    await page.keyboard.press('Escape')

    await page.locator('nav').getByText('Gate').click()
    await page.locator('#decisions table').waitFor()
    await page.goBack()
    await page.locator('.answer-text').waitFor()
    expect(requests).toHaveLength(1)
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.locator('.answer-text:not([aria-busy])').waitFor()
    await expect.poll(() => requests.length).toBe(2)
  })

  it('shows why a model did not answer', async () => {
    const page = await ground.browser.newPage()
    onTestFinished(() => page.close())
    const unreachable = await serveSamples({ llmUrl: 'http://127.0.0.1:9/v1', llmModel: 'none' })
    onTestFinished(unreachable.close)
    await page.goto(`${await unreachable.server.listen({ host: '127.0.0.1', port: 0 })}/${asked(QUESTION)}`)
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.locator('#ask').getByRole('alert').waitFor({ timeout: 60_000 })
    expect(await page.locator('#ask').getByRole('alert').textContent()).toContain('model server')
  })

  it('opens a paper from the contents: what it says of itself, its units, its marked pages', async () => {
    const page = await open()
    await page.locator('.contents a', { hasText: TITLE }).click()
    await page.locator('#paper h1', { hasText: TITLE }).waitFor()
    expect(await page.title()).toBe(`${TITLE} · Gloss`)
    expect(await page.locator('.authors').textContent()).toContain('Ines Marchetti')
    expect(await page.locator('#paper .locator').first().textContent()).toBe(
      'Sample Letters in Phytochemistry 12, pp. 41-43 · 2016 · doi:10.5555/gloss.2016.0101 · bark-extract-lupeol.pdf',
    )
    expect(await page.locator('.abstract').textContent()).toContain('18.4 µg/mL')
    const texts = await page.locator('.units blockquote').allTextContents()
    const id = new URL(page.url().replace('#/', '')).searchParams.get('id')
    const { units } = (await ground.served.server.inject(`/units?paper=${id}&kind=unit&limit=100`)).json()
    expect(texts).toEqual(units.map(({ text }: { text: string }) => text))
    await page.locator('.paper-page[data-state=drawn] .marks rect').first().waitFor()
    await page.locator('.units').getByRole('button').first().click()
    await page.locator('#page-dialog .marks rect').first().waitFor()
    await page.goBack()
    expect(await page.locator('#page-dialog').isVisible()).toBe(false)
  })

  it('downloads a paper: the PDF, and an entry for a reference manager', async () => {
    const page = await open()
    await page.locator('.contents a', { hasText: TITLE }).click()
    const link = await page.getByRole('link', { name: 'Open the PDF' }).getAttribute('href')
    const { rawPayload } = await ground.served.server.inject(`/${link}`)
    expect(rawPayload.equals(readFileSync(samplePaper('bark-extract-lupeol')))).toBe(true)
    await page.getByText('Cite this paper').click()
    await page.locator('.entry', { hasText: '@article{' }).waitFor()
    await page.getByRole('button', { name: 'RIS' }).click()
    await page.locator('.entry', { hasText: 'TY  - JOUR' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a file' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(
      'Cytotoxic-triterpenes-from-the-stem-bark-of-Terminalia-lacus.ris',
    )
    expect(readFileSync(await download.path(), 'utf8')).toContain('DO  - 10.5555/gloss.2016.0101')
  })

  it('downloads the corpus', async () => {
    const page = await open()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'papers as BibTeX' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('main.bib')
    expect(readFileSync(await download.path(), 'utf8').match(/^@/gm)).toHaveLength(12)
  })

  it('downloads files from a server with a key, which a link cannot carry', async () => {
    const own = await serve({ key: KEY }, { papers: [samplePaper('bark-extract-lupeol')] })
    onTestFinished(own.close)
    const page = await ground.browser.newPage()
    onTestFinished(() => page.close())
    await page.goto(await own.server.listen({ host: '127.0.0.1', port: 0 }))
    await page.getByLabel(/^API key \(/).fill(KEY)
    await page.getByRole('button', { name: 'Continue' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'units as CSV' }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8')).toContain('18.4 µg/mL')
  })

  it.each([
    { address: '#/search?q=lupeol', view: '#search' },
    { address: '#/?q=lupeol', view: '#search' },
    { address: '#/nothing', view: '#ask' },
  ])('keeps the address $address', async ({ address, view }) => {
    const page = await open(address)
    await page.locator(`${view} .hit, ${view} .contents`).first().waitFor()
  })
})
