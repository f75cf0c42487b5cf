/** Tests daily use of the page other than asking, in a real Chromium: filters, corpora, folders, removed papers. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ingestPaths } from '../../../app/index.ts'
import { samplePaper, serveSamples } from '../../fixtures/served-samples.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { describeInBrowser, openWatchedPage } from '../../fixtures/watched-page.ts'

describeInBrowser('daily work on the page', serveSamples, (ground) => {
  const open = (view: string) => openWatchedPage(ground.browser, `${ground.origin}/#/${view}`)

  it('narrows a search by year and kind, which the address keeps', async () => {
    const page = await open('search?q=lupeol')
    await page.locator('.hit').first().waitFor()
    await page.getByText('Filters').click()
    await page.getByLabel('Years').fill('2016')
    await page.keyboard.press('Enter')
    await page.waitForURL(/years=2016/)
    await page.locator('.hit').first().waitFor()
    const years = await page.locator('.hit .year').allTextContents()
    expect(new Set(years.map((year) => year.trim()))).toEqual(new Set(['2016']))
    await page.locator('#filter-kind').selectOption('unit')
    await page.waitForURL(/kind=unit/)
    await page.reload()
    await expect.poll(() => page.getByLabel('Years').inputValue()).toBe('2016')
  })

  it('makes a corpus, adds a folder, names the files that are not read, and deletes it', async () => {
    const folder = join(temporaryFolder(), 'papers')
    mkdirSync(folder)
    writeSmallPapers(folder, 2)
    writeFileSync(join(folder, 'plate.xlsx'), Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0xff, 0xfe, 0]))
    const page = await open('add')
    await page.getByText('Create or delete a corpus').click()
    await page.getByLabel('Name', { exact: true }).fill('second')
    await page.getByRole('button', { name: 'Create corpus' }).click()
    await page.getByText('The corpus second is open.').waitFor()
    expect(await page.locator('#corpus').inputValue()).toBe('second')
    await page.getByLabel('Topic gate').selectOption('none')
    await page.locator('#folder').setInputFiles(folder)
    const card = page.locator('.job[data-state=done]')
    await card.waitFor()
    expect(await card.locator('h2').textContent()).toContain('2 of 2 papers kept')
    expect(await card.locator('h2').textContent()).toContain('does not read: plate.xlsx')
    await page.getByLabel('Name of the open corpus').fill('second')
    await page.getByRole('button', { name: 'Delete corpus and papers' }).click()
    await page.getByText('The corpus second was deleted.').waitFor()
    expect(await page.locator('#corpus').inputValue()).toBe('main')
  })

  it('follows an upload to its end when the service stops meanwhile and is started again', async () => {
    const complains = [/ERR_FAILED/]
    const page = await openWatchedPage(ground.browser, `${ground.origin}/#/add`, { complains })
    const events = /\/jobs\/[^/]+\/events$/
    const running = JSON.stringify({ state: 'running', ended: null })
    const stream = {
      contentType: 'text/event-stream',
      body: `id: 1\nevent: job-changed\ndata: ${running}\n\n`,
    }
    // The route that is set last answers first.
    await page.route(events, (route) => route.abort(), { times: 1 })
    await page.route(events, (route) => route.fulfill(stream), { times: 1 })
    await page.locator('#files').setInputFiles(['bark-extract-lupeol', 'akt1-allosteric'].map(samplePaper))
    await page.getByText('The server does not answer. Trying again …').waitFor()
    await page.locator('.job[data-state=done]').waitFor()
    expect(await page.locator('.job li').count()).toBe(2)
  })

  it('links from a paper that the gate dropped to the view in which it can be kept', async () => {
    const page = await open('add')
    await page.locator('#files').setInputFiles(samplePaper('medieval-trade-law'))
    const item = page.locator('.job li.dropped')
    await item.getByRole('link', { name: 'Keep it anyway' }).click()
    expect(await item.textContent()).not.toContain('gloss gate')
    await page.getByRole('heading', { name: 'Kept and dropped papers' }).waitFor()
  })

  it('asks all corpora at once, and opens a paper in its own', async () => {
    const paths = writeSmallPapers(join(temporaryFolder(), 'others'), 3)
    const request = { corpus: 'others', topic: 'none', paths }
    await ingestPaths(ground.served.gloss, request, () => undefined, AbortSignal.timeout(60_000))
    const page = await open('ask?q=Which dissociation constant has compound 1 with the kinase?')
    await page.locator('#corpus').selectOption({ label: 'All corpora' })
    const link = page.locator('#ask .paper-link').filter({ hasText: 'compound 1' }).first()
    await link.waitFor()
    expect(await page.locator('#counts').textContent()).toBe('2 corpora')
    await page.locator('#ask .hit img').first().waitFor()
    await page.getByRole('link', { name: 'Search the papers' }).click()
    await page.locator('#search .hit .paper-link').first().waitFor()
    await page.goBack()
    await link.click()
    await page.locator('#paper h1').filter({ hasText: 'compound 1' }).waitFor()
    expect(await page.locator('#corpus').inputValue()).toBe('others')
    await page.goto(`${ground.origin}/#/search`)
    await page.locator('#corpus').selectOption({ label: 'All corpora' })
    await page.getByRole('heading', { name: 'Papers of others' }).waitFor()
    await page.goto(`${ground.origin}/#/gate`)
    await expect.poll(() => page.locator('#corpus').inputValue()).toBe('main')
  })

  it('keeps the corpus of a view when an older list of corpora arrives late', async () => {
    const page = await open('search')
    await page.locator('#search .contents li').first().waitFor()
    let late = Promise.withResolvers<void>()
    await page.route('**/corpora', async (route) => {
      const turn = late.promise
      late = Promise.withResolvers()
      const [response] = await Promise.all([route.fetch(), turn])
      await route.fulfill({ response })
    })
    const first = late
    await page.locator('#corpus').selectOption({ label: 'All corpora' })
    await expect.poll(() => late !== first).toBe(true)
    const second = late
    await page.goto(`${ground.origin}/#/gate`)
    await expect.poll(() => late !== second).toBe(true)
    const lateAnswer = page.waitForResponse(/corpora$/)
    second.resolve()
    await expect.poll(() => page.locator('#corpus').inputValue()).toBe('main')
    await (await lateAnswer).finished()
    const older = page.waitForResponse(/corpora$/)
    first.resolve()
    await (await older).finished()
    await page.waitForTimeout(100)
    expect(await page.locator('#corpus').inputValue()).toBe('main')
    late.resolve()
  })

  it('removes a paper', async () => {
    const page = await open('search')
    page.on('dialog', (dialog) => dialog.accept())
    const papers = page.locator('#search .contents li')
    await papers.first().waitFor()
    const before = await papers.count()
    await papers.first().getByRole('link').click()
    await page.getByRole('button', { name: 'Remove this paper' }).click()
    await page.waitForURL(/search/)
    await papers.first().waitFor()
    expect(await papers.count()).toBe(before - 1)
  })

  it('stops looking for an answer once the server does not answer', async () => {
    const page = await ground.browser.newPage()
    await page.goto(`${ground.origin}/#/ask`)
    await page.route('**/ask', (route) => route.abort())
    await page.getByPlaceholder('Ask your papers').fill('lupeol?')
    await page.keyboard.press('Enter')
    await page.getByText('The server does not answer.').waitFor()
    expect(await page.getByText('Searching the papers').count()).toBe(0)
    await page.close()
  })

  it('offers the backends that a person chooses between first', async () => {
    const page = await open('ask')
    const first = page.locator('#ask-backend > option')
    await expect.poll(() => first.count()).toBe(5)
    expect(await page.locator('#ask-backend optgroup option').count()).toBeGreaterThan(5)
  })

  it('lists what could not be read with its reason, and removes it', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'cut-off.pdf'), '%PDF-1.7\n1 0 obj <<')
    await ingestPaths(ground.served.gloss, { paths: [folder] }, () => undefined, AbortSignal.timeout(60_000))
    const page = await open('gate')
    page.on('dialog', (dialog) => dialog.accept())
    const row = page.getByRole('row', { name: /cut-off/ })
    await row.getByText(/^failed:/).click()
    expect((await row.locator('details p').textContent())?.length).toBeGreaterThan(20)
    await row.getByRole('button', { name: 'Remove this paper' }).click()
    await expect.poll(() => row.count()).toBe(0)
    expect(await page.locator('#decisions table').count()).toBe(1)
  })

  it('says that a dropped paper is nearer to a question, and keeps it', async () => {
    const page = await open(
      `ask?${new URLSearchParams({ q: 'Do football teams win more matches at home?' })}`,
    )
    const notice = page.locator('.caution', { hasText: 'dropped by the gate is closer' })
    await notice.getByRole('button', { name: 'Keep it' }).click()
    await notice.getByText('The paper is now kept').waitFor()
    await page.goto(`${ground.origin}/#/search`)
    await page.getByRole('link', { name: /Expected goals/ }).waitFor()
  })
})
