/** Front matter corrected by hand in the page, in a real Chromium. */
import { it } from 'vitest'
import { samplePaper, serve } from '../../fixtures/served-samples.ts'
import { describeInBrowser, openWatchedPage } from '../../fixtures/watched-page.ts'

describeInBrowser(
  'the page',
  () => serve({}, { papers: [samplePaper('akt1-allosteric')] }),
  (ground) => {
    it('corrects a paper in its view, and takes it back', async () => {
      const { papers } = (await ground.served.server.inject('/papers')).json()
      const page = await openWatchedPage(ground.browser, `${ground.origin}/#/paper?id=${papers[0].id}`)
      await page.getByText('Correct this paper').click()
      await page.getByLabel('Title', { exact: true }).fill('An allosteric site of zebrafish kinases')
      await page.getByLabel('Year', { exact: true }).fill('1999')
      await page.getByRole('button', { name: 'Save the corrections' }).click()
      await page.getByRole('heading', { name: 'An allosteric site of zebrafish kinases' }).waitFor()
      await page.getByText(/^Corrected by hand: title .*year/).waitFor()
      await page.getByText('Correct this paper').click()
      await page.getByRole('button', { name: 'Undo all corrections' }).click()
      await page.getByRole('heading', { name: papers[0].title }).waitFor()
    })
  },
)
