/** Tests names that a paper states to be synonyms: the accepted statements, and the names' places afterwards. */
import { expect, it } from 'vitest'
import { createWinkTagger } from '../../../graph/adapters/wink-tagger.ts'
import { createNamer } from '../../fakes/own-thread-namer.ts'

const namer = createNamer(createWinkTagger())
const OCT4 = 'Binding of POU5F1 was strong.'
const TULSI = 'The tulsi was dried, and some holy basil.'

async function namesIn(texts: readonly string[]): Promise<string[][]> {
  const units = texts.map((text, at) => ({ id: `${at}`, text, topic: '', kind: 'unit' as const }))
  const named = await namer.name([{ title: 'A study of names', texts, units }])
  return named.map(({ mentions }) =>
    mentions.map(({ name, alias }) => (name === alias ? name : `${name}<${alias}`)),
  )
}

// Most are sentences of papers.
it.each([
  ['The factor OCT4 (also called POU5F1) was seen in mice.', OCT4, 'oct4<pou5f1'],
  ['The factor OCT4, which is also known as POU5F1, was seen in mice.', OCT4, 'oct4<pou5f1'],
  ['Of the factor OBF1 (a.k.a. “POU5F1”) more is known.', OCT4, 'obf1<pou5f1'],
  ['Steroidogenic factor-1 (SF-1, also known as POU5F1) is old.', OCT4, 'steroidogenic factor 1<pou5f1'],
  ['Tulsi, also known as holy basil, is indigenous to India.', TULSI, 'tulsi<holy basil'],
  ['We grew Ocimum sanctum, commonly known as holy basil, in pots.', TULSI, 'ocimum sanctum<holy basil'],
  ['Biosurfactants, also called as holy basil are active.', TULSI, 'biosurfactant<holy basil'],
  ['We grew Ocimum sanctum L. (syn. holy basil) and O. sanctum.', TULSI, 'ocimum sanctum<holy basil'],
  ['We grew Ocimum sanctum L. (tulsi), and dried O. sanctum.', TULSI, 'ocimum sanctum<tulsi'],
  [
    'We grew Ocimum sanctum (Dulal Tulsi), and O. sanctum.',
    'It was Dulal Tulsi.',
    'ocimum sanctum<dulal tulsi',
  ],
  [
    'The Himalayan palm civet (Paguma larvata) was seen.',
    'See the Himalayan palm civet.',
    'paguma larvata<himalayan palm civet',
  ],
  ['Here, we show that maize (Zea mays) binds.', 'Lipids of maize were seen.', 'zea mays<maize'],
])('%s', async (stating, text, is) => {
  const [named, both] = await namesIn([text, stating])
  const [name, alias] = is.split('<')
  expect(named).toContain(is)
  expect(named).not.toContain(alias)
  // The synonym joins papers that have only one of the two names.
  expect(both!.map((one) => one.split('<')[0])).toEqual(expect.arrayContaining([name, alias]))
})

it.each([
  ['Lipoxins (15-epi-LX, also termed aspirin-triggered LX) are old.', 'Doses of aspirin fell.', 'aspirin'],
  [
    'The Mann–Whitney U test (also known as Wilcoxon–Mann–Whitney test) fulfills this.',
    'It was Wilcoxon.',
    'wilcoxon',
  ],
  ['TRPML2 and TRPML3 (also called mucolipins 1-3) are channels.', 'See mucolipins 1-3.', 'mucolipins 1 3'],
  [
    'The software TempEst (formerly known as Path-O-Gen) was used.',
    'We had Path-O-Gen before.',
    'pathogen<path o gen',
  ],
  ['The jack bean urease (Canavalia ensiformis; JBU) is old.', 'See jack bean urease.', 'jack bean urease'],
  [
    'Three female grey seals (Halichoerus grypus) were seen.',
    'See female grey seals.',
    'female grey seal<female grey seals',
  ],
  ['Botanical Name (Citrus grandis) was a heading.', 'It was Botanical Name.', 'botanical name'],
  ['We saw OCT4 (by POU5F1) in mice.', OCT4, 'pou5f1'],
  ['Genes that were seen are OCT4 (POU5F1) and others.', OCT4, 'pou5f1'],
  ['We grew Ocimum sanctum (seed oil), and O. sanctum.', 'Use of seed oil was seen.', 'seed oil'],
  ['We grew Ocimum sanctum (Linn), and O. sanctum linn.', 'It was Linn.', 'linn'],
  ['We grew Ocimum sanctum (Tulsi), and O. sanctum.', 'It rained in Tulsi.', 'tulsi'],
])('is no other name: %s', async (stating, text, is) => {
  const [named] = await namesIn([text, stating])
  expect(named).toContain(is)
})

it('holds of the first name that the paper says it of', async () => {
  const [named] = await namesIn([
    'Binding of BRN2 was strong.',
    'The factor OCT4 (also called POU5F1) and POU5F1 (also known as BRN2) were seen.',
    'The factor KLF4 (also called BRN2) was seen.',
  ])
  expect(named).toEqual(['oct4<brn2'])
})

it('holds through names that are said to be one later', async () => {
  const [named] = await namesIn([
    'Binding of BRN2 was strong.',
    'The factor POU5F1 (also known as BRN2) was seen.',
    'The factor OCT4 (also called POU5F1) was seen.',
    'The factor BRN2 (also called OCT4) was seen.',
  ])
  expect(named).toEqual(['oct4<brn2'])
})
