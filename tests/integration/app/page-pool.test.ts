/** Tests that web pages are read in a child with limits: a page over them is refused with a reason, and the next one is read. */
import { afterAll, describe, expect, it } from 'vitest'
import { openPagePool } from '../../../app/wiring/page-pool.ts'

const never = new AbortController().signal
const BASE = 'https://frogs.org/page'
const PAGE = '<h1>Frogs</h1><p>Tadpoles grow fastest at 24 degrees.</p><a href="/growth">Growth</a>'
const LONG_PAGE = '<p>Tadpoles <b>grow</b> fastest.</p>'.repeat(180_000)
const LIMITS = { timeoutMs: 60_000, maxMemoryMb: 1024 }

const pool = openPagePool(LIMITS)
// Has its own memory limit, so that no warm child of another pool is used.
const hasty = openPagePool({ maxMemoryMb: 1023, timeoutMs: 1 })
// Enough to start, and less than the long page takes.
const small = openPagePool({ ...LIMITS, maxMemoryMb: 32 })
afterAll(() => Promise.all([pool.close(), hasty.close(), small.close()]))

const asks = [
  { name: 'html', ask: (of: typeof pool, page = PAGE) => of.html(page, BASE, never) },
  { name: 'passages', ask: (of: typeof pool, page = PAGE) => of.passages(page, 'How fast?', 100, never) },
]

describe('a web page over the limit', () => {
  it.each(asks)('of time is refused, and says why: $name', async ({ ask }) => {
    await expect(ask(hasty)).rejects.toMatchObject({ code: 'LINK_FAILED', facts: { reason: 'timeout' } })
  })

  it.each(asks)('of memory is refused, and says why: $name', async ({ ask }) => {
    await expect(ask(small, LONG_PAGE)).rejects.toMatchObject({
      code: 'LINK_FAILED',
      facts: { reason: 'out-of-memory' },
    })
  })

  it('leaves whoever asks next unharmed', async () => {
    const left = new AbortController()
    const first = pool.html('<div>'.repeat(500_000), BASE, left.signal)
    const second = pool.html(PAGE, BASE, never)
    left.abort(new Error('The client has left'))
    await expect(first).rejects.toThrow('The client has left')
    expect(await second).toEqual({
      text: expect.stringContaining('Tadpoles grow fastest'),
      links: [{ url: 'https://frogs.org/growth', text: 'Growth' }],
    })
  })
})
