/** Tests finding names in units of papers: their forms, and whether the unit is about them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Mention } from '../../../corpus/index.ts'
import { createWinkTagger } from '../../../graph/adapters/wink-tagger.ts'
import { canonical, canonicalWords, singular } from '../../../graph/index.ts'
import type { PartOfSpeech, PartOfSpeechTagger, TaggedWord } from '../../../graph/names/ports.ts'
import type { Namer } from '../../../graph/ports.ts'
import { createNamer } from '../../fakes/own-thread-namer.ts'
import rows from '../../fixtures/names/mentions.json' with { type: 'json' }
import papers from '../../fixtures/names/papers.json' with { type: 'json' }

interface Given {
  readonly text?: string
  readonly title?: string
  readonly topic?: string
  /** Further texts of the paper. */
  readonly paper?: readonly string[]
  readonly kind?: 'unit' | 'passage'
  /** Whether the text is only a part of its paper. */
  readonly isPiece?: boolean
}

const patterns = createNamer(null)
const namer = createNamer(createWinkTagger())

async function namesIn(given: Given, by: Namer = namer): Promise<readonly Mention[]> {
  const { text = '', title = '', topic = '', paper = [], kind = 'unit', isPiece = false } = given
  const units = [{ id: 'u', text, topic, kind }, ...(isPiece ? [{ id: 'v', text: '', topic: '', kind }] : [])]
  const [named] = await by.name([{ title, texts: [title, text, ...paper], units }])
  return named!.mentions
}

/** Returns `kind:name<alias*`: the alias if it differs from the name, `*` if the unit is about the name. */
function spoken({ kind, name, alias, isSubject }: Mention): string {
  return `${kind}:${name}${alias === name ? '' : `<${alias}`}${isSubject ? '*' : ''}`
}

interface Row extends Omit<Given, 'kind' | 'paper'> {
  readonly about: string
  /** The text with parts of speech: `tea/noun helps/verb`. */
  readonly tagged?: string
  readonly paper?: string
  /** Whether the text is a document of one passage without a title, whose first names stand for it. */
  readonly opens?: boolean
  readonly is: string
}

describe.each([...Map.groupBy(rows as Row[], ({ about }) => about)])('%s', (_, cases) => {
  it.each(cases)('$text$tagged$title$topic: $is', async (row) => {
    const words = row.tagged === undefined ? null : tagged(row.tagged)
    const given: Given = {
      ...row,
      ...(words === null ? {} : { text: words.sentence }),
      paper: row.paper === undefined ? [] : [row.paper],
      kind: row.opens === true ? 'passage' : 'unit',
    }
    const found = await namesIn(given, words === null ? patterns : createNamer(taggerOf(words)))
    const shown = row.opens === true ? found.filter(({ kind }) => kind === 'title') : found
    expect(shown.map(spoken).join(', ')).toBe(row.is)
  })
})

/** `has` lists "kind:name" or "kind:name<alias"; `lacks` "name" or "kind:name"; `subjects` are the names that the unit is about. */
interface Example extends Given {
  readonly name: string
  readonly has?: readonly string[]
  readonly lacks?: readonly string[]
  readonly subjects?: readonly string[]
  readonly count?: Readonly<Record<string, number>>
}

describe('sentences of papers', () => {
  it.each(papers as Example[])('$name', async (example) => {
    const found = await namesIn(example)
    const all = found.flatMap(({ kind, name, alias }) => [`${kind}:${name}`, `${kind}:${name}<${alias}`])
    expect(all).toEqual(expect.arrayContaining([...(example.has ?? [])]))
    const unwanted = new Set(example.lacks ?? [])
    expect(found.filter(({ kind, name }) => unwanted.has(name) || unwanted.has(`${kind}:${name}`))).toEqual(
      [],
    )
    const subjects = found.filter(({ isSubject }) => isSubject).map(({ name }) => name)
    expect(subjects).toEqual(expect.arrayContaining([...(example.subjects ?? [])]))
    for (const [kind, count] of Object.entries(example.count ?? {}))
      expect(found.filter((mention) => mention.kind === kind)).toHaveLength(count)
  })
})

