import { describe, expect, it } from 'vitest'
import { titleName } from '../../../../graph/names/capitalised.ts'
import { mentionsOf, RECIPE } from '../../../../graph/names/mentions.ts'
import { NO_PAPER_NAMES } from '../../../../graph/names/paper-names.ts'
import sentences from '../../../fixtures/names/recipe.json' with { type: 'json' }

describe('the recipe', () => {
  it.each(sentences)('reads $name', ({ text, is }) => {
    const found = mentionsOf({ text, title: '', topic: '' }, NO_PAPER_NAMES, null, RECIPE)
    expect(found.map(({ name }) => name)).toEqual(is)
  })

  it('takes any title for the subject, without its trailing bracket', () => {
    const found = mentionsOf(
      { text: '', title: 'We did it (film)', topic: 'x' },
      NO_PAPER_NAMES,
      null,
      RECIPE,
    )
    expect(found).toEqual([
      { name: 'we did it', alias: 'we did it', kind: 'title', isSubject: true, start: null, end: null },
    ])
  })

  it.each([
    { title: 'Alien (film)', name: 'alien' },
    { title: 'Alien (1979) (cut)', name: 'alien 1979' },
    { title: 'Alien (1979 (cut))', name: 'alien 1979 cut' },
    { title: '(I Can’t Get No) Satisfaction', name: 'i can t get no satisfaction' },
    { title: '', name: '' },
  ])('reads the title "$title"', ({ title, name }) => {
    expect(titleName(title)).toBe(name)
  })
})
