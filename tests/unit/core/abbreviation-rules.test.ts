/** The rules by which a bracket defines a short form, each at its limit. */
import { describe, expect, it } from 'vitest'
import { abbreviationsOf } from '../../../core/abbreviations.ts'

const TEN = 'alpha beta carbon delta epsilon fluor gamma helium iodine joule'
const read = (text: string) => Object.fromEntries(abbreviationsOf(text))

describe('a definition', () => {
  const defined = [
    { name: 'two characters', text: 'of blood brain (BB) it', short: 'BB', long: 'blood brain' },
    { name: 'ten characters', text: `of ${TEN} (ABCDEFGHIJ) it`, short: 'ABCDEFGHIJ', long: TEN },
    { name: 'two words', text: 'of vitamin D receptor (VD R) it', short: 'VD R', long: 'vitamin D receptor' },
    { name: 'a digit in front', text: 'of 2 blood cells (2BC) it', short: '2BC', long: '2 blood cells' },
    { name: 'an enzyme number', text: 'of blood brain (BB; EC 3.4) it', short: 'BB', long: 'blood brain' },
    { name: 'a number behind', text: 'of blood brain (BB, 12) it', short: 'BB', long: 'blood brain' },
    {
      name: 'a plural',
      text: 'of computed tomographies (CTs) it',
      short: 'CTs',
      long: 'computed tomographies',
    },
    {
      name: 'twice as many words as two characters',
      text: 'x blood of the brain (BB)',
      short: 'BB',
      long: 'blood of the brain',
    },
    {
      name: 'five words more than six characters',
      text: 'x alpha of beta of carbon of delta of epsilon of fluor (ABCDEF)',
      short: 'ABCDEF',
      long: 'alpha of beta of carbon of delta of epsilon of fluor',
    },
    {
      name: 'a word in four that gives nothing',
      text: 'by ethylene diamine tetra acetic acid (EDTA)',
      short: 'EDTA',
      long: 'ethylene diamine tetra acetic acid',
    },
    {
      name: 'a word of exactly four that gives nothing',
      text: 'of ethylene diamine tetra acid (EDT)',
      short: 'EDT',
      long: 'ethylene diamine tetra acid',
    },
    { name: 'a letter within ten', text: 'of blood substratum (BT)', short: 'BT', long: 'blood substratum' },
    {
      name: 'a digit within a number',
      text: 'of interleukin 12 (IL2)',
      short: 'IL2',
      long: 'interleukin 12',
    },
    { name: 'a capital within a word', text: 'of main siRNA (MR)', short: 'MR', long: 'main siRNA' },
    { name: 'more than one letter of a word', text: 'of kinase (KIN) it', short: 'KIN', long: 'kinase' },
    {
      name: 'words of grammar that give a letter',
      text: 'of quality of life (QOL)',
      short: 'QOL',
      long: 'quality of life',
    },
    { name: 'a line end', text: 'of blood\n brain (BB)', short: 'BB', long: 'blood brain' },
    {
      name: 'marks in the short form',
      text: 'of tumour necrosis (T-N)',
      short: 'T-N',
      long: 'tumour necrosis',
    },
    {
      name: '200 characters before the bracket',
      text: `b${'x'.repeat(192)} brain (BB)`,
      short: 'BB',
      long: `b${'x'.repeat(192)} brain`,
    },
  ]
  it.each(defined)('may have $name', ({ text, short, long }) => {
    expect(read(text)).toEqual({ [short]: long })
  })

  const others = [
    { name: 'one character', text: 'of blood (B) it' },
    { name: 'eleven characters', text: `of ${TEN} krypton (ABCDEFGHIJK)` },
    { name: 'three words', text: 'of vitamin D receptor (V D R)' },
    { name: 'a mark in front', text: 'of blood brain (-BB)' },
    { name: 'no capital', text: 'of blood brain (bb)' },
    { name: 'a table', text: 'of tall blue eels (Table)' },
    { name: 'a table with its number', text: 'of tall blue (Table 2)' },
    { name: 'a reference', text: 'of red eels of France (Ref. 3)' },
    { name: 'an equation', text: 'of each quantity (Eq. 2)' },
    { name: 'a name', text: 'of all long pines (Alop)' },
    { name: 'a roman number', text: 'of varied inner exits (VI)' },
    { name: 'a list', text: 'of blood brain (BB, Bb)' },
    { name: 'one word more than twice two', text: 'x blood of the in brain (BB)' },
    {
      name: 'six words more than six characters',
      text: 'x alpha of beta of carbon of delta of epsilon of the fluor (ABCDEF)',
    },
    { name: 'a word in three that gives nothing', text: 'by ethylene diamine acid (ED)' },
    { name: 'a word in three, those of grammar apart', text: 'x ethylene of diamine acid (ED)' },
    { name: 'a letter within nine', text: 'of blood substrate (BT)' },
    { name: 'a small letter within a short word', text: 'of main hard (MR)' },
    { name: 'its own short form', text: 'of blood BB brain (BB)' },
    { name: 'capitals alone', text: 'of BLOOD BRAIN (BB)' },
    { name: 'a sentence before', text: 'in blood. The brain (BB)' },
    { name: 'a clause before', text: 'in blood; the brain (BB)' },
    { name: 'a bracket between', text: 'in blood [1] brain (BB)' },
    { name: '201 characters before the bracket', text: `b${'x'.repeat(193)} brain (BB)` },
    { name: 'nothing before it', text: '(BB) blood brain' },
    { name: 'letters in another order', text: 'of brain cells (CB)' },
  ]
  it.each(others)('never has $name', ({ text }) => {
    expect(read(text)).toEqual({})
  })

  it('is the first of several', () => {
    expect(read('of blood brain (BB), of big bones (BB), of red cells (RC)')).toEqual({
      BB: 'blood brain',
      RC: 'red cells',
    })
  })

  it('goes on behind a definition and a bracket that is none', () => {
    expect(read('grew (fast) in blood brain (BB). In (2) red cells (RC)')).toEqual({
      BB: 'blood brain',
      RC: 'red cells',
    })
  })
})

