/** Which bracket defines a short form, and what it stands for. */
import { describe, expect, it } from 'vitest'
import { abbreviationsOf } from '../../../core/index.ts'

const read = (text: string) => Object.fromEntries(abbreviationsOf(text))

describe('a definition', () => {
  it.each([
    ['plain', 'We study the angiotensin-converting enzyme (ACE).', 'ACE', 'angiotensin-converting enzyme'],
    [
      'letters within words',
      'Levels of tumour necrosis factor-alpha (TNF-alpha) rose.',
      'TNF-alpha',
      'tumour necrosis factor-alpha',
    ],
    ['letters of one long word', 'Each glycerophospholipid (GPL) was weighed.', 'GPL', 'glycerophospholipid'],
    [
      'letters within chemical names',
      'raised alanine aminotransferase (ALT) in serum',
      'ALT',
      'alanine aminotransferase',
    ],
    [
      'the start of a sentence',
      'Myelodysplastic syndromes (MDS) are malignancies.',
      'MDS',
      'myelodysplastic syndromes',
    ],
    [
      'an explanation behind it',
      'the blood-brain barrier (BBB, see below) leaks',
      'BBB',
      'blood-brain barrier',
    ],
    ['an enzyme number behind it', 'of blood brain (BB; EC 3.4) it', 'BB', 'blood brain'],
    ['a digit', 'of interleukin 12 (IL2)', 'IL2', 'interleukin 12'],
    ['a plural', 'of computed tomographies (CTs) it', 'CTs', 'computed tomographies'],
    [
      'a word that gives no letter',
      'by ethylene diamine tetra acetic acid (EDTA)',
      'EDTA',
      'ethylene diamine tetra acetic acid',
    ],
    ['words of grammar', 'of quality of life (QOL)', 'QOL', 'quality of life'],
    ['a capital within a word', 'of main siRNA (MR)', 'MR', 'main siRNA'],
    ['a line end', 'of blood\n brain (BB)', 'BB', 'blood brain'],
  ])('is read: %s', (_, text, short, long) => {
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
  it.each([
    ['falls where it opened its sentence', 'Blood brain (BB) leaks.', 'blood brain'],
    ['falls where the word is small elsewhere', 'Bone Marrow (BM) grew. We saw bone.', 'bone Marrow'],
    ['stays among other capitals', 'Bone Marrow (BM) grew.', 'Bone Marrow'],
    ['stays within a sentence', 'We saw Blood brain (BB).', 'Blood brain'],
    [
      'stays in a name that has it elsewhere',
      'Turner syndrome (TS) is rare, as in Turner too.',
      'Turner syndrome',
    ],
    ['stays in two letters', 'Zn finger (ZF) is.', 'Zn finger'],
  ])('%s', (_, text, long) => {
    expect([...abbreviationsOf(text).values()]).toEqual([long])
  })
})
