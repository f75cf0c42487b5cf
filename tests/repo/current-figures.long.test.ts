/** A committed figure was measured on the code as it is, or says why it stands although the code has changed. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { codeDigest } from '../../scripts/lib/code-digest.ts'
import { CODE_OF_BENCHES, CODE_OF_FIGURES } from '../../scripts/lib/figure-code.ts'
import { isCurrent, readMeasured } from '../../scripts/lib/write-figures.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const NOT_A_FIGURE = 'measured'
const measured = Object.entries(readMeasured())

function namesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .filter((name) => name !== NOT_A_FIGURE)
    .sort()
}

describe('committed figures', () => {
  test.each(measured)('%s was measured on this code, or says why it stands', (key, of) => {
    expect(
      isCurrent(key, of),
      `The code that ${key} depends on has changed since ${of.commit}. Measure it again, or, where the change cannot move it:
npm run measure -- --keep ${key} --why "REASON"`,
    ).toBe(true)
  })

  test('each file of figures says what it was measured on and what it depends on', () => {
    const noted = new Set(measured.map(([key]) => (key.split('/')[0] === 'bench' ? key : key.split('/')[0])))
    const figures = namesIn('docs/figures')
    const benches = namesIn('bench/results')
    expect(figures.filter((name) => !noted.has(name))).toEqual([])
    expect(benches.filter((name) => !noted.has(`bench/${name}`))).toEqual([])
    expect(Object.keys(CODE_OF_FIGURES).sort()).toEqual(figures)
    expect(Object.keys(CODE_OF_BENCHES).sort()).toEqual(benches)
  })
})

describe('the digest of code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gloss-digest-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  function digestOf(name: string, files: Readonly<Record<string, string>>): string {
    mkdirSync(join(folder, name, 'code'), { recursive: true })
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, 'code', file), text)
    return codeDigest(['code'], join(folder, name))
  }

  const first = digestOf('first', { 'a.ts': 'const a = 1\nexport const b = a\n', 'weights.json': '[1]\n' })

  test.each([
    [
      'comments',
      { 'a.ts': '/** One. */\nconst a = 1 // first\n\nexport const b = a\n', 'weights.json': '[1]\n' },
    ],
    [
      'a page',
      { 'a.ts': 'const a = 1\nexport const b = a\n', 'weights.json': '[1]\n', 'README.md': 'A page' },
    ],
  ])('%s does not change it', (name, files) => expect(digestOf(name, files)).toBe(first))

  test.each([
    ['a number', { 'a.ts': 'const a = 2\nexport const b = a\n', 'weights.json': '[1]\n' }],
    ['a weight', { 'a.ts': 'const a = 1\nexport const b = a\n', 'weights.json': '[2]\n' }],
    ['one more file', { 'a.ts': 'const a = 1\nexport const b = a\n', 'weights.json': '[1]\n', 'c.ts': '' }],
  ])('%s changes it', (name, files) => expect(digestOf(name, files)).not.toBe(first))
})
