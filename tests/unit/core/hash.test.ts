/** Ids are kept in corpora, so that they are the same in every version. */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { contentId, ID_FORM, tupleId } from '../../../core/hash.ts'

// FIPS 180-2, appendix B.1.
const OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

it('the id of some bytes is the first 128 bits of their SHA-256, for a text those of its UTF-8', () => {
  expect(contentId('abc')).toBe(OF_ABC.slice(0, 32))
  expect(contentId(Buffer.from('ö'))).toBe(contentId('ö'))
})

it('the id of a tuple is that of its parts, each behind its length', () => {
  const idOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
  expect(tupleId(['ab', 'c', 12])).toBe(idOf('2:ab1:c2:12'))
  expect(tupleId(['ab', 'c'])).not.toBe(tupleId(['a', 'bc']))
  expect(tupleId([])).toBe(idOf(''))
})

it('every id has the form of one, and nothing else', () => {
  expect([contentId(''), tupleId(['a'])].every((id) => ID_FORM.test(id))).toBe(true)
  const others = [OF_ABC, OF_ABC.slice(0, 31), OF_ABC.slice(0, 32).toUpperCase(), 'g'.repeat(32)]
  expect(others.some((text) => ID_FORM.test(text))).toBe(false)
})
