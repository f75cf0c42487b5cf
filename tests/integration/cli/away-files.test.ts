/** Papers of a list whose files are on a drive that is not always there. */
import { copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

it('stay as they were read until the drive is back, or until --prune', async () => {
  const cwd = temporaryFolder()
  const drive = join(cwd, 'drive')
  mkdirSync(drive)
  copyFileSync(samplePaper('bark-extract-lupeol'), join(drive, 'bark.pdf'))
  const list = `@article{bark, title = {Of bark}, file = {${join(drive, 'bark.pdf')}}}`
  writeFileSync(join(cwd, 'list.bib'), list)
  const ingest = (...options: string[]) => runCli(['ingest', 'list.bib', ...options], { cwd })
  const papers = async () =>
    (
      await answerOf<{ papers: { state: string; units: number; year: number }[] }>(['papers'], { cwd })
    ).papers.map(({ state, units, year }) => ({ state, units, year }))
  await ingest()
  await runCli(['papers', 'edit', 'bark', '--year', '1999'], { cwd })
  const before = await papers()
  expect(before).toEqual([{ state: 'kept', units: expect.any(Number), year: 1999 }])
  renameSync(drive, join(cwd, 'elsewhere'))
  const away = await ingest()
  expect(away.stdout).toContain('Skipped files: 1 missing_file.')
  expect(away.stdout).not.toContain('No papers found')
  expect(await papers()).toEqual(before)
  renameSync(join(cwd, 'elsewhere'), drive)
  expect((await ingest()).stdout).toContain('Unchanged since the last ingest: 1 paper.')
  renameSync(drive, join(cwd, 'gone'))
  await ingest('--prune')
  expect(await papers()).toEqual([expect.objectContaining({ state: 'failed:missing_file', units: 0 })])
})
