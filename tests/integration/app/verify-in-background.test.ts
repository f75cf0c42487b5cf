/** Tests that the service verifies every corpus in the background, each content once, and that /ready reports progress and results. */
import { statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildServer } from '../../../api/index.ts'
import { type Gloss, verifyInBackground } from '../../../app/index.ts'
import { changeRows, putPapers } from '../../fixtures/corpus-writing.ts'
import { openedGloss } from '../../fixtures/opened-gloss.ts'
import { paperRecord } from '../../fixtures/paper-records.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const never = new AbortController().signal

/** Makes a corpus of so many papers. */
async function corpusOf(gloss: Gloss, name: string, papers = 1): Promise<void> {
  const store = await gloss.workspace.createCorpus(name)
  await putPapers(store, ...Array.from({ length: papers }, (_, at) => paperRecord(`amber ${at}`)))
  await store.close()
}

it('finds the damaged one of two corpora', async () => {
  const workspace = temporaryFolder()
  const gloss = await openedGloss({ workspace })
  for (const name of ['bad', 'good']) await corpusOf(gloss, name)
  changeRows(join(workspace, 'corpora', 'bad', 'corpus.sqlite'), `UPDATE page SET text = text || '.'`)
  const reported: [string, number][] = []
  const verification = verifyInBackground(gloss, (name, { length }) => reported.push([name, length]), never)
  const server = buildServer(gloss, { integrity: verification.integrity })
  expect((await server.inject('/ready')).json()).toMatchObject({ status: 'ready', integrity: { checked: 0 } })
  await verification.ended
  expect((await server.inject('/ready')).json()).toMatchObject({
    integrity: { state: 'damaged', corpora: 2, checked: 2, damaged: 1 },
  })
  expect(reported).toEqual([['bad', expect.any(Number)]])
  await server.close()
})

/** Returns the result of verification at a start of the service. */
async function foundAtStart(workspace: string): Promise<string> {
  const gloss = await openedGloss({ workspace })
  const verification = verifyInBackground(gloss, () => undefined, never)
  await verification.ended
  await gloss.close()
  return verification.integrity().state
}

it('does not look again at a content that it has verified, and looks at what has changed since', async () => {
  const workspace = temporaryFolder()
  const gloss = await openedGloss({ workspace })
  await corpusOf(gloss, 'one')
  await gloss.close()
  expect(await foundAtStart(workspace)).toBe('sound')
  const path = join(workspace, 'corpora', 'one', 'corpus.sqlite')
  // In the middle of its millisecond: a file system may keep less than Node shows.
  const secondsOf = () => (Math.trunc(statSync(path).mtimeMs) + 0.5) / 1000
  const before = secondsOf()
  changeRows(path, `UPDATE page SET text = replace(text, 'a', 'b')`)
  const changed = secondsOf()
  utimesSync(path, before, before)
  // As if nothing had been written: the verified content is known.
  expect(await foundAtStart(workspace)).toBe('sound')
  utimesSync(path, changed, changed)
  expect(await foundAtStart(workspace)).toBe('damaged')
  expect(await foundAtStart(workspace)).toBe('damaged')
})

/** The processor time and the time that a start of the service spends on verifying one corpus of so many papers, in milliseconds. */
async function costOfVerifying(papers: number): Promise<{ worked: number; passed: number }> {
  const gloss = await openedGloss()
  await corpusOf(gloss, 'one', papers)
  const [began, before] = [performance.now(), process.cpuUsage()]
  await verifyInBackground(gloss, () => undefined, never).ended
  const { user, system } = process.cpuUsage(before)
  await gloss.close()
  return { worked: (user + system) / 1_000, passed: performance.now() - began }
}

it('takes a tenth of a processor, so that questions are not kept waiting', async () => {
  // The start of a thread, which reads its code, is no part of the verification: it is what an almost empty corpus costs.
  await costOfVerifying(1)
  const [start, whole] = [await costOfVerifying(1), await costOfVerifying(300)]
  expect((whole.worked - start.worked) / (whole.passed - start.passed)).toBeLessThan(0.25)
})

it('ends with its signal', async () => {
  const gloss = await openedGloss()
  await corpusOf(gloss, 'one')
  const verification = verifyInBackground(gloss, () => undefined, AbortSignal.abort())
  await verification.ended
  expect(verification.integrity()).toMatchObject({ state: 'checking', checked: 0 })
})
