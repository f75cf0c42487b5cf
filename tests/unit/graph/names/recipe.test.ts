import { describe, expect, test } from 'vitest'
import { mentionsOf, NO_PAPER_NAMES, RECIPE, titleName } from '../../../../graph/names/index.ts'

describe('the recipe', () => {
  test('finds capitalised runs, quotes and the title as subject', () => {
    const text = 'In January 1960, the University of Copenhagen printed "fields of force". He left.'
    const mentions = mentionsOf({ text, title: 'Fields (journal)', topic: '' }, NO_PAPER_NAMES, null, RECIPE)
    expect(mentions.map((mention) => [mention.kind, mention.name, mention.isSubject])).toEqual([
      ['title', 'fields', true],
      ['span', 'january 1960', false],
      ['span', 'university of copenhagen', false],
      ['quote', 'fields of force', false],
    ])
  })

  test.each([
    ['Alien (film)', 'alien'],
    ['Alien (1979 (cut))', 'alien 1979 cut'],
    ['(I Can’t Get No) Satisfaction', 'i can t get no satisfaction'],
    ['', ''],
  ])('reads the title %j as %j', (title, name) => {
    expect(titleName(title)).toBe(name)
  })
})
