/** Tests that a paper of thousands of units is stored as a whole while other work continues. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqliteCorpus } from '../../../corpus/adapters/sqlite-corpus-store.ts'
import { paperRecord } from '../../fixtures/paper-records.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { turnsWhile } from '../../fixtures/turns.ts'

// Some .2 s of rows: many times what a turn may take, however fast the machine.
const UNITS = 10_000
const long = paperRecord('long', { units: UNITS, passages: 0 })
const mentions = long.units.map(({ id }) => ({
  unit: id,
  mentions: [
    { name: 'lupeol', alias: 'lupeol', kind: 'term' as const, isSubject: true, start: null, end: null },
  ],
}))

async function opened() {
  const store = openSqliteCorpus(join(temporaryFolder(), 'corpus.sqlite'), { create: true })
  return { store, writer: await store.write('test') }
}

describe('while a paper of thousands of units is stored', () => {
  it('others have their turns, and see nothing of it before it is whole', async () => {
    const { store, writer } = await opened()
    const seen = new Set<number>()
    const look = async () => seen.add((await store.listUnits({ paper: long.paper.id })).length)
    let looking: Promise<unknown> = Promise.resolve()
    const watch = setInterval(() => {
      looking = looking.then(look)
    }, 1)
    const turns = await turnsWhile(() => writer.put([long]))
    clearInterval(watch)
    await looking
    expect(turns).toBeGreaterThan(3)
    expect([...seen].filter((units) => units !== 0 && units !== UNITS)).toEqual([])
    expect(await store.listUnits({ paper: long.paper.id })).toHaveLength(UNITS)
    expect(await turnsWhile(() => writer.putMentions('names', mentions))).toBeGreaterThan(3)
    await writer[Symbol.asyncDispose]()
    await store.close()
  })

  it('what else is changed waits, and what fails undoes nothing of the others', async () => {
    const { store, writer } = await opened()
    const [first, other] = [paperRecord('first'), paperRecord('other')]
    await writer.put([first])
    // The second record of the call has a page twice, which the store refuses.
    const broken = { ...other, pages: [...other.pages, ...other.pages] }
    const failing = writer.put([long, broken])
    const path = writer.addPath(first.paper.id, 'copy.pdf')
    const setting = writer.setSetting('name', 'value')
    await expect(failing).rejects.toThrow()
    await Promise.all([path, setting])
    await writer[Symbol.asyncDispose]()
    expect(await store.paper(long.paper.id)).toBeNull()
    expect(await store.listUnits({ paper: long.paper.id })).toEqual([])
    expect(new Set((await store.paper(first.paper.id))?.paths)).toEqual(new Set(['copy.pdf', 'first.pdf']))
    expect(await store.setting('name')).toBe('value')
    await store.close()
  })

  it('a writer that is closed at once has stored it all the same', async () => {
    const { store, writer } = await opened()
    const storing = writer.put([long])
    await writer[Symbol.asyncDispose]()
    await storing
    expect(await store.listUnits({ paper: long.paper.id })).toHaveLength(UNITS)
    await store.close()
  })
})
