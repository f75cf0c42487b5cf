/** Names of uploaded files as they may be written. */
import { describe, expect, it } from 'vitest'
import { safeFileName } from '../../../core/safe-file-name.ts'

describe('a safe file name', () => {
  const names = [
    { name: 'paper_1-a.pdf', safe: 'paper_1-a.pdf' },
    { name: '/etc/passwd', safe: 'passwd' },
    { name: '..\\..\\system\\a.txt', safe: 'a.txt' },
    { name: 'a paper: (draft)?.pdf', safe: 'a-paper-draft-.pdf' },
    { name: '.hidden', safe: 'hidden' },
    { name: '-rf.pdf', safe: 'rf.pdf' },
    { name: 'größe 水.pdf', safe: 'größe-水.pdf' },
    { name: 'ﬁle.pdf', safe: 'file.pdf' },
    { name: '', safe: 'paper' },
    { name: '...', safe: 'paper' },
    { name: '???', safe: 'paper' },
  ]
  it.each(names)('of "$name" is $safe', ({ name, safe }) => {
    expect(safeFileName(name)).toBe(safe)
  })

  it('has up to 180 bytes, and loses its beginning where it has more', () => {
    const ofBytes = (bytes: number) => `${'a'.repeat(bytes - 4)}.pdf`
    expect(safeFileName(ofBytes(180))).toBe(ofBytes(180))
    expect(safeFileName(`b${ofBytes(180)}`)).toBe(ofBytes(180))
  })

  it('is cut between characters, never within one', () => {
    // Two bytes each: 180 bytes from the end begin within one.
    expect(safeFileName(`${'é'.repeat(100)}.pdfx`)).toBe(`${'é'.repeat(87)}.pdfx`)
    // Three bytes each: 180 bytes from the end begin behind the first of one.
    expect(safeFileName(`${'水'.repeat(100)}.pdf`)).toBe(`${'水'.repeat(58)}.pdf`)
  })
})
