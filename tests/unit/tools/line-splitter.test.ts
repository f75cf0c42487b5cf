import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineSplitter } from '../../../tools/sandbox/line-splitter.ts'

describe('lines', () => {
  it('are the same however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat(7)), (texts, cuts) => {
        const sent = texts.map((text) => text.replaceAll('\n', ' '))
        const bytes = Buffer.from(sent.map((text) => `${text}\n`).join(''))
        const lines = createLineSplitter(1_000)
        const received: string[] = []
        let at = 0
        for (let i = 0; at < bytes.length; i++) {
          const next = at + 1 + (cuts[i % Math.max(1, cuts.length)] ?? 0)
          received.push(...(lines.add(bytes.subarray(at, next)) ?? ['too long']))
          at = next
        }
        expect(received).toEqual(sent)
      }),
    )
  })

  it('that never end are refused at the limit', () => {
    const lines = createLineSplitter(10)
    expect(lines.add(Buffer.from('12345\n1234567890'))).toEqual(['12345'])
    expect(lines.add(Buffer.from('1'))).toBeNull()
  })
})
