/** Tests that a removed paper stays removed, with a notice, until it is restored: by command line, service and library. */
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openGloss } from '../../../library/index.ts'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { serveSamples } from '../../fixtures/served-samples.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

describe('a removed paper', () => {
  it('is passed over by an ingest of its folder, which says so, until --take-back', async () => {
    const cwd = temporaryFolder()
    writeSmallPapers(join(cwd, 'papers'), 3)
    const run = (...args: string[]) => runCli(args, { cwd })
    const ingest = (...args: string[]) => run('ingest', 'papers', '--topic', 'none', ...args)
    const counts = async () => {
      const { papers, units, passages } = await answerOf<Record<string, number>>(['corpus', 'show'], { cwd })
      return { papers, units, passages }
    }
    await ingest()
    const before = await counts()
    expect((await run('corpus', 'remove', 'paper-0001')).stdout).toContain('1 paper removed.')
    expect((await counts()).units).toBeLessThan(before.units ?? 0)
    const passed = await ingest()
    expect(passed.stdout).toContain('Kept 2 of 2 papers')
    expect(passed.stdout).toContain(
      'Skipped because you removed them: 1 file. Bring them back with --take-back.',
    )
    expect((await ingest('--take-back', '--dry-run')).stdout).toContain('Would keep 3 of 3')
    expect((await ingest('--take-back')).stdout).toContain('Kept 3 of 3 papers')
    expect(await counts()).toEqual(before)
    const after = await ingest()
    expect(after.stdout).toContain('Kept 3 of 3 papers')
    expect(after.stdout).not.toContain('you removed')
  })

  it('goes by DELETE with its hits', async () => {
    const { server, close } = await serveSamples()
    onTestFinished(close)
    const hits = async () => (await server.inject('/retrieve?query=lupeol')).json().hits
    const [{ paper }] = await hits()
    const url = `/papers/${paper}`
    expect((await server.inject({ method: 'DELETE', url })).statusCode).toBe(204)
    expect((await server.inject(url)).json()).toMatchObject({ code: 'PAPER_NOT_FOUND' })
    expect((await hits()).map((hit: { paper: string }) => hit.paper)).not.toContain(paper)
    expect((await server.inject({ method: 'DELETE', url })).statusCode).toBe(404)
  })

  it('goes and comes back by the library', async () => {
    const folder = temporaryFolder()
    writeSmallPapers(folder, 2)
    await using gloss = await openGloss({ workspace: temporaryFolder(), env: {} })
    await gloss.ingest([folder], { topic: 'none' })
    expect(await gloss.removePapers(['paper-0000'])).toBe(1)
    expect(await gloss.ingest([folder])).toMatchObject({ seen: 1, skipped: { removed_by_hand: 1 } })
    expect(await gloss.ingest([folder], { takeBack: true })).toMatchObject({ seen: 2, kept: 2 })
  })
})
