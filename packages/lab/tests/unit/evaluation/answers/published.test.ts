/** The figures of the paper in our file against the tables of the specification. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hasShared, orSkipped, sharedPath } from '../../../../../../tests/fixtures/shared.ts'
import published from '../../../../evaluation/answers/published-figures.json' with { type: 'json' }

/** Cells of the rows of a section, left and right half apart. */
function halves(section: string): string[][][] {
  const specification = readFileSync(sharedPath('specs', 'eigen1.md'), 'utf8')
  const from = specification.indexOf(`### ${section}`)
  const part = specification.slice(from, specification.indexOf('\n### ', from + 1))
  const rows = part.split('\n').filter((line) => line.startsWith('| ') && !line.includes('---'))
  const cells = rows.slice(1).map((row) => row.split('|').map((cell) => cell.trim()))
  const width = (cells[0]!.length - 3) / 2
  return [cells.map((row) => row.slice(1, 1 + width)), cells.map((row) => row.slice(2 + width, -1))].map(
    (half) => half.filter(([name]) => name !== ''),
  )
}

const number = (cell: string | undefined) => (cell === '–' ? null : Number(cell))

describe.skipIf(!hasShared)(orSkipped('published figures are those of the specification'), () => {
  it('in Table 2', () => {
    const [models, systems] = halves('7.3') as [string[][], string[][]]
    const inFile = published.systems.filter(({ table }) => table === '2')
    const printed = [...models, ...systems].map(([name = '', ...cells]) => {
      const [, system = name, base, attempts = ''] = /^(.*?) \(([^)]+)\)(.*)$/.exec(name) ?? []
      return { name: `${system}${attempts}`, base, shares: cells.map(number) }
    })
    expect(inFile).toEqual(
      printed.map(({ name, base, shares: [hle, supergpqa, trqa] }) => ({
        table: '2',
        name,
        // The print names the model of its own system once, in the row before.
        base: base ?? (name.startsWith('Eigen-1') ? 'DeepSeek V3.1' : null),
        hle,
        supergpqa,
        trqa,
      })),
    )
  })

  it('in both halves of Table 3', () => {
    const inFile = (table: string) =>
      published.settings
        .filter((setting) => setting.table === table)
        .map(({ accuracyPercent, kiloTokens, steps }) => [accuracyPercent, kiloTokens, steps])
    const printed = halves('7.4').map((half) => half.map(([, ...cells]) => cells.map(number)))
    expect([inFile('3a'), inFile('3b')]).toEqual(printed)
  })

  it('in Tables A4 and A5', () => {
    const specification = readFileSync(sharedPath('specs', 'eigen1.md'), 'utf8').replaceAll('\n', ' ')
    const [, a4 = '', a5 = ''] =
      /Table A4 \(HLE, more baselines\): (.*?)\. Table A5 \(HLE\): (.*?)\. ###/.exec(
        specification.replaceAll(/ +/g, ' '),
      ) ?? []
    const shares = (text: string) => [...text.matchAll(/\d+\.\d+(?=[,;]|$)/g)].map(([share]) => Number(share))
    expect(published.systems.filter(({ table }) => table === 'A4').map(({ hle }) => hle)).toEqual(shares(a4))
    expect(
      published.settings.filter(({ table }) => table === 'A5').map(({ accuracyPercent }) => accuracyPercent),
    ).toEqual(shares(a5))
  })
})
