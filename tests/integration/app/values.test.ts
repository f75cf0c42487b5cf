/** Values over a corpus: by a question, as a table over the papers, and where two papers cannot both be right. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const cwd = sharedFolder()
const gloss = <Answer>(...args: string[]) => answerOf<Answer>(args, { cwd })

const PAPERS = {
  'lupeol.md': [
    '# Lupeol against breast cancer cells',
    'Lupeol is a triterpene of many fruits and was isolated from mango peel for this work.',
    'The IC50 of lupeol in MCF-7 cells was 12.5 ± 0.3 µM after 48 h. The IC50 of betulin in MCF-7 cells was 31 µM.',
    'The melting point of lupeol was 215 °C in a sealed tube. Mice received a dose of 40 mg/kg by mouth.',
  ],
  'again.md': [
    '# Lupeol in other hands',
    'Fruits hold triterpenes, and lupeol was purchased for these experiments from a common supplier.',
    'The IC50 of lupeol in HeLa cells was 3.1 \ufffdM in our hands.',
    'The melting point of lupeol was 180 °C in a sealed tube.',
  ],
  'oils.md': [
    '# Oils of three trees',
    'Oils of trees act on larvae (LC50 of jambhiri 200.79 mg/l, of musambi 457.30 mg/l, of kinnow 321.60 mg/l).',
    'The MIC of the oil on E. coli ranged from 2.84 to 3.73 mg/ml. Rats weighing between 150 and 250 g had three wound models by body weight, and got 250 mg/kg body weight.',
    'At 1 year from enrolment the progression-free survival was 58% among those treated with oils.',
    'They drank while the bottles stood at 37 °C.',
  ],
}

interface Found {
  readonly values: readonly {
    readonly text: string
    readonly place: { readonly title: string; readonly sentence: string }
  }[]
}
const textsOf = async (question: string) =>
  (await gloss<Found>('values', question)).values.map(({ text }) => text)

beforeAll(async () => {
  for (const [name, paragraphs] of Object.entries(PAPERS))
    writeFileSync(join(cwd, name), `${paragraphs.join('\n\n')}\n`)
  await gloss('ingest', ...Object.keys(PAPERS), '--topic', 'none')
})

describe('gloss values', () => {
  it('finds the value of what was asked for first, with its sentence', async () => {
    const { values } = await gloss<Found>('values', 'IC50 of lupeol in MCF-7')
    expect(values[0]).toMatchObject({
      text: '12.5 ± 0.3 µM',
      si: { value: 0.0125, error: 0.0003, unit: 'mol m^-3' },
      place: {
        title: 'Lupeol against breast cancer cells',
        sentence: 'The IC50 of lupeol in MCF-7 cells was 12.5 ± 0.3 µM after 48 h.',
      },
    })
    expect(values.map(({ text }) => text)).not.toContain('after 48 h')
  })

  it('prefers of one sentence the value that stands by what was asked for', async () => {
    expect((await textsOf('LC50 of musambi'))[0]).toBe('457.30 mg/l')
    expect((await textsOf('LC50 of kinnow'))[0]).toBe('321.60 mg/l')
  })

  it('answers neither with an amount of the question nor with a count where something is weighed', async () => {
    expect(await textsOf('progression-free survival at 1 year')).toEqual(['58%'])
    expect(await textsOf('body weight of rats')).toEqual(['between 150 and 250 g'])
  })

  it('reads on behind the short name of a genus, and knows a temperature by its unit', async () => {
    const { values } = await gloss<Found>('values', 'MIC on E. coli')
    expect(values[0]).toMatchObject({ text: 'ranged from 2.84 to 3.73 mg/ml', property: 'MIC' })
    expect(await textsOf('temperature of bottles')).toEqual(['37 °C'])
  })

  it('keeps to a limit in any unit of the same kind, and compares no value that was not read for certain', async () => {
    expect(await textsOf('IC50 of betulin in MCF-7 > 0.02 mM')).toEqual(['31 µM'])
    expect(await textsOf('IC50 of lupeol < 10 uM')).toEqual([])
  })

  it('names each value of a list by what stands before it, and takes no level of confidence for a value', async () => {
    const text =
      'Rough lemon had the lowest LC50 value (200.8 ppm), followed by valencia late (213.0 ppm) and kinnow (321.6 ppm). The prevalence was 68.1% (95% CI 57.7 to 78.4).'
    writeFileSync(join(cwd, 'texts.jsonl'), `${JSON.stringify({ id: 't', text })}\n`)
    const { texts } = await gloss<{
      texts: { values: { text: string; property: string | null; of: string | null }[] }[]
    }>('values', '--text', 'texts.jsonl')
    expect(texts[0]!.values.slice(1, 5).map(({ text, property, of }) => [text, property, of])).toEqual([
      ['213.0 ppm', 'LC50 value', 'valencia late'],
      ['321.6 ppm', 'LC50 value', 'kinnow'],
      ['68.1%', 'prevalence', null],
      ['95%', 'confidence level', null],
    ])
    const { stdout } = await runCli(['values', '--text', 'texts.jsonl'], { cwd })
    expect(stdout).toMatch(/200\.8 ppm \(0\.0002008\)\s+, lowest LC50 value/)
    expect(stdout).toMatch(/68\.1% \(0\.681\)/)
  })

  it('is a usage error without a question', async () => {
    const { code, stderr } = await runCli(['values'], { cwd })
    expect(code).not.toBe(0)
    expect(stderr).toContain('ask for a value, or name a file with --text')
  })
})

it('gloss table leaves a cell empty where nothing stands there', async () => {
  const { rows } = await gloss<{ rows: { title: string; cells: ({ text: string } | null)[] }[] }>(
    ...['table', '--rows', 'papers', '--columns', 'dose, melting point'],
  )
  const cells = Object.fromEntries(
    rows.map((row) => [row.title, row.cells.map((cell) => cell?.text ?? null)]),
  )
  expect(cells).toEqual({
    'Lupeol against breast cancer cells': ['40 mg/kg', '215 °C'],
    'Lupeol in other hands': [null, '180 °C'],
    'Oils of three trees': ['250 mg/kg', null],
  })
})

it('gloss conflicts names values of two papers that cannot both hold', async () => {
  const { conflicts } = await gloss<{ conflicts: { statements: { text: string }[] }[] }>('conflicts')
  expect(conflicts).toMatchObject([{ property: 'melting point', of: 'lupeol' }])
  expect(conflicts[0]?.statements.map(({ text }) => text).sort()).toEqual(['180 °C', '215 °C'])
})
