/** Tests which brackets define a short form, and its meaning. */
import { describe, expect, it } from 'vitest'
import { abbreviationsOf } from '../../../core/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'

const read = (text: string) => Object.fromEntries(abbreviationsOf(text))

describe('a definition', () => {
  it.each(
    casesIn<'name' | 'short' | 'long' | 'text'>(`
    name | short | long | text
    plain | ACE | angiotensin-converting enzyme | We study the angiotensin-converting enzyme (ACE).
    letters within words | TNF-alpha | tumour necrosis factor-alpha | Levels of tumour necrosis factor-alpha (TNF-alpha) rose.
    letters of one long word | GPL | glycerophospholipid | Each glycerophospholipid (GPL) was weighed.
    letters within chemical names | ALT | alanine aminotransferase | raised alanine aminotransferase (ALT) in serum
    the start of a sentence | MDS | myelodysplastic syndromes | Myelodysplastic syndromes (MDS) are malignancies.
    an explanation behind it | BBB | blood-brain barrier | the blood-brain barrier (BBB, see below) leaks
    an enzyme number behind it | BB | blood brain | of blood brain (BB; EC 3.4) it
    a digit | IL2 | interleukin 12 | of interleukin 12 (IL2)
    a plural | CTs | computed tomographies | of computed tomographies (CTs) it
    a word that gives no letter | EDTA | ethylene diamine tetra acetic acid | by ethylene diamine tetra acetic acid (EDTA)
    words of grammar | QOL | quality of life | of quality of life (QOL)
    a capital within a word | MR | main siRNA | of main siRNA (MR)
    a line end | BB | blood brain | of blood⏎ brain (BB)
  `),
  )('is read: $name', ({ text, short, long }) => {
    expect(read(text)).toEqual({ [short]: long })
  })

  it.each([
    ['a figure', 'It grew fast (Fig. 2).'],
    ['a table', 'of tall blue eels (Table 2)'],
    ['a reference', 'of red eels of France (Ref. 3)'],
    ['a number', 'in preterm infants (28) at term'],
    ['a letter that is missing', 'the growth of cells (DNA) in culture'],
    ['letters in another order', 'of brain cells (CB)'],
    ['a letter within a short word', 'Each pair of communicating processes (Pi) has a clock.'],
    ['a list of variables', 'for each pair of processes (Pi, Pj) of them'],
    ['a list of samples', 'in sample 2, 3 (S2, S3) there were'],
    ['a roman number', 'the second variant in vitro (IV) of it'],
    ['a name', 'of all long pines (Alop)'],
    ['no capital', 'of blood brain (bb)'],
    ['capitals alone', 'of BLOOD BRAIN (BB)'],
    ['its own short form', 'of blood BB brain (BB)'],
    ['one character', 'of blood (B) it'],
    ['too many words', 'x blood of the in brain (BB)'],
    ['another sentence', 'in blood. The brain (BB)'],
  ])('is not seen in %s', (_, text) => {
    expect(read(text)).toEqual({})
  })
})

describe('the capital of a long form', () => {
  it.each(
    casesIn<'name' | 'long' | 'text'>(`
    name | long | text
    falls where it opened its sentence | blood brain | Blood brain (BB) leaks.
    falls where the word is small elsewhere | bone Marrow | Bone Marrow (BM) grew. We saw bone.
    stays among other capitals | Bone Marrow | Bone Marrow (BM) grew.
    stays within a sentence | Blood brain | We saw Blood brain (BB).
    stays in a name that has it elsewhere | Turner syndrome | Turner syndrome (TS) is rare, as in Turner too.
    stays in two letters | Zn finger | Zn finger (ZF) is.
  `),
  )('$name', ({ text, long }) => {
    expect([...abbreviationsOf(text).values()]).toEqual([long])
  })
})