describe('a unit', () => {
  const KYOTO = { title: 'Kyoto', text: 'We saw insulin resistance in mice.' }
  it.each([
    { name: 'a unit', given: KYOTO, is: ['kyoto', 'insulin resistance', 'insulin', 'mouse'] },
    {
      name: 'a unit whose title is not a name',
      given: { text: KYOTO.text },
      is: ['insulin resistance', 'insulin', 'mouse'],
    },
    {
      name: 'a passage whose title is a name',
      given: { ...KYOTO, kind: 'passage' },
      is: ['kyoto', 'insulin resistance', 'insulin', 'mouse'],
    },
    {
      name: 'a passage that is a document',
      given: { text: KYOTO.text, kind: 'passage' },
      is: ['insulin resistance', 'insulin', 'mouse'],
    },
    {
      name: 'a passage of a paper',
      given: { ...KYOTO, title: 'We show that some mice of old towns like tea', kind: 'passage' },
      is: ['mouse', 'insulin', 'mouse'],
    },
  ] as const)(
    'has noun phrases and names of science, other single nouns only where its title is not a name: $name',
    async ({ given, is }) => {
      expect((await namesIn(given)).map(({ name }) => name)).toEqual(is)
    },
  )
})

describe('a paper of several pieces', () => {
  const PIECES = [
    'Therefore Ocimum sanctum was dried. Matrix effects were seen.',
    'The quality of O. sanctum from Kyoto rose; see Section 3 and angiotensin II.',
    'Ferroptosis and ageing were compared in the matrix.',
  ]
  it('has in each piece the names that stand there, and none that only a sentence or an everyday word makes', async () => {
    const units = PIECES.map((text, at) => ({ id: `${at}`, text, topic: '', kind: 'unit' as const }))
    const title = 'Chemical Composition and Activities of Ocimum'
    const named = await namer.name([{ title, texts: [title, ...PIECES], units }])
    const names = named.map(({ mentions }) => [...new Set(mentions.map(({ name }) => name))])
    expect(names[0]).toContain('ocimum sanctum')
    expect(names[1]).toEqual(expect.arrayContaining(['ocimum sanctum', 'kyoto']))
    expect(names[2]).toContain('ferroptosis')
    const all = new Set(names.flat())
    for (const none of [
      'therefore',
      'matrix',
      'quality',
      'ii',
      'section 3',
      'chemical composition and activities of ocimum',
    ])
      expect(all, none).not.toContain(none)
  })
})

describe('a long paper', () => {
  const TEXT = 'It was the users of PaSa-7B that had anxiety.'
  it.each([
    { of: 'software', word: 'software', is: 'span' },
    { of: 'patients', word: 'patients', is: 'gene' },
  ])('has names of genes where it speaks of such things: $of', async ({ word, is }) => {
    const paper = [`In this way many ${word} find what they had not seen before. `.repeat(60)]
    const found = await namesIn({ text: TEXT, paper, isPiece: true })
    expect(found.filter(({ name }) => name === 'pasa7b').map(({ kind }) => kind)).toEqual([is])
    expect(found).toContainEqual(expect.objectContaining({ name: 'anxiety', kind: 'disease' }))
  })
})

