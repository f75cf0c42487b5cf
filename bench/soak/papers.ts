/** Papers that the soak uploads: the sample PDFs, each with other bytes, and notes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomIndex } from '../../core/index.ts'

const SAMPLES = join(import.meta.dirname, '..', '..', 'samples', 'papers')
const PDF_SHARE = 0.35
const MOST_SENTENCES = 40

/** Each paper holds its mark in its name. */
export function createPapers(random: () => number): (mark: string) => { name: string; bytes: Buffer } {
  const pdfs = readdirSync(SAMPLES)
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => readFileSync(join(SAMPLES, name)))
  const sentence = () => SENTENCES[randomIndex(random, SENTENCES.length)]
  return (mark) => {
    if (random() < PDF_SHARE) {
      const pdf = pdfs[randomIndex(random, pdfs.length)] ?? Buffer.alloc(0)
      return { name: `${mark}.pdf`, bytes: Buffer.concat([pdf, Buffer.from(`\n% ${mark}\n`)]) }
    }
    const text = Array.from({ length: 1 + randomIndex(random, MOST_SENTENCES) }, sentence).join(' ')
    return { name: `${mark}.txt`, bytes: Buffer.from(`Notes on ${mark}\n\n${text}`) }
  }
}

const SENTENCES = [
  'Lupeol from the bark inhibits the kinase AKT1 with an IC50 of 18.4 micromolar.',
  'The chloroplast haplotypes of the trees differ between the northern and the southern slope.',
  'Watterson’s estimator is biased downwards where genotypes are missing.',
  'An inhibitor of the ACE N-domain lowers the blood pressure of rats without cough.',
  'Cas9 cuts away from its target at eleven places of the genome.',
  'The palladium load of the coupling was lowered to fifty parts per million.',
  'Silencing of AKT2 changes nothing in the growth of the cells.',
  'Samples were kept at minus eighty degrees until they were sequenced.',
]
