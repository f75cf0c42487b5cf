import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createByteCache } from '../../../../api/http/byte-cache.ts'

const bytes = (length: number) => Buffer.alloc(length)

describe('the byte cache', () => {
  it('gives back what was put in, until it is full; then the longest unused goes', () => {
    const cache = createByteCache(30_000)
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) cache.set(key, bytes(2_600))
    expect(cache.get('a')).toHaveLength(2_600)
    cache.set('k', bytes(2_600))
    expect(cache.get('b')).toBeUndefined()
    expect(cache.get('a')).toHaveLength(2_600)
  })

  it('does not keep what would push most others out', () => {
    const cache = createByteCache(10_000)
    cache.set('large', bytes(1_001))
    expect(cache.get('large')).toBeUndefined()
  })

  it('never holds more than its limit, and counts to nothing what is replaced', () => {
    const action = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), fc.nat(2_000))
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const cache = createByteCache(8_000)
        for (const [key, length] of actions) {
          cache.set(key, bytes(length))
          expect(cache.bytes()).toBeLessThanOrEqual(8_000)
          expect(cache.bytes()).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})
