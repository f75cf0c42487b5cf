/** The graph and the comparison as a person uses them, in a real Chromium. */
import { expect, it } from 'vitest'
import { serveSamples } from '../../fixtures/served-samples.ts'
import { describeInBrowser, openWatchedPage, type WatchedOptions } from '../../fixtures/watched-page.ts'

const QUESTION = 'Which isoform of AKT does lupeol spare?'
/** Script in the page: returns the colours of more than 50 pixels of a picture. */
const COLOURS = `async (bytes) => {
  const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]))
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const seen = new Map()
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.slice(at, at + 3).join()
    seen.set(colour, (seen.get(colour) ?? 0) + 1)
  }
  return [...seen].filter(([, pixels]) => pixels > 50).map(([colour]) => colour)
}`

describeInBrowser('the graph on the page', serveSamples, (ground) => {
  const open = (address: string, options?: WatchedOptions) =>
    openWatchedPage(ground.browser, `${ground.origin}/#/${address}`, options)

  const graphOf = (parameters: Readonly<Record<string, string>>) => `graph?${new URLSearchParams(parameters)}`

  it('draws the graph around the results of a question, and lists the path to each', async () => {
    const page = await open(graphOf({ query: QUESTION }))
    await page.locator('.plate[data-state=drawn] canvas.sigma-nodes').waitFor()
    expect(await page.locator('.paths li').count()).toBe(5)
    expect(await page.locator('.paths').textContent()).toContain('akt → this result')
    expect(await page.locator('#graph-summary').textContent()).toMatch(/^\d+ names, \d+ units/)
  })

  it('paints results, paths and kinds of names in the colours of the page', async () => {
    const page = await open(graphOf({ query: QUESTION }))
    await page.locator('.plate[data-state=drawn]').waitFor()
    const shot = await page.locator('.stage').screenshot()
    const colours = await page.evaluate<string[]>(`(${COLOURS})([${[...shot]}])`)
    // The red of the name in the question, and the colour of genes, in the light theme.
    expect(colours).toEqual(expect.arrayContaining(['156,47,31', '47,102,144']))
  })

  it('leads from a path to its unit, to a name in it, and to the graph around that name', async () => {
    const page = await open(graphOf({ query: QUESTION }))
    // The third result is of the paper that names both isoforms.
    await page.locator('.paths li').nth(2).getByRole('button').first().focus()
    await page.keyboard.press('Enter')
    await page.locator('.details h2', { hasText: 'RNA interference' }).waitFor()
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H2')
    await page.locator('.details .chips').getByRole('button', { name: 'akt2', exact: true }).click()
    await page.locator('.details h2', { hasText: /^akt2$/ }).waitFor()
    expect(await page.locator('.details mark').first().textContent()).toBe('AKT2')
    await page.getByText('Draw the graph around this name').click()
    await page.waitForURL(/name=akt2/)
    await page.locator('.plate[data-state=drawn]').waitFor()
    expect(await page.locator('#graph-about').inputValue()).toBe('name')
  })

  it('suggests names while one is typed, and similar ones for one that is misspelt', async () => {
    const page = await open('graph', {
      complains: [/status of 404 \(Not Found\)/],
    })
    await page.locator('.names-index a').first().waitFor()
    await page.locator('#graph-about').selectOption('name')
    await page.getByLabel('Question or name').fill('lupoel')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('lupeol')
    await page.getByLabel('Question or name').fill('lup')
    await page.locator('#graph-names option[value=lupeol]').waitFor({ state: 'attached' })
  })

  it('shows the same data in lists without WebGL', async () => {
    const page = await open(graphOf({ name: 'akt1' }), {
      script: 'HTMLCanvasElement.prototype.getContext = () => null',
    })
    await page.locator('.plate[data-state=undrawn]').waitFor()
    expect(await page.locator('.stage').textContent()).toContain('WebGL is not available')
    expect(await page.locator('.node-list').getAttribute('open')).not.toBeNull()
    expect(await page.locator('.node-list li').count()).toBe(60)
  })

  it('shows two backends side by side and joins their common results', async () => {
    const page = await open(`compare?${new URLSearchParams({ q: QUESTION, one: 'words', other: 'walk' })}`)
    await page.locator('.side-by-side li').first().waitFor()
    const common = Number.parseInt((await page.locator('#compare-summary').textContent()) ?? '', 10)
    expect(common).toBeGreaterThan(0)
    expect(await page.locator('.joins path').count()).toBe(common)
    expect(await page.locator('.side-by-side li.common').count()).toBe(2 * common)
    await page.locator('.side-by-side li.common').first().focus()
    expect(await page.locator('.marked').count()).toBe(3)
  })

  it('offers every backend of the server', async () => {
    const page = await open('search')
    await page.locator('#backend option').first().waitFor({ state: 'attached' })
    const offered = await page
      .locator('#backend option')
      .evaluateAll((options) => options.map((one) => one.getAttribute('value')))
    const { paths, components } = (await ground.served.server.inject('/openapi.json')).json()
    const parameter = paths['/retrieve'].get.parameters.find(
      ({ name: own }: { name: string }) => own === 'backend',
    )
    expect(offered).toEqual(components.schemas.Backend.enum)
    expect(await page.locator('#backend').inputValue()).toBe(parameter.schema.default)
  })
})
