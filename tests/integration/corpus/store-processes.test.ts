/** What holds between processes: one writer, any number of readers, and a sound corpus after `kill -9`. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openSqliteCorpus } from '../../../corpus/adapters/sqlite-corpus-store.ts'
import type { CorpusStore } from '../../../corpus/index.ts'
import { killed, startScript } from '../../fixtures/child-process.ts'
import { putPapers } from '../../fixtures/corpus-writing.ts'
import { paperRecord } from '../../fixtures/paper-records.ts'
import { seededCases } from '../../fixtures/seeded-cases.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const SEED = 20_240_613
const KILLS = seededCases(10)

describe('the writer of another process', () => {
  it('keeps others from writing, is named to them, and lets them read', async () => {
    const path = join(temporaryFolder(), 'corpus.sqlite')
    const child = await startScript('corpus/hold-writer.ts', path)
    const store = openSqliteCorpus(path, { create: false })
    const refusal = await store.write('import').catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      code: 'CORPUS_BUSY',
      facts: { pid: child.pid, purpose: 'ingest ./papers' },
      message: expect.stringMatching(/process \d+ on .+ \(ingest \.\/papers\) since \d{4}-/),
    })
    expect(await store.seq()).toBe(0)
    await store.close()
  })

  it('gives its lock back when it is killed', async () => {
    const path = join(temporaryFolder(), 'corpus.sqlite')
    const child = await startScript('corpus/hold-writer.ts', path)
    await killed(child)
    const store = openSqliteCorpus(path, { create: false })
    await putPapers(store, paperRecord('amber'))
    expect(await store.counts()).toMatchObject({ papers: 1 })
    await store.close()
  })
})

describe('a writer that is killed', () => {
  it(`leaves a sound corpus with every paper whole, at ${KILLS} seeded moments`, async () => {
    const path = join(temporaryFolder(), 'corpus.sqlite')
    const moments = fc.sample(fc.integer({ min: 0, max: 250 }), { seed: SEED, numRuns: KILLS })
    const sizes: number[] = []
    for (const [run, delayMs] of moments.entries()) {
      const child = await startScript('corpus/put-forever.ts', path, String(run))
      await sleep(delayMs)
      await killed(child)
      const store = openSqliteCorpus(path, { create: false })
      expect(await store.verify()).toEqual([])
      await expectWholePapers(store)
      sizes.push((await store.counts()).papers)
      await store.close()
    }
    expect(sizes.at(-1)).toBeGreaterThan(sizes[0] ?? 0)
  })
})

describe('a process that is killed while it makes a corpus', () => {
  it.each([0, 7, 23])('leaves an empty corpus or none, killed after %i ms', async (delayMs) => {
    const folder = temporaryFolder()
    const child = await startScript('corpus/make-forever.ts', folder)
    await sleep(delayMs)
    await killed(child)
    const made = readdirSync(folder).filter((name) => name.endsWith('.sqlite'))
    for (const name of made) {
      const store = openSqliteCorpus(join(folder, name), { create: false })
      expect(await store.verify()).toEqual([])
      expect(await store.seq()).toBe(0)
      await store.close()
    }
  })
})

async function expectWholePapers(store: CorpusStore): Promise<void> {
  for (const { id, title } of await store.papers()) {
    const units = await store.listUnits({ paper: id, kind: 'unit' })
    const whole = paperRecord(title.slice('On '.length), { units: units.length, passages: 3 })
    expect(await store.listUnits({ paper: id })).toEqual(whole.units)
    expect(await store.pages(id)).toMatchObject(whole.pages.map(({ boxes: _, ...page }) => page))
    expect(await store.paper(id)).toEqual(whole.paper)
  }
  const { units, passages, vectors } = await store.counts()
  expect(vectors['toy-4'] ?? 0).toBe(units + passages)
}
