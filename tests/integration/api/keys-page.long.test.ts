/** Tests the page with keys of limited rights, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { addKey, RIGHTS, type Right } from '../../../app/index.ts'
import { samplePaper, serve } from '../../fixtures/served-samples.ts'
import { describeInBrowser } from '../../fixtures/watched-page.ts'

describeInBrowser(
  'the page with keys',
  () => serve({}, { papers: [samplePaper('bark-extract-lupeol')] }),
  (ground) => {
    async function signIn(rights: readonly Right[], corpora: readonly string[] | null = null): Promise<Page> {
      const { workspace } = ground.served.gloss.config
      const name = `${rights.join('-')}-${corpora?.join('-') ?? 'all'}`
      const { key } = addKey(workspace, { name, rights, corpora, expires: null }, new Date())
      const page = await ground.browser.newPage()
      onTestFinished(() => page.close())
      await page.goto(ground.origin)
      await page.getByLabel(/^API key \(/).fill(key)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.locator('#bearer').getByText(name).waitFor()
      return page
    }

    const views = (page: Page) => page.locator('nav a:visible').allTextContents()

    it.each([
      { rights: ['read'], shown: ['Search', 'Solve', 'Graph', 'Table', 'Check', 'Compare', 'Gate'] },
      {
        rights: ['read', 'ask'],
        shown: ['Ask', 'Search', 'Solve', 'Graph', 'Table', 'Check', 'Compare', 'Gate'],
      },
      { rights: ['add'], shown: ['Add papers'] },
      {
        rights: ['admin'],
        shown: ['Ask', 'Search', 'Solve', 'Graph', 'Table', 'Check', 'Compare', 'Gate', 'Add papers'],
      },
    ] as const)('offers the views that a key with $rights opens', async ({ rights, shown }) => {
      const page = await signIn(rights)
      expect(await views(page)).toEqual(shown)
      expect(RIGHTS).toEqual(expect.arrayContaining([...rights]))
    })

    it('explains a view that its address opens and its key does not', async () => {
      const page = await signIn(['read'], ['main'])
      await page.goto(`${ground.origin}/#/add`)
      await page.getByText('This view needs the right “add”').waitFor()
      expect(await page.locator('#no-right').textContent()).toContain('allows read in main')
      expect(await page.locator('#add').isVisible()).toBe(false)
      await page.goto(`${ground.origin}/#/gate`)
      await page.getByText('Overriding needs a key with the right “admin”').waitFor()
      expect(await page.locator('#decisions table button:visible').count()).toBe(0)
      await page.goto(`${ground.origin}/#/solve`)
      await page.getByText('Solving needs a key with the right “ask”').waitFor()
      expect(await page.locator('#solve-question').isVisible()).toBe(false)
    })

    it('adds papers with a key that may do nothing else', async () => {
      const page = await signIn(['add'], ['main'])
      await page.locator('#files').setInputFiles([samplePaper('akt1-allosteric')])
      await page.getByText(/^Done: 1 of 1 paper/).waitFor()
    })

    it('says why a key is refused, and signs out', async () => {
      const page = await signIn(['read', 'add'])
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByLabel(/^API key \(/).fill('gloss_wrong')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('The API key is wrong.').waitFor()
    })
  },
)
