/** Which words of a window a query of the lexical querier has, where the sentence in doubt is given. */
import { describe, expect, it } from 'vitest'
import {
  createLexicalQuerier,
  type KnownNames,
  type Look,
  type MonitorVerdict,
} from '../../../../monitor/index.ts'
import { FURTHER_DOUBT, scoreSentences } from '../../../../monitor/monitors/score-doubt.ts'
import { lookAt, never } from '../../../fixtures/monitor-looks.ts'

interface Asked {
  /** The sentence in doubt. */
  readonly doubt?: string
  /** Texts that the monitor marked. */
  readonly marks?: readonly string[]
  readonly look?: Partial<Look>
  readonly names?: KnownNames
  readonly maxQueries?: number
}

async function ask(window: string, { doubt, marks = [], look = {}, ...options }: Asked = {}) {
  const spanOf = (text: string) => ({ start: window.indexOf(text), end: window.indexOf(text) + text.length })
  const verdict: MonitorVerdict = {
    answer: 'yes',
    reason: '',
    ...(doubt === undefined ? {} : { doubt: spanOf(doubt) }),
    marks: marks.map((text) => ({ rule: 'r', ...spanOf(text) })),
  }
  const { queries } = await createLexicalQuerier(options).queries(lookAt(window, look), verdict, never)
  return queries
}

const METALS = 'Iron and copper and zinc and cobalt ore.'
const ORGANS = 'Liver and kidney and spleen and thymus tissue.'
const TREES = 'Birch and maple and alder and willow trees.'

describe('a query is about', () => {
  it.each([
    { name: 'the first sentence', doubt: METALS, query: 'Iron copper zinc cobalt ore' },
    { name: 'the one in the middle', doubt: ORGANS, query: 'Liver kidney spleen thymus tissue' },
    { name: 'the last one', doubt: TREES, query: 'Birch maple alder willow trees' },
    {
      name: 'the one behind the blank where the doubt begins',
      doubt: ` ${ORGANS}`,
      query: 'Liver kidney spleen thymus tissue',
    },
    {
      name: 'the first that the doubt reaches into',
      doubt: 'ore. Liver',
      query: 'Iron copper zinc cobalt ore',
    },
  ])('$name, where the monitor says so', async ({ doubt, query }) => {
    expect(await ask(`${METALS} ${ORGANS} ${TREES} `, { doubt })).toEqual([query])
  })

  it('the surest sentence where the monitor names none, of equals the last', async () => {
    const doubt = 'I am not sure which collimator suits iodine photons.'
    expect(await ask(`${doubt} ${ORGANS} ${TREES} `)).toEqual(['collimator suits iodine photons'])
    expect(await ask(`${ORGANS} ${doubt} ${TREES} `)).toEqual(['collimator suits iodine photons'])
    expect(await ask(`${METALS} ${ORGANS} ${TREES} `)).toEqual(['Birch maple alder willow trees'])
  })
})

it('a query is about the surest sentence where the doubt lies between two', async () => {
  const doubt = '\n'
  expect(await ask(`${METALS}\n${ORGANS} ${TREES} `, { doubt })).toEqual(['Birch maple alder willow trees'])
})

describe('further queries', () => {
  const doubts = [
    'I am not sure which collimator suits iodine photons.',
    'I do not remember the half-life of technetium isotopes in urine.',
    'Maybe the kidney dose limit matters for children.',
    'I cannot recall which tracer marks thyroid tissue.',
    'I have no idea how sodium perchlorate blocks uptake.',
  ]
  const window = `${doubts.join(' ')} `
  const words = ['collimator', 'technetium', 'kidney', 'tracer', 'perchlorate']
  const about = (queries: readonly string[]) =>
    queries.map((query) => words.findIndex((word) => query.includes(word)))
  const sure = scoreSentences(window).map(({ probability }) => probability)
  const bySureness = [...sure.keys()]
    .filter((at) => sure[at]! >= FURTHER_DOUBT)
    .toSorted((a, b) => sure[b]! - sure[a]!)

  it('are about the other sentences that the monitor marked, the surest first, three in all', async () => {
    expect(bySureness.length).toBeGreaterThan(3)
    const [first, ...others] = [bySureness.at(-1)!, ...bySureness.slice(0, -1)]
    const asked = { doubt: doubts[first]!, marks: doubts }
    expect(about(await ask(window, asked))).toEqual([first, ...others].slice(0, 3))
    expect(about(await ask(window, { ...asked, maxQueries: 9 }))).toEqual([first, ...others])
    expect(about(await ask(window, { ...asked, maxQueries: 1 }))).toEqual([first])
  })

  it('are none about a sentence without a mark, or with half of one, and none about one that is not in doubt', async () => {
    const [surest, next] = bySureness
    const doubt = doubts[surest!]!
    expect(about(await ask(window, { doubt }))).toEqual([surest])
    expect(about(await ask(window, { doubt, marks: [doubts[next!]!.slice(3, 9)] }))).toEqual([surest, next])
    const across = `${window.slice(window.indexOf(doubts[1]!) - 9, window.indexOf(doubts[1]!) + 9)}`
    expect(about(await ask(window, { doubt, marks: [across] }))).toEqual([surest])
    expect(await ask(`${doubt} ${METALS} `, { doubt, marks: [METALS] })).toHaveLength(1)
  })
})

