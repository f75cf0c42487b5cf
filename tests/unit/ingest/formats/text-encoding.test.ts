/** Tests the encodings of texts, and the sentences about records that cannot be read. */
import { expect, test } from 'vitest'
import { decodeText } from '../../../../core/index.ts'
import { parsePaperRecord } from '../../../../ingest/formats/index.ts'

const TEXT = 'Résumé of α and β\nsecond line'

test.for([
  { name: 'UTF-8', bytes: Buffer.from(TEXT), text: TEXT },
  { name: 'UTF-8 with a mark', bytes: Buffer.from(`\uFEFF${TEXT}`), text: TEXT },
  { name: 'UTF-16 with a mark', bytes: Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), text: TEXT },
  { name: 'UTF-16 big endian', bytes: Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16(), text: TEXT },
  { name: 'UTF-16 without a mark', bytes: Buffer.from(TEXT, 'utf16le'), text: TEXT },
  { name: 'Latin 1', bytes: Buffer.from('Résumé, µg', 'latin1'), text: 'Résumé, µg' },
  { name: 'Windows quotation marks', bytes: Buffer.from([0x93, 0x61, 0x94]), text: '“a”' },
  { name: 'CRLF', bytes: Buffer.from('a\r\nb\rc'), text: 'a\nb\nc' },
  { name: 'no bytes', bytes: Buffer.alloc(0), text: '' },
  { name: 'a picture', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 0xff, 0, 0, 0, 13]), text: null },
])('decodes $name', ({ bytes, text }) => {
  expect(decodeText(bytes)).toBe(text)
})

test.for([
  { name: 'no JSON', line: '{title:', reason: /^The line is not JSON/ },
  { name: 'an array', line: '[1]', reason: /^The line is not a JSON object/ },
  { name: 'a title that is a number', line: '{"title": 5}', reason: /^The field "title" is wrong/ },
  {
    name: 'a year in words',
    line: '{"title": "T", "year": "last"}',
    reason: /^The field "year" is wrong: not a year/,
  },
  { name: 'nothing to read', line: '{"id": 1, "title": " "}', reason: /^The record has no title/ },
])('a record with $name says what is wrong', ({ line, reason }) => {
  const result = parsePaperRecord(line)
  expect(result.ok).toBe(false)
  expect(result.ok ? '' : result.reason).toMatch(reason)
})
