import { expect, it } from 'vitest'
import { safeFileName } from '../../../../core/index.ts'

it.each([
  { name: 'ninety Chinese characters', given: `${'论'.repeat(90)}.pdf` },
  { name: 'characters outside of the first plane', given: `${'𠀀'.repeat(90)}.pdf` },
  { name: 'a thousand letters', given: `${'a'.repeat(1_000)}.pdf` },
])('cuts $name to a name that any file system takes, with its ending', ({ given }) => {
  const name = safeFileName(given)
  // Leaves room for a prefix of a 16-digit hash and a dash.
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255 - 17)
  expect(name.endsWith('.pdf')).toBe(true)
  expect(name).not.toContain('\ufffd')
})
