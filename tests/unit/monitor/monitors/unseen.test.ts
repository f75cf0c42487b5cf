import { describe, expect, it } from 'vitest'
import {
  createJoinedMonitor,
  createLexicalMonitor,
  createUnseenMonitor,
  type KnownNames,
} from '../../../../monitor/index.ts'
import { lookAt, never } from '../../../fixtures/monitor-looks.ts'

/** A corpus of 100 units: how many hold each name, and how many hold two of them. */
const UNITS = { lupeol: 20, pi3k: 10, taxol: 30, '5 milligram': 10, aspirin: 3, statin: 4, rare: 2 }
const TOGETHER: Readonly<Record<string, number>> = { 'lupeol pi3k': 4 }

const names: KnownNames = {
  find: (text) =>
    Object.entries(UNITS)
      .flatMap(([name, units]) => {
        const start = text.toLowerCase().indexOf(name === '5 milligram' ? '5 mg' : name)
        return start < 0
          ? []
          : [{ name, units, start, end: start + (name === '5 milligram' ? 4 : name.length) }]
      })
      .sort((one, other) => one.start - other.start),
  longForms: () => [],
  together: (one, other) => ({
    units: TOGETHER[[one.name, other.name].sort().join(' ')] ?? 0,
    expected: (one.units * other.units) / 100,
  }),
}

const monitor = createUnseenMonitor({ names })
const marked = async (text: string, rest = {}) => {
  const { answer, marks = [] } = await monitor.look(lookAt(text, rest), never)
  return [answer, ...marks.map(({ start, end }) => text.slice(start, end))]
}

describe('monitor by names that the corpus never joins', () => {
  it.each([
    { name: 'two names that some unit holds', text: 'Lupeol acts on PI3K.', says: ['no'] },
    { name: 'two that none holds', text: 'Taxol acts on PI3K.', says: ['yes', 'Taxol', 'PI3K'] },
    { name: 'a name and a quantity', text: 'Taxol was given at 5 mg.', says: ['yes', 'Taxol', '5 mg'] },
    { name: 'names of two sentences', text: 'Taxol is old. PI3K is a kinase.', says: ['no'] },
    { name: 'a name that few units hold', text: 'Taxol acts on rare.', says: ['no'] },
    { name: 'names that would hardly meet by chance', text: 'Aspirin acts on the statin.', says: ['no'] },
    {
      name: 'the pair that is expected most often',
      text: 'Lupeol and PI3K need taxol.',
      says: ['yes', 'Lupeol', 'taxol'],
    },
    { name: 'nothing', text: '', says: ['no'] },
  ])('$name: $says', async ({ text, says }) => {
    expect(await marked(text)).toEqual(says)
  })

  it('leaves a pair that the look before saw, and takes one that is whole only now', async () => {
    const pair = 'Taxol acts on PI3K.'
    const rest = ` ${'And so on. '.repeat(44)}`
    expect((await marked(pair + rest, { offset: 896 }))[0]).toBe('no')
    const torn = `Taxol ${'and so on '.repeat(14)}acts on PI3K.`
    expect((await marked(torn, { offset: 896 }))[0]).toBe('yes')
  })

  it('names the pair, and the sentence for the query', async () => {
    const text = 'All is well. Taxol acts on PI3K. So it is.'
    const { reason, doubt } = await monitor.look(lookAt(text), never)
    expect(reason).toBe('no unit has both taxol (30) and pi3k (10)')
    expect(text.slice(doubt?.start, doubt?.end)).toBe('Taxol acts on PI3K.')
  })
})

describe('the lexical monitor joined with it', () => {
  const joined = createJoinedMonitor(createLexicalMonitor(), monitor)
  it.each([
    { text: 'Taxol acts on PI3K.', answer: 'yes', reason: /^no unit has both/ },
    {
      text: 'I am not sure which value of the constant is right.',
      answer: 'yes',
      reason: /UNSURE|not sure/i,
    },
    { text: 'Lupeol acts on PI3K.', answer: 'no', reason: /^0\.\d\d of/ },
  ])('"$text": $answer', async ({ text, answer, reason }) => {
    const verdict = await joined.look(lookAt(text), never)
    expect(verdict.answer).toBe(answer)
    expect(verdict.reason).toMatch(reason)
    expect(joined.name).toBe('lexical+unseen')
  })
})
