/** What a topic file may say, at its limits. */
import { describe, expect, it } from 'vitest'
import { parseTopic } from '../../../../ingest/gate/topic.ts'
import { builtInTopic, builtInTopicNames } from '../../../../ingest/gate/topics.ts'

const parse = (fields: Record<string, unknown>) =>
  parseTopic({ name: 'a', positive: ['b'], ...fields }, 'f.yaml')

describe('a topic file', () => {
  it('says the rest where it gives but name and keywords', () => {
    expect(parse({})).toEqual({
      name: 'a',
      positive: ['b'],
      negative: [],
      categories: {},
      languages: null,
      contrastsNegatives: true,
    })
  })

  it('has keywords without white space around them', () => {
    expect(parse({ positive: [' palm oil '] }).positive).toEqual(['palm oil'])
  })

  it.each([
    { field: 'name', value: 'a'.repeat(64), refused: 'a'.repeat(65) },
    { field: 'name', value: 'Palm oil_2.0-x', refused: '-palm' },
    { field: 'name', value: 'ö', refused: '' },
    { field: 'cutoffs', value: { positive: 1, negative: -1, contrast: 2 }, refused: { positive: 1.01 } },
    { field: 'cutoffs', value: { positive: -1, negative: 1, contrast: -2 }, refused: { negative: -1.01 } },
    { field: 'cutoffs', value: { contrast: 1.5 }, refused: { contrast: 2.01 } },
    { field: 'cutoffs', value: {}, refused: { contrast: -2.01 } },
    { field: 'languages', value: ['eng', 'deu'], refused: [] },
    { field: 'languages', value: ['eng'], refused: ['en'] },
    { field: 'positive', value: ['x'], refused: [' '] },
    { field: 'categories', value: { D: { C: ['x', 'x'] } }, refused: { D: { C: [] } } },
    {
      field: 'categories',
      value: { D: { C: ['x'] }, E: { F: ['y'] } },
      refused: { D: { C: ['x'], F: ['x'] } },
    },
    { field: 'categories', value: {}, refused: { '': { C: ['x'] } } },
    { field: 'categories', value: { D: {} }, refused: { D: { '': ['x'] } } },
  ])('has a $field of $value, not of $refused', ({ field, value, refused }) => {
    expect(parse({ [field]: value })).toMatchObject({ [field]: value })
    expect(() => parse({ [field]: refused })).toThrow(
      expect.objectContaining({
        code: 'TOPIC_UNKNOWN',
        facts: { file: 'f.yaml' },
        message: expect.stringContaining(field),
      }),
    )
  })

  it('is told all that is wrong with it', () => {
    expect(() => parse({ positive: [], policy: 'x' })).toThrow(
      /f\.yaml.*positive: needs at least one.*; policy: /,
    )
    expect(() => parseTopic(null, 'f.yaml')).toThrow(/\(top level\): /)
  })
})

it('the built-in topics are biochem and none, which keeps everything in every language', () => {
  expect(builtInTopicNames).toEqual(['biochem', 'none'])
  expect(builtInTopic('none')).toEqual({
    name: 'none',
    positive: [],
    negative: [],
    categories: {},
    languages: null,
    contrastsNegatives: false,
  })
  expect(builtInTopic('biochem')).toMatchObject({ languages: ['eng'], contrastsNegatives: false })
  expect(builtInTopic('other')).toBeNull()
})
