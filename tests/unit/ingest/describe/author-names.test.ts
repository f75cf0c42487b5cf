import { describe, expect, it } from 'vitest'
import { describe as described } from '../../../../ingest/describe/index.ts'
import { casesIn } from '../../../fixtures/case-lines.ts'
import { laidOutPage } from '../../../fixtures/laid-out-page.ts'

const BODY = Array.from({ length: 20 }, () => `${'words of the body go on '.repeat(4)}.`)

function authorsIn(...lines: string[]): readonly string[] {
  const page = laidOutPage([
    { lines: ['Lupeol of barks in culture of cells'], size: 18 },
    { lines },
    { lines: ['Introduction'], bold: true, size: 12 },
    { lines: BODY },
  ])
  return described([page], { languageOf: () => 'eng', latestYear: 2030 }).authors
}

describe('the names of authors', () => {
  it.each([
    ['English', 'Ada Lovelace, Charles Babbage and Mary Somerville'],
    ['Spanish', 'Ada Lovelace, Charles Babbage y Mary Somerville'],
    ['Portuguese and Italian', 'Ada Lovelace e Charles Babbage e Mary Somerville'],
    ['French', 'Ada Lovelace, Charles Babbage et Mary Somerville'],
    ['German', 'Ada Lovelace 1, Charles Babbage 2 und Mary Somerville 1'],
    ['Dutch', 'Ada Lovelace, Charles Babbage en Mary Somerville'],
  ])('are parted by "and" in %s', (_, line) => {
    expect(authorsIn(line)).toEqual(['Ada Lovelace', 'Charles Babbage', 'Mary Somerville'])
  })

  it.each(
    casesIn<'name' | 'line' | 'authors'>(`
    name | line | authors
    capitals | ADA LOVELACE, CHARLES BABBAGE, AND MARY SOMERVILLE | ADA LOVELACE; CHARLES BABBAGE; MARY SOMERVILLE
    a "y" or an "e" of their own | Santiago Ramón y Cajal, João Costa e Silva, Ortega y Gasset José | Santiago Ramón y Cajal; João Costa e Silva; Ortega y Gasset José
    the name of a country | Ada Lovelace, Charles / Jordan, Mary Somerville | Ada Lovelace; Charles Jordan; Mary Somerville
    a suffix | Walter R. Mebane, Jr. Jasjeet S. Sekhon | Walter R. Mebane Jr.; Jasjeet S. Sekhon
    initials, close to each other in a line with a gap | Martin Mächler	Benjamin M. Bolker Steven C. Walker | Martin Mächler; Benjamin M. Bolker; Steven C. Walker
    words of addresses within them | Matthew Streetly, Andrei Volkov, Alison Doig | Matthew Streetly; Andrei Volkov; Alison Doig
  `),
  )('may have $name', ({ line, authors }) => {
    expect(authorsIn(...line.split(' / ')).join('; ')).toBe(authors)
  })
})
