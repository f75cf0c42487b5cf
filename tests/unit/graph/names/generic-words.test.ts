/** Words of reporting, which name nothing by themselves. */
import { describe, expect, it } from 'vitest'
import { isGenericAdjective, isGenericName, isGenericNoun } from '../../../../graph/names/generic-words.ts'

describe('a name', () => {
  it.each([
    { name: 'results', is: true },
    // The first and the last words of both lists.
    { name: 'result', is: true },
    { name: 'together thus', is: true },
    { name: 'significant', is: true },
    { name: 'twelve one', is: true },
    { name: 'significant results', is: true },
    { name: 'lupeol results', is: false },
    { name: 'significant lupeol', is: false },
    { name: 'lupeol', is: false },
    { name: '', is: false },
    { name: 'results ', is: false },
  ])('"$name" is of such words alone: $is', ({ name, is }) => {
    expect(isGenericName(name)).toBe(is)
  })

  it('has nouns and adjectives of reporting, which are told apart', () => {
    expect(['results', 'novel', 'lupeol', ''].map(isGenericNoun)).toEqual([true, false, false, false])
    expect(['results', 'novel', 'lupeol', ''].map(isGenericAdjective)).toEqual([false, true, false, false])
  })
})