describe('a sentence of fewer than four telling words', () => {
  const query = async (window: string, doubt: string) => (await ask(window, { doubt }))[0]

  it.each([
    {
      name: 'is enough with four',
      doubt: 'Copper and zinc and cobalt and nickel.',
      query: 'Copper zinc cobalt nickel',
    },
    {
      name: 'takes the one before it',
      doubt: 'Copper and zinc and cobalt.',
      query: 'silver Copper zinc cobalt',
    },
    { name: 'takes the one after it besides', doubt: 'Copper and zinc.', query: 'silver Copper zinc thymus' },
    { name: 'takes the one before those at last', doubt: 'Copper.', query: 'willow silver Copper thymus' },
    {
      name: 'does not count a word twice',
      doubt: 'Copper and copper and zinc and cobalt.',
      query: 'silver copper zinc cobalt',
    },
    {
      name: 'does not count words of two letters',
      doubt: 'Copper and zinc and cobalt and pH.',
      query: 'silver Copper zinc cobalt pH',
    },
    {
      name: 'counts those of three',
      doubt: 'Copper and zinc and cobalt and tin.',
      query: 'Copper zinc cobalt tin',
    },
    {
      name: 'does not count the words of any formula',
      doubt: 'Copper and zinc and cobalt and coefficients.',
      query: 'silver Copper zinc cobalt coefficients',
    },
  ])('$name', async ({ doubt, query: expected }) => {
    expect(
      await query(`There is the willow. So is the silver. ${doubt} And the thymus. And a spleen. `, doubt),
    ).toBe(expected)
  })

  it('goes without neighbours where there are none', async () => {
    expect(await query('Copper. ', 'Copper.')).toBe('Copper')
  })
})

describe('words that are left out', () => {
  it('are those of each doubt in the sentence', async () => {
    const [query] = await ask('I am not sure why, but the dielectric constant of liquid ammonia escapes me. ')
    expect(query).toBe('dielectric constant liquid ammonia')
  })

  it.each([
    { name: 'is left out', before: 'So it is.', query: 'iron zinc copper recombinant' },
    {
      name: 'stays where it begins the window',
      before: 'chromatid it is.',
      query: 'iron zinc copper recombinant chromatid',
    },
    {
      name: 'stays where it stands within the window',
      before: 'So a chromatid it is.',
      query: 'iron zinc copper recombinant chromatid',
    },
    {
      name: 'is left out where another has it within',
      before: 'So chromatids it is.',
      query: 'iron zinc copper recombinant',
    },
  ])('a torn last word $name', async ({ before, query }) => {
    const doubt = 'With iron, zinc, copper a recombinant chromatid'
    expect(await ask(`${before} ${doubt}`, { doubt })).toEqual([query])
  })
})

describe('the name that a sentence without one is about', () => {
  const doubt = 'The residue modifies ubiquitin chains there.'
  const query = async (before: string, question = '') =>
    (await ask(`${before} ${doubt} `, { doubt, look: { question } }))[0]
  const words = 'residue modifies ubiquitin chains'

  it.each([
    {
      name: 'the nearest before it',
      before: 'It has PINK1 and then Parkin. So it is.',
      is: `Parkin ${words}`,
    },
    { name: 'one that begins the window', before: 'p53 is it. So it is.', is: `p53 ${words}` },
    {
      name: 'one beside a word of any formula',
      before: 'It has the PINK1 rate. So it is.',
      is: `PINK1 rate ${words}`,
    },
    { name: 'no symbol', before: 'It has the mM there. So it is.', is: words },
    {
      name: 'the first of the question, where the window has none',
      before: 'So it is.',
      question: 'Does PINK1 bind with Parkin?',
      is: `PINK1 bind ${words}`,
    },
    { name: 'none', before: 'So it is.', is: words },
  ])('is $name', async ({ before, question, is }) => {
    expect(await query(before, question)).toBe(is)
  })

  it('is not sought where the sentence has one, or behind it', async () => {
    const own = 'The residue modifies ubiquitin by PINK1.'
    expect(await ask(`It has Parkin. ${own} `, { doubt: own })).toEqual(['residue modifies ubiquitin PINK1'])
    expect(await ask(`So it is. ${doubt} It has Parkin. `, { doubt })).toEqual([words])
  })
})

describe('twelve words at most', () => {
  const plain = [
    'copper zinc',
    'nickel cobalt',
    'silver iridium',
    'sodium calcium',
    'marrow tendon',
    'kidney spleen',
  ]
  const query = async (listed: readonly string[], names?: KnownNames) => {
    const doubt = `There ${listed.join(', ')}.`
    return (await ask(`${doubt} `, { doubt, ...(names === undefined ? {} : { names }) }))[0]
  }
  const corpus: KnownNames = {
    find: (text) => (text === 'lung liver' ? [{ name: text, start: 0, end: text.length, units: 1 }] : []),
    longForms: () => [],
  }

  it('are all words where there are twelve', async () => {
    expect(await query(plain)).toBe(plain.join(' '))
  })

  it('are those nearest to the end of the sentence', async () => {
    expect(await query(['lung liver', ...plain])).toBe(plain.join(' '))
  })

  it('are names before them, and names of the corpus before those', async () => {
    const named = ['a PINK1 kinase', 'lung liver', ...plain]
    expect(await query(named)).toBe(['PINK1 kinase', ...plain.slice(1)].join(' '))
    expect(await query(named, corpus)).toBe(['PINK1 kinase', 'lung liver', ...plain.slice(2)].join(' '))
  })

  it('are names of the corpus before other names, where those are enough alone', async () => {
    const names = ['P1 A2', 'P3 A4', 'P5 A6', 'P7 A8', 'P9 A10', 'P11 A12']
    expect(await query(['lung liver', ...names])).toBe(names.join(' '))
    expect(await query(['lung liver', ...names], corpus)).toBe(['lung liver', ...names.slice(1)].join(' '))
  })

  it('are each there once, as first written, and one that comes again takes no room', async () => {
    expect(await query(['Copper zinc', 'copper ore'])).toBe('Copper zinc ore')
    expect(await query([...plain, 'ZINC spleen'])).toBe(plain.join(' '))
  })
})
