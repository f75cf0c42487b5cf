import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createOpenCorpora } from '../../../../app/wiring/open-corpora.ts'

interface Fake {
  readonly name: string
  close(): Promise<void>
}

function ground(most: number) {
  const corpora = createOpenCorpora<Fake>(most)
  const open = new Set<string>()
  let mostOpen = 0
  const opener = (name: string) => async () => {
    open.add(name)
    mostOpen = Math.max(mostOpen, open.size)
    return {
      name,
      async close() {
        await nextTurn()
        open.delete(name)
      },
    }
  }
  /** As a request asks: within a hold that ends with it. */
  async function asks(name: string): Promise<void> {
    const hold = corpora.hold()
    await hold.run(() => corpora.open(name, opener(name)))
    hold.release()
  }
  return { corpora, opener, open, asks, mostOpen: () => mostOpen }
}

describe('open corpora', () => {
  it('give up the one that was unused for longest', async () => {
    const { asks, open } = ground(2)
    for (const name of ['one', 'two', 'one', 'three']) await asks(name)
    expect([...open].sort()).toEqual(['one', 'three'])
  })

  it('are never more than the limit, not even while one is being closed', async () => {
    const { asks, mostOpen } = ground(3)
    await Promise.all(Array.from({ length: 3 }, (_, i) => asks(`first-${i}`)))
    for (let i = 0; i < 50; i++) await asks(`corpus-${i}`)
    expect(mostOpen()).toBe(3)
  })

  it('stay open while somebody works with them, and are refused to others then', async () => {
    const { corpora, opener, asks, open } = ground(2)
    const hold = corpora.hold()
    await hold.run(async () => {
      await corpora.open('used', opener('used'))
      await nextTurn()
      await corpora.open('used too', opener('used too'))
    })
    await expect(asks('other')).rejects.toMatchObject({ code: 'QUEUE_FULL' })
    expect([...open]).toEqual(['used', 'used too'])
    hold.release()
    await asks('other')
    expect([...open]).toEqual(['used too', 'other'])
  })

  it('stay open for all of several who work with one', async () => {
    const { corpora, opener, asks, open } = ground(1)
    const holds = [corpora.hold(), corpora.hold()]
    for (const hold of holds) await hold.run(() => corpora.open('used', opener('used')))
    holds[0]?.release()
    holds[0]?.release()
    await expect(asks('other')).rejects.toMatchObject({ code: 'QUEUE_FULL' })
    holds[1]?.release()
    await asks('other')
    expect([...open]).toEqual(['other'])
  })

  it('stay open for a program that asks outside of any hold, as many as it wants', async () => {
    const { corpora, opener, open } = ground(2)
    for (const name of ['one', 'two', 'three']) await corpora.open(name, opener(name))
    expect(open.size).toBe(3)
    await corpora.close()
    expect(open.size).toBe(0)
  })

  it('are tried again where they could not be opened', async () => {
    const { corpora, opener } = ground(2)
    const failing = async () => {
      throw new Error('not there')
    }
    await expect(corpora.open('one', failing)).rejects.toThrow('not there')
    expect((await corpora.open('one', opener('one'))).name).toBe('one')
  })
})
