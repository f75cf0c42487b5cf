/** Tests `gloss table` on realistic papers: each cell is a quotation that answers its column, or empty if the paper does not say. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerOf } from '../../fixtures/run-cli.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const cwd = sharedFolder()

const PAPERS = {
  'basil.md': [
    '# Wound healing by extracts of Ocimum sanctum in rats',
    'Flavonoids of many plants were studied by Sharma et al. (2001) with chloroform extracts of roots in Brazil, where part of the population of each country uses herbs (75-80%).',
    'Leaves of Ocimum sanctum were collected in August 2004 from the local areas of Udupi district, Karnataka, India. The extract of Ocimum sanctum was kept in the dark.',
    'Leaf powder (75 g) was extracted with 700 ml of 95% ethanol in a soxhlet apparatus. The extract was stored at 4 ∘ C. Ocimum sanctum is a herb.',
    'The rats were divided into five groups of six animals each and fed 400 mg/kg body weight of extract. The response was dose-dependent with an IC50 of 12 µM.',
    'Spectra were recorded using a Bruker AMX-400 (400 MHz) instrument at the institute. Plates were read with a kit (Sigma, St. Louis, MO, USA).',
    'Differences with P < 0.01 were significant, and a p-distance of 0.039 separated the groups, as seen with SPSS 21.0 software. Oils came from the hydrodistillation method; the same method served twice.',
  ],
  'cells.md': [
    '# Toxicity of an oil for tumour cells',
    'The cytotoxic activity against P815, MCF7 and VERO cell lines was measured in the laboratory, whose health costs were 2% of all.',
    'The control group (n = 12) was given a solvent of 38 mm height. T cells and CD4 cells were counted in the same instrument. Staphylococcus aureus was seen once.',
  ],
  'pain.md': [
    '# Pain after surgery in two groups of patients',
    'Missing data (n = 14) were left as they were. In all, 12 patients dropped out and 9 participants were lost to follow-up during the randomised part.',
    'We enrolled 80 patients, 52% (n = 42) of them women, and excluded 6 patients later. They formed two groups of patients.',
  ],
  'panda.md': [
    '# Milk of a bear, Ailuropoda melanoleuca, through the first month',
    'Milk of Ailuropoda melanoleuca was centrifuged at 2000 × g after it was collected. Tubes were obtained from Sigma (St. Louis, MO, USA).',
    'Human milk differs. Human infants and human mothers are studied most; a human milk protein is known.',
    'The human genome has it. In human serum the human albumin stands above that of dog, and human cells need it.',
  ],
}

interface Table {
  readonly rows: readonly {
    readonly title: string
    readonly cells: readonly ({ readonly text: string; readonly sentence: string } | null)[]
  }[]
}

async function cellsOf(columns: string): Promise<Record<string, (string | null)[]>> {
  const { rows } = await answerOf<Table>(['table', '--columns', columns], { cwd })
  return Object.fromEntries(
    rows.map(({ title, cells }) => [title.split(' ')[0]!, cells.map((cell) => cell?.text ?? null)]),
  )
}

beforeAll(async () => {
  for (const [name, paragraphs] of Object.entries(PAPERS))
    writeFileSync(join(cwd, name), `${paragraphs.join('\n\n')}\n`)
  await answerOf(['ingest', ...Object.keys(PAPERS), '--topic', 'none'], { cwd })
})

describe('a column that asks for words', () => {
  it('is answered with those of the paper’s own work, never with a number of the same sentence', async () => {
    const none = [null, null, null, null, null, null]
    expect(await cellsOf('plant part, solvent, country, year of collection, cell line, instrument')).toEqual({
      Wound: ['Leaves', '95% ethanol', 'India', 'August 2004', null, 'Bruker AMX-400 (400 MHz) instrument'],
      Toxicity: [null, null, null, null, 'P815, MCF7 and VERO', null],
      Milk: none,
      Pain: none,
    })
  })

  it('of any other name is answered by a phrase that says which', async () => {
    const { Wound, Toxicity } = await cellsOf('software, method, apparel')
    expect(Wound).toEqual(['SPSS 21.0 software', 'hydrodistillation method', null])
    expect(Toxicity).toEqual([null, null, null])
  })

  it('for the species has the one of the title, and none that is named in passing', async () => {
    expect(await cellsOf('species')).toEqual({
      Wound: ['Ocimum sanctum'],
      Toxicity: [null],
      Milk: ['Ailuropoda melanoleuca'],
      Pain: [null],
    })
  })
})

describe('a column that asks for a number', () => {
  it('knows a sample size by n or by who was taken, without those left out, and a p value by p', async () => {
    expect(await cellsOf('sample size, p value')).toEqual({
      Wound: ['six animals', '< 0.01'],
      Toxicity: ['n = 12', null],
      Milk: [null, null],
      Pain: ['80 patients', null],
    })
  })

  it('knows a temperature and a dose by the unit, and no dose in “dose-dependent”', async () => {
    expect(await cellsOf('temperature, dose')).toEqual({
      Wound: ['4 ∘ C', '400 mg/kg'],
      Toxicity: [null, null],
      Milk: [null, null],
      Pain: [null, null],
    })
  })
})