describe('the form in which names are compared', () => {
  it.each([
    ['  NF-kB,  (p65)!', 'nf kb p65'],
    ["Crohn's disease", 'crohn disease'],
    ["O'Brien", 'o brien'],
    ["dogs' its'self", 'dogs its self'],
    ['Crohn’s naïve', 'crohn naive'],
    ['snake_case', 'snake_case'],
    ['Møller Łódź Đà Straße Æon Œuvre ıð', 'moller lodz da strasse aeon oeuvre id'],
    ['NF-κB', 'nf kappab'],
    ['α β ω ς ι ο υ', 'alpha beta omega sigma iota omicron upsilon'],
    ['Ἀθῆναι', 'αθηναι'],
    ['5 µM and μ', '5 um and mu'],
    ['ﬁ ½ ＡＢ', 'fi 1 2 ab'],
    ['각', '각'],
    ['शक्ति', 'शक्ति'],
    ['东京', '东京'],
    ['…', ''],
    ['\u0301', ''],
  ])('of "%s" is "%s"', (text, form) => {
    expect(canonical(text)).toBe(form.normalize('NFC'))
  })

  it('is given word by word too, each with its place and whether it begins with a capital or a digit', () => {
    expect(canonicalWords("The O'Brien’s  émeute, 2nd \u0301 5'UTR2")).toEqual([
      { form: 'the', start: 0, end: 3, isCapital: true },
      { form: 'o brien', start: 4, end: 13, isCapital: true },
      { form: 'emeute', start: 15, end: 21, isCapital: false },
      { form: '2nd', start: 23, end: 26, isCapital: true },
      { form: '5 utr2', start: 29, end: 35, isCapital: true },
    ])
  })

  it.each([
    'kinases kinase|cells lines, cells line|studies study|ties ties|flies fly|classes class|boxes box|branches branch',
    'dishes dish|viruses virus|doses dose|mice mouse|knockout mice, knockout mouse|mice model, mice model',
    'bacteria bacterium|diabetes diabetes|virus virus|basis basis|gas gas|cross cross|atlas atlas|biases bias',
    'physics physics|assays assay|potatoes potato|retention indices, retention index|legs leg|als als|il6s il6|p53as p53as|h1n1s h1n1|2s 2s|constructor constructor',
  ])('is in the singular: %s', (list) => {
    for (const pair of list.split('|')) {
      const [name = '', is] = pair.split(pair.includes(',') ? ', ' : ' ')
      expect(singular(name), name).toBe(is)
    }
  })
})

describe('laws of names', () => {
  const PIECES =
    'Lupeol|TP53|IL-6|NF-κB|E. coli|Homo sapiens|H2O2|12.5 µM|5 mg/kg|cells|the|of|(ACE)|angiotensin-converting enzyme|"quoted words"|Smith et al.|Fig. 2|RESULTS:|Émile|北京|Ἀθῆναι|½|ﬁ|’s|.|, | |\n|–|2-deoxyglucose|constructor|__proto__|toString'.split(
      '|',
    )
  const anyText = fc.oneof(
    fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(' ')),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
  )

  it('a canonical form is its own, and that of the words joined', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const form = canonical(text)
        expect(canonical(form)).toBe(form)
        const words = canonicalWords(text)
        expect(words.map((word) => word.form).join(' ')).toBe(form)
      }),
    )
  })

  it('offsets give back the alias, names are canonical, twice is the same', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (text, title) => {
        const given = { text, title, topic: title }
        const found = await namesIn(given)
        for (const { name, alias, start, end } of found) {
          expect(name).not.toBe('')
          expect(canonical(name)).toBe(name)
          if (start !== null && end !== null) expect(canonical(text.slice(start, end))).toBe(alias)
        }
        expect(await namesIn(given)).toEqual(found)
      }),
      { numRuns: 300 },
    )
  })
})

// Quadratic rules take minutes here; the runner's own limit stops them.
it.each(
  'A|A |Of of the |(|"a|1|1,|a-|1,2-|1-a|HCl2(|a|ase|a\'|A.|α|e\u0301\u0302|green cells '
    .split('|')
    .concat('A \n'),
)('a hundred thousand characters of "%s" are read in one pass', async (piece) => {
  const text = piece.repeat(100_000 / piece.length)
  expect(await namesIn({ text, title: text, topic: text })).toBeInstanceOf(Array)
})

/** Words of a sentence with their parts of speech, written `green/adjective cells/noun`. */
interface TaggedSentence {
  readonly sentence: string
  readonly words: readonly TaggedWord[]
}

/** Parses a tagged sentence; marks such as commas are separate, have no part of speech and are not words. */
function tagged(text: string): TaggedSentence {
  const words: TaggedWord[] = []
  let sentence = ''
  for (const piece of text.split(' ')) {
    const [form = '', part] = piece.split('/')
    if (sentence !== '') sentence += ' '
    const start = sentence.length
    sentence += form
    if (part !== undefined) words.push({ start, end: sentence.length, partOfSpeech: part as PartOfSpeech })
  }
  return { sentence, words }
}

/** Returns a tagger that gives the words of one sentence these parts of speech. */
function taggerOf({ words }: TaggedSentence): PartOfSpeechTagger {
  return { tag: () => words }
}
