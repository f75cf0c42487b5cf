import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Mention } from '../../../corpus/index.ts'
import { correctionsOf, createNameCorrections, createNameCorrector } from '../../../graph/index.ts'
import { NO_CORRECTIONS } from '../../../graph/name-corrections.ts'

function mention(name: string, alias = name): Mention {
  return { name, alias, kind: 'span', isSubject: false, start: 0, end: 1 }
}

describe('createMends', () => {
  it('makes forms canonical and follows an alias of an alias to the last name', () => {
    expect(createNameCorrections(['Table 1'], { 'LUP-20': 'lup20', lup20: 'Lupeol' })).toEqual({
      ignore: ['table 1'],
      alias: { 'lup 20': 'lupeol', lup20: 'lupeol' },
    })
  })

  it('come sorted, and each once', () => {
    const { ignore, alias } = createNameCorrections(['b', 'A', 'a', 'C'], { z: 'x', B1: 'x', y: 'x' })
    expect(ignore).toEqual(['a', 'b', 'c'])
    expect(Object.keys(alias)).toEqual(['b1', 'y', 'z'])
  })

  it('may say the same twice, and of a form that it means itself', () => {
    expect(createNameCorrections([], { AKT: 'x', akt: 'X', b: 'B' }).alias).toEqual({ akt: 'x' })
  })

  it('name the first alias whose name is ignored', () => {
    expect(() => createNameCorrections(['x', 'y'], { b: 'x', a: 'y' })).toThrow(
      '"b" is an alias of "x", which is ignored',
    )
  })

  it.each([
    { name: 'a form without a letter', ignore: ['…'], alias: {}, sentence: 'no letter or digit' },
    { name: 'a circle', ignore: [], alias: { a: 'b', b: 'c', c: 'a' }, sentence: 'cycle' },
    {
      name: 'two names for one form',
      ignore: [],
      alias: { AKT: 'x', akt: 'y' },
      sentence: 'both "x" and "y"',
    },
    {
      name: 'a form that is ignored too',
      ignore: ['akt'],
      alias: { akt: 'x' },
      sentence: 'both ignored and an alias',
    },
    { name: 'a name that is ignored', ignore: ['x'], alias: { akt: 'x' }, sentence: 'which is ignored' },
  ])('refuses $name', ({ ignore, alias, sentence }) => {
    expect(() => createNameCorrections(ignore, alias as Record<string, string>)).toThrow(sentence)
  })
})

describe('createMender', () => {
  const corrector = createNameCorrector(
    createNameCorrections(['noise'], { mtor: 'kinase', 'protein kinase b': 'akt' }),
  )

  it('leaves ignored names out and joins aliases, keeping the form of the text', () => {
    const mended = corrector.mentions([
      mention('noise'),
      mention('mtor'),
      mention('long form', 'mtor'),
      mention('akt'),
    ])
    expect(mended.map(({ name, alias }) => [name, alias])).toEqual([
      ['kinase', 'mtor'],
      ['kinase', 'mtor'],
      ['akt', 'akt'],
    ])
  })

  it('leaves out what stands in the text in an ignored form, and means another by its name alone', () => {
    expect(corrector.mentions([mention('river', 'noise'), mention('mtor', 'target of rapamycin')])).toEqual([
      { ...mention('kinase', 'target of rapamycin') },
    ])
    expect(corrector.facts([{ subject: 'akt', predicate: 'is', object: 'noise' }])).toEqual([])
  })

  it('has another id for each state', () => {
    const ids = [
      createNameCorrections(['a'], {}),
      createNameCorrections(['b'], {}),
      createNameCorrections([], { a: 'b' }),
      createNameCorrections([], { a: 'c' }),
      createNameCorrections(['a'], { b: 'c' }),
      NO_CORRECTIONS,
    ].map((mends) => createNameCorrector(mends).id)
    expect(new Set(ids).size).toBe(6)
    expect(ids.at(-1)).toBe('none')
    expect(createNameCorrector(createNameCorrections(['a'], {})).id).toBe(ids[0])
  })

  it('mends both ends of facts', () => {
    const facts = [
      { subject: 'mtor', predicate: 'binds', object: 'protein kinase b' },
      { subject: 'noise', predicate: 'is', object: 'akt' },
    ]
    expect(corrector.facts(facts)).toEqual([{ subject: 'kinase', predicate: 'binds', object: 'akt' }])
  })

  it('knows the forms that stand for a name', () => {
    expect(corrector.formsOf('akt')).toEqual(['akt', 'protein kinase b'])
    expect(corrector.nameOf('noise')).toBeNull()
  })

  it('changes nothing without mends, and has one id for that', () => {
    const none = createNameCorrector(NO_CORRECTIONS)
    const mentions = [mention('a', 'b')]
    expect(none.mentions(mentions)).toEqual(mentions)
    expect(none.id).toBe(createNameCorrector(createNameCorrections([], {})).id)
    expect(none.id).not.toBe(corrector.id)
  })

  it('mends what is mended already to the same, whatever the file says', () => {
    const form = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
    fc.assert(
      fc.property(
        fc.array(form, { maxLength: 3 }),
        fc.dictionary(form, form, { maxKeys: 4 }),
        fc.array(fc.tuple(form, form)),
        (ignore, alias, pairs) => {
          const mends = allowed(ignore, alias)
          fc.pre(mends !== null)
          const once = createNameCorrector(mends!).mentions(pairs.map(([name, own]) => mention(name, own)))
          expect(createNameCorrector(mends!).mentions(once)).toEqual(once)
        },
      ),
    )
  })
})

describe('mendsOf', () => {
  it.each([null, ''])('has no mends where the corpus keeps %j', async (kept) => {
    expect(await correctionsOf({ setting: async () => kept })).toEqual(NO_CORRECTIONS)
  })
})

function allowed(ignore: string[], alias: Record<string, string>) {
  try {
    return createNameCorrections(ignore, alias)
  } catch {
    return null
  }
}
