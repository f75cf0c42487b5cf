/** Solver runs as a person asks for them and watches them, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { stopServer } from '../../../api/index.ts'
import type { Script, ScriptedRequest } from '../../fakes/scripted-llm/server.ts'
import type { RoleScripts } from '../../fakes/scripted-solver.ts'
import { scored, solved } from '../../fixtures/eigen1-run.ts'
import { SAMPLE_PAPERS, serve } from '../../fixtures/served-samples.ts'
import { heldRole, openServedSolver, startedRun } from '../../fixtures/served-solver.ts'
import { writtenOf } from '../../fixtures/solved-run.ts'
import { describeInBrowser, openWatchedPage } from '../../fixtures/watched-page.ts'

const QUESTION = 'Which isoform of AKT does lupeol spare?'
const DOUBT =
  'The bark extract is known for lupeol, and lupeol acts on the kinases of the AKT family. I am not sure which isoform of AKT lupeol ' +
  'spares: is it really AKT2, or does it act on all of them? The answer decides what is seen in the cells. '
const CODE = `So it is AKT2.\n<code>\nprint('<b>' + 'AKT2')\n</code>`

/** Doubts, is helped, runs code, and answers. */
function proposer(request: ScriptedRequest): Script {
  const written = writtenOf(request)
  if (written.includes('<execution_results>')) return { text: `\n${solved('AKT2')}` }
  if (written.includes('I found that')) return { text: CODE }
  return { text: `${DOUBT.repeat(6)}${solved('all')}`, paceMs: 2 }
}

