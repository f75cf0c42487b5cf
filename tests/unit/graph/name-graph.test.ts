/** Tests the name graph of a corpus: names in questions, corrections, and units that are added, changed and removed. */
import { describe, expect, it } from 'vitest'
import { contentId } from '../../../core/index.ts'
import type { CorpusStore } from '../../../corpus/index.ts'
import {
  type CorpusNames,
  createNameCorrections,
  createNameCorrector,
  type LinkedName,
  openCorpusNames,
} from '../../../graph/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { mentionsOf } from '../../fixtures/named-corpus.ts'
import { textRecord } from '../../fixtures/text-records.ts'

/** Stores a paper of one unit with these names, replacing the paper of the same name. */
async function put(store: CorpusStore, paper: string, names: string): Promise<void> {
  const record = await textRecord({ name: paper, units: [names] }, null)
  await using writer = await store.write('names')
  await writer.put([record])
  await writer.putMentions('recipe', [{ unit: record.units[0]!.id, mentions: mentionsOf(names) }])
}

async function remove(store: CorpusStore, ...papers: readonly string[]): Promise<void> {
  await using writer = await store.write('remove')
  await writer.remove(papers.map((paper) => contentId(paper)))
}

/** Opens a corpus with one paper for each unit: `0`, `1`, … */
async function opened(...units: readonly string[]) {
  const store = emptyCorpus()
  for (const [paper, names] of units.entries()) await put(store, String(paper), names)
  const names = await openCorpusNames({ reader: store, folder: '/no-folder-of-artefacts' })
  return { store, names }
}

/** Returns `name<asked`, the number of its units, its share if there are other candidates, and its kind. */
function spoken({ name, asked, units, share, isTitle, isPhrase }: LinkedName): string {
  const form = asked === name ? name : `${name}<${asked}`
  return [form, units, share < 1 && share.toFixed(2), isTitle && 'title', isPhrase && 'phrase']
    .filter((part) => part !== false)
    .join(' ')
}

async function linked(names: CorpusNames, question: string): Promise<string> {
  return (await names.whenCurrent(({ graph }) => graph.link(question))).map(spoken).join(', ')
}

const AD = 'abbreviation:alzheimer disease<ad'

describe('the names of a question', () => {
  it.each(
    casesIn<'units' | 'question' | 'is'>(`
    units | question | is
    lupeol, birch bark; lupeol | Is birch bark rich in Lupeol, as Birch Bark? | birch bark 1, lupeol 2
    lupeol | Is it?
    insulin; insulin resistance | Insulin resistance matters | insulin resistance 1
    new york; york | is new york large | new york 1
    alien | is alien good
    york | what is York's river | york 1
    the who; who | The who and the WHO, who is it | the who 1
    kyoto | the Old Kyoto Garden | kyoto 1
    one two three four five six seven eight nine ten | One two three four five six seven eight nine ten
    # Spelled otherwise than in the texts.
    gene:il6 | does IL-6 rise | il6 1
    il 6; gene:il6 | does IL-6 rise | il 6 1
    gene:nfkappab | what does NF-kB do | nfkappab 1
    quantity:12 5 micromolar | what acts at 12.50 uM | 12 5 micromolar 1 phrase
    species:escherichia coli | what kills E. coli | escherichia coli<e coli 1
    # A title in one unit is a title; a phrase in every unit is a phrase.
    title:akt*; akt | AKT | akt 2 title
    akt; title:akt* | AKT | akt 2 title
    span:akt* | AKT | akt 1
    other, phrase:tea leaf | tea leaf | tea leaf 1 phrase
    phrase:tea leaf; term:tea leaf | tea leaf | tea leaf 2 phrase
    phrase:tea leaf; gene:tea leaf | tea leaf | tea leaf 2
    gene:tea leaf; phrase:tea leaf | tea leaf | tea leaf 2
    # A short form means the names that it stands for, and itself where it is a name.
    abbreviation:alzheimer disease<ad; abbreviation:alzheimer disease<ad; abbreviation:atopic dermatitis<ad | What helps in AD? | alzheimer disease<ad 2 0.67, atopic dermatitis<ad 1 0.33
    abbreviation:alzheimer disease<ad; abbreviation:advert<ad | AD | advert<ad 1 0.50, alzheimer disease<ad 1 0.50
    abbreviation:alzheimer disease<ad, abbreviation:alzheimer disease<ad; abbreviation:zebra<ad | AD | alzheimer disease<ad 1 0.50, zebra<ad 1 0.50
    ad; abbreviation:alzheimer disease<ad | AD | ad 1, alzheimer disease<ad 1
    # Chemicals, genes and species of one word are known in lower case too, as phrases, behind the others.
    chemical:lupeol, kyoto, gene:tp53, species:yeast | is lupeol, lupeol, yeast or tp53 from kyoto or Kyoto | kyoto 1, lupeol 1 phrase, yeast 1 phrase, tp53 1 phrase
    chemical:lupeol | what is "old lupeol bark" | lupeol 1 phrase
    chemical:lupeol | Lupeol is lupeol | lupeol 1
    chemical:lupeol, lupeol synthase | what is lupeol synthase | lupeol synthase 1
    chemical:lupeol, lupeol synthase | lupeol synthase lupeol | lupeol synthase 1, lupeol 1 phrase
    chemical:lupeol<lup | does lup act
  `),
  )('$question: $is', async ({ units, question, is }) => {
    expect(await linked((await opened(...units.split('; '))).names, question)).toBe(is)
  })

  it('are those of the units that are left', async () => {
    const { store, names } = await opened(
      'phrase:akt',
      'title:akt*',
      'insulin',
      'insulin resistance<insulin resistance of mice',
      AD,
      'ad',
    )
    expect(await linked(names, 'AKT')).toBe('akt 2 title')
    expect(await linked(names, 'Insulin resistance of mice')).toBe(
      'insulin resistance<insulin resistance of mice 1',
    )
    expect(await linked(names, 'AD')).toBe('ad 1, alzheimer disease<ad 1')
    await remove(store, '1', '3', '5')
    expect(await linked(names, 'AKT')).toBe('akt 1 phrase')
    expect(await linked(names, 'Insulin resistance of mice')).toBe('insulin 1')
    expect(await linked(names, 'AD')).toBe('alzheimer disease<ad 1')
    await remove(store, '0', '2', '4')
    expect(await linked(names, 'AKT and Insulin in AD')).toBe('')
  })
})

