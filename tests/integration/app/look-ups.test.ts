/** Tests how often the corpus is read while a question is answered. */
import { beforeEach, describe, expect, it } from 'vitest'
import { type CorpusSession, type Gloss, loadConfig, openGloss, removePapers } from '../../../app/index.ts'
import { contentId } from '../../../core/index.ts'
import { manyPapers } from '../../fixtures/many-papers.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { textRecord } from '../../fixtures/text-records.ts'
import { watchStatements } from '../../fixtures/watched-statements.ts'

const REQUEST = { query: 'the enzyme of the bark', backend: 'hybrid', k: 10 } as const
let gloss: Gloss
let session: CorpusSession

beforeEach(async () => {
  gloss = await openGloss(loadConfig({ workspace: temporaryFolder() }, {}))
  session = await gloss.sessionOfNew('main')
  await put(0, 60)
  return () => gloss.close()
})

async function put(from: number, to: number, title = ''): Promise<void> {
  await using writer = await session.store.write('look-ups')
  const papers = manyPapers(from, to).map((paper) => textRecord({ ...paper, title }, session.embedder))
  await writer.put(await Promise.all(papers))
}

const reads = (table: string) => (statement: string) =>
  new RegExp(`FROM (?:main\\.)?${table}\\b`).test(statement) && !statement.includes('unit.seq')

describe('an answer of ten hits', () => {
  it('takes one look-up for the units and one for the papers, and none the next time', async () => {
    await session.retrieve({ ...REQUEST, query: 'lupeol' })
    const statements = watchStatements()
    const { hits } = await session.retrieve(REQUEST)
    expect(new Set(hits.map(({ paper }) => paper)).size).toBe(10)
    expect(statements.ran().filter(reads('unit'))).toHaveLength(1)
    expect(statements.ran().filter(reads('paper'))).toHaveLength(1)
    statements.forget()
    await session.retrieve(REQUEST)
    expect(
      statements.ran().filter((statement) => reads('unit')(statement) || reads('paper')(statement)),
    ).toEqual([])
  })

  it('after a change reads the papers again, and no unit that was shown before', async () => {
    await session.retrieve(REQUEST)
    const statements = watchStatements()
    await put(1_000, 1_001, 'Of something else')
    statements.forget()
    await session.retrieve(REQUEST)
    expect(statements.ran().filter(reads('unit'))).toEqual([])
    // The index reads the changed paper without its paths.
    const papers = statements.ran().filter(reads('paper'))
    expect(papers.filter((statement) => statement.includes('AS paths'))).toHaveLength(1)
    expect(papers).toHaveLength(2)
  })

  it('shows titles, units and papers as they are after a change', async () => {
    const [first] = (await session.retrieve(REQUEST)).hits
    const number = Array.from({ length: 60 }, (_, i) => i).find(
      (i) => contentId(`paper ${i}`) === first!.paper,
    )!
    await put(number, number + 1, 'Retitled')
    const titled = (await session.retrieve(REQUEST)).hits.find(({ unit }) => unit === first!.unit)
    expect(titled).toMatchObject({ title: 'Retitled', text: first!.text })
    await removePapers(gloss, undefined, [first!.paper])
    const left = (await session.retrieve(REQUEST)).hits
    expect(left).toHaveLength(10)
    expect(left.map(({ paper }) => paper)).not.toContain(first!.paper)
  })
})