describeInBrowser('a run on the page', null, (ground) => {
  const open = (address: string, width = 1280) => openWatchedPage(ground.browser, address, { width })

  async function ask(page: Page, proposers = '2'): Promise<void> {
    await page.locator('#solve-backend option').first().waitFor({ state: 'attached' })
    await page.getByLabel('Proposers').selectOption(proposers)
    await page.getByLabel('Question to solve').fill(QUESTION)
    await page.keyboard.press('Enter')
  }

  const ended = (page: Page, status = 'done') => page.locator(`.run[data-status=${status}]`).waitFor()

  it('says above the answer what never worked', async () => {
    const { origin } = await openServedSolver({
      proposer: () => ({ text: `${DOUBT.repeat(6)}${solved('AKT2')}` }),
    })
    const settings = { proposers: 1, retrieval: 'implicit', searchesWeb: false, runsCode: false }
    const id = await startedRun({ origin }, { question: QUESTION, monitor: 'logprob', settings })
    const page = await open(`${origin}/#/solve?run=${id}`)
    await ended(page)
    const problem = page.locator('.run > .failure')
    expect(await problem.textContent()).toMatch(
      /^The monitor could not judge any of \d+ looks: .*\[LOGPROBS_MISSING\]$/,
    )
    expect(await problem.isVisible()).toBe(true)
    const answer = await page.locator('.run-answer').boundingBox()
    expect((await problem.boundingBox())?.y).toBeLessThan(answer?.y ?? 0)
  })

  it('says what the papers say to a quotation of the answer', async () => {
    const said = 'They write “no bark was ever seen to glow”.'
    const { origin } = await openServedSolver({ solver: () => ({ text: said }) })
    const id = await startedRun({ origin }, { question: QUESTION, pattern: 'single' })
    const page = await open(`${origin}/#/solve?run=${id}`)
    await ended(page)
    const mark = page.locator('.run-answer .caution')
    expect(await mark.textContent()).toContain('Quotation, absent: “no bark was ever seen to glow”')
    expect(await mark.isVisible()).toBe(true)
  })

  it('shows candidates in columns, stage below stage, with scores and the choice', async () => {
    let scorings = 0
    const evaluator = () => ({
      text: ++scorings === 1 ? scored(1, 1, 1, 'Name the paper.') : scored(5, 4, 5),
    })
    const ranker = () => ({ text: 'FINAL DECISION: <select>Response 2</select>' })
    const { origin } = await openServedSolver({ evaluator, ranker })
    const page = await open(`${origin}/#/solve`)
    await ask(page)
    await ended(page)
    const columns = page.locator('.candidate')
    expect(await columns.locator('h2').allTextContents()).toEqual([
      'Candidate 1',
      'Candidate 2chosen by the ranker',
    ])
    const stages = await columns.evaluateAll((nodes) =>
      nodes.map((node) => [...node.querySelectorAll('h3')].map((heading) => heading.firstChild?.textContent)),
    )
    const common = ['Proposed', 'Corrected', 'Refined', 'Scored, round 1']
    expect(stages.toSorted((one, other) => one.length - other.length)).toEqual([
      common,
      [...common, 'Corrected after scoring, round 1'],
    ])
    expect(await page.locator('.score[data-passes=false]').textContent()).toMatch(
      /1\.0, failed.*Name the paper\./,
    )
    expect(await page.locator('.run-answer .boxed').textContent()).toBe('30')
    expect(await page.locator('.ledger tbody th').allTextContents()).toContain('evaluator')
    expect(await page.title()).toBe(`${QUESTION} · Gloss`)
  })

  it('sets code and results apart, and leads from injected evidence to its printed page', async () => {
    const { origin } = await openServedSolver({ proposer }, { papers: [SAMPLE_PAPERS] })
    const page = await open(`${origin}/#/solve`)
    await ask(page, '1')
    await ended(page)
    const card = page.locator('.card').first()
    expect(await card.locator('pre.code').textContent()).toContain(`print('<b>' + 'AKT2')`)
    expect(await card.locator('pre.results').textContent()).toContain('<b>AKT2')
    expect(await card.locator('.injection mark').first().textContent()).toContain('I found that')
    await card.locator('.injection .source button').first().click()
    await page.locator('#page-dialog .marks rect').first().waitFor()
    expect(await page.locator('#page-dialog .caption').textContent()).toMatch(/page \d/)
    await page.keyboard.press('Escape')
    expect(await page.locator('.run-answer .source cite').count()).toBeGreaterThan(0)
  })

  it('shows text while it is written, is stopped, and resumes with what it has', async () => {
    const { scripts, letGo, reached } = heldRole('refiner', `Half of it is said. ${solved('30')}`)
    const { origin, models } = await openServedSolver(scripts)
    const page = await open(`${origin}/#/solve`)
    await ask(page)
    await reached
    const writing = page.locator('.card[data-state=writing]')
    await writing.first().waitFor()
    expect(await page.getByRole('status').filter({ hasText: 'Refining' }).count()).toBe(1)
    await page.getByRole('button', { name: 'Stop' }).click()
    await ended(page, 'cancelled')
    expect(await page.locator('.run-answer h2').textContent()).toMatch(/^Best answer so far/)
    letGo()
    await page.getByRole('button', { name: 'Resume' }).click()
    await ended(page)
    expect(models.requests.filter(({ body }) => body.model === 'proposer')).toHaveLength(2)
    expect(await page.locator('.candidate').first().locator('.card').count()).toBe(4)
  })

  it('draws a run that others began, and lists it afterwards', async () => {
    const { scripts, letGo, reached } = heldRole('ranker', '<select>Response 1</select>')
    const solver = await openServedSolver(scripts)
    const id = await startedRun(solver)
    await reached
    const page = await open(`${solver.origin}/#/solve?run=${id}`)
    await page.locator('.score').nth(1).waitFor()
    letGo()
    await ended(page)
    await page.getByText('Ask another question').click()
    const link = page.locator('.runs li').filter({ hasText: 'done' }).getByRole('link')
    expect(await link.textContent()).toBe(QUESTION)
    await link.focus()
    await page.keyboard.press('Enter')
    await ended(page)
  })

  it('says why a model failed, in the column of its candidate', async () => {
    const scripts: RoleScripts = { proposer: () => ({ fault: { kind: 'status', status: 500 } }) }
    const { origin } = await openServedSolver(scripts)
    const page = await open(`${origin}/#/solve`)
    await ask(page, '1')
    await ended(page, 'failed')
    await page.locator('.candidate .card[data-state=failed] .failure').waitFor()
    expect(await page.getByRole('button', { name: 'Retry failed calls' }).count()).toBe(1)
  })

  it('plays a demonstration if there is no model, and says that it is one', async () => {
    const served = await serve()
    onTestFinished(served.close)
    const page = await open(`${await served.server.listen({ host: '127.0.0.1', port: 0 })}/#/solve`)
    await page.getByText('Play a demonstration').click()
    await page.locator('.notice').waitFor()
    expect(await page.locator('.notice').textContent()).toMatch(
      /^Demonstration: the models’ answers are scripted/,
    )
    await page.locator('.injection mark').first().waitFor()
    await ended(page)
    expect(await page.locator('.run-answer .boxed').textContent()).toBe('30')
    await page.locator('.run-answer .source button').first().click()
    await page.locator('#page-dialog .caption').waitFor()
    await page.reload()
    expect(await page.locator('#corpus option').allTextContents()).not.toContain('demonstration')
  })

  it('says that the server has stopped, and keeps what is on the page', async () => {
    const { scripts, reached } = heldRole('refiner', solved('30'))
    const solver = await openServedSolver(scripts)
    const id = await startedRun(solver)
    await reached
    const page = await open(`${solver.origin}/#/solve?run=${id}`)
    await page.locator('.card').nth(3).waitFor()
    await stopServer(solver.served.server, 1_000)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('The server stopped')
    expect(await page.locator('.card').count()).toBeGreaterThan(3)
  })

  it('fits a narrow window: columns are swiped, the page is not', async () => {
    const solver = await openServedSolver()
    const id = await startedRun(solver)
    const page = await open(`${solver.origin}/#/solve?run=${id}`, 390)
    await ended(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    const region = page.getByRole('region', { name: 'Candidates' })
    expect(await region.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(true)
  })
})