describe('the graph of a corpus', () => {
  it('counts what changed since it was opened: units that came and units that went', async () => {
    const { store, names } = await opened('bark, akt', 'bark')
    const state = () => names.whenCurrent(({ graph, changed }) => [graph.unitCount(), changed])
    expect(await state()).toEqual([2, 2])
    await put(store, '1', 'tea')
    expect(await state()).toEqual([2, 4])
    expect(names.seq()).toBe(await store.seq())
    await remove(store, '1')
    const again = await openCorpusNames({ reader: store, folder: '/no-folder-of-artefacts' })
    expect(await again.whenCurrent(({ graph, changed }) => [graph.unitCount(), changed])).toEqual([1, 1])
  })
})

describe('corrections', () => {
  it.each([
    { ignore: ['…'], alias: {}, sentence: 'no letter or digit' },
    { ignore: [], alias: { a: 'b', b: 'c', c: 'a' }, sentence: '"a" is an alias of itself through a cycle' },
    { ignore: [], alias: { AKT: 'x', akt: 'y' }, sentence: 'both "x" and "y"' },
    { ignore: ['akt'], alias: { akt: 'x' }, sentence: 'both ignored and an alias' },
    { ignore: ['x', 'y'], alias: { b: 'x', a: 'y' }, sentence: '"b" is an alias of "x", which is ignored' },
  ])('are refused: $sentence', ({ ignore, alias, sentence }) => {
    expect(() => createNameCorrections(ignore, alias as Record<string, string>)).toThrow(sentence)
  })

  it('leave ignored names out of mentions and facts, and give aliases their name', () => {
    const corrector = createNameCorrector(
      createNameCorrections(['noise'], { mtor: 'kinase', 'protein kinase b': 'akt' }),
    )
    const given = mentionsOf('noise, river<noise, mtor, long form<mtor, mtor<target of rapamycin, akt')
    expect(corrector.mentions(given).map(({ name, alias }) => `${name}<${alias}`)).toEqual([
      'kinase<mtor',
      'kinase<mtor',
      'kinase<target of rapamycin',
      'akt<akt',
    ])
    const facts = [
      { subject: 'mtor', predicate: 'binds', object: 'protein kinase b' },
      { subject: 'noise', predicate: 'is', object: 'akt' },
      { subject: 'akt', predicate: 'is', object: 'noise' },
    ]
    expect(corrector.facts(facts)).toEqual([{ subject: 'kinase', predicate: 'binds', object: 'akt' }])
    expect([corrector.nameOf('noise'), corrector.formsOf('akt')]).toEqual([null, ['akt', 'protein kinase b']])
  })
})