describe('the capital of a long form', () => {
  const cases = [
    { name: 'falls where it opened its sentence', text: 'Blood brain (BB) leaks.', long: 'blood brain' },
    { name: 'falls behind another sentence', text: 'To rob. Blood brain (BB) leaks.', long: 'blood brain' },
    {
      name: 'falls where the word is small elsewhere',
      text: 'Bone Marrow (BM) grew. We saw bone.',
      long: 'bone Marrow',
    },
    { name: 'stays among other capitals', text: 'Bone Marrow (BM) grew.', long: 'Bone Marrow' },
    { name: 'stays within a sentence', text: 'We saw Blood brain (BB).', long: 'Blood brain' },
    {
      name: 'falls where only capitals stand before the word elsewhere',
      text: 'Turner syndrome (TS) is rare. HIV Turner is.',
      long: 'turner syndrome',
    },
    {
      name: 'stays behind a small letter',
      text: 'Turner syndrome (TS) is rare, as in Turner too.',
      long: 'Turner syndrome',
    },
    {
      name: 'stays behind a comma',
      text: 'Turner syndrome (TS) is rare. In HIV, Turner too.',
      long: 'Turner syndrome',
    },
    {
      name: 'falls where it opens another sentence',
      text: 'Blood brain (BB) is. Blood is.',
      long: 'blood brain',
    },
    { name: 'stays in two letters', text: 'Zn finger (ZF) is.', long: 'Zn finger' },
    { name: 'falls in three letters', text: 'Zen finger (ZF) is.', long: 'zen finger' },
    { name: 'falls before a hyphen', text: 'Blood-brain (BB) is.', long: 'blood-brain' },
  ]
  it.each(cases)('$name', ({ text, long }) => {
    expect([...abbreviationsOf(text).values()]).toEqual([long])
  })
})
