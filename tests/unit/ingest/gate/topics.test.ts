import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadTopic } from '../../../../ingest/adapters/topic-file.ts'
import { builtInTopic } from '../../../../ingest/index.ts'
import { hasShared, orSkipped, sharedPath } from '../../../fixtures/shared.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const biochem = builtInTopic('biochem')!

describe('the built-in topic biochem', () => {
  it('has 21 + 11 positive and 10 + 6 negative keywords', () => {
    expect(biochem.positive).toHaveLength(21 + 11)
    expect(biochem.negative).toHaveLength(10 + 6)
    expect(biochem.positive.indexOf('chemistry')).toBe(21)
    expect(biochem.negative.indexOf('Household Chemicals')).toBe(10)
  })

  it.skipIf(!hasShared)(orSkipped('spells them as the specification does, in its order'), async () => {
    const specification = await readFile(sharedPath('specs', 'eigen1.md'), 'utf8')
    const printed = [...specification.matchAll(/^\* [+−] [a-z -]+ \(\d+\): ([^*]+?)(?=\n\*|\n#)/gm)].map(
      ([, list]) => list!.split(',').map((keyword) => keyword.trim().replaceAll(/\s+/g, ' ')),
    )
    expect(printed).toEqual([
      biochem.positive.slice(0, 21),
      biochem.positive.slice(21),
      biochem.negative.slice(0, 10),
      biochem.negative.slice(10),
    ])
  })

  it('has the categories of Table A1', () => {
    expect(Object.entries(biochem.categories).map(([domain, rows]) => [domain, Object.keys(rows)])).toEqual([
      [
        'Biology',
        [
          'Molecular and Cell Biology',
          'Immunology and Microbiology',
          'Genetics, Genomics & Computation',
          'Neuroscience',
          'Ecology and Evolution',
        ],
      ],
      ['Chemistry', ['Organic', 'Physical', 'Materials', 'Analytical', 'Inorganic']],
    ])
  })
})

describe('a topic file', () => {
  it.each([
    {
      name: 'is read from YAML',
      file: 'topic.yaml',
      content: 'name: screen\npositive: [film, cinema]\npolicy: custom\ncutoffs: { positive: 0.3 }\n',
      topic: {
        name: 'screen',
        positive: ['film', 'cinema'],
        negative: [],
        policy: 'custom',
        cutoffs: { positive: 0.3 },
      },
    },
    {
      name: 'is read from JSON',
      file: 'topic.json',
      content: '{"name": "sport", "positive": ["football"], "negative": ["betting"]}',
      topic: { name: 'sport', positive: ['football'], negative: ['betting'], contrastsNegatives: true },
    },
  ])('$name', async ({ file, content, topic }) => {
    expect(await loadTopic(await written(file, content))).toMatchObject(topic)
  })

  it.each([
    {
      name: 'no positive keyword',
      content: 'name: a\npositive: []',
      code: 'TOPIC_UNKNOWN',
      says: /positive: needs at least one/,
    },
    {
      name: 'an unknown field',
      content: 'name: a\npositive: [b]\ncolour: red',
      code: 'TOPIC_UNKNOWN',
      says: /colour/,
    },
    {
      name: 'a number for a keyword',
      content: 'name: a\npositive: [b, 3]',
      code: 'TOPIC_UNKNOWN',
      says: /positive\.1/,
    },
    {
      name: 'an empty keyword',
      content: 'name: a\npositive: [""]',
      code: 'TOPIC_UNKNOWN',
      says: /positive\.0/,
    },
    {
      name: 'a policy that does not exist',
      content: 'name: a\npositive: [b]\npolicy: x',
      code: 'TOPIC_UNKNOWN',
      says: /policy/,
    },
    {
      name: 'an impossible cut-off',
      content: 'name: a\npositive: [b]\ncutoffs: {positive: 7}',
      code: 'TOPIC_UNKNOWN',
      says: /cutoffs\.positive/,
    },
    {
      name: 'a category in two domains',
      content: 'name: a\npositive: [b]\ncategories: {X: {c: [d]}, Y: {c: [e]}}',
      code: 'TOPIC_UNKNOWN',
      says: /categories/,
    },
    { name: 'nothing in it', content: '', code: 'TOPIC_UNKNOWN', says: /topic file/ },
    { name: 'broken YAML', content: 'name: [', code: 'FILE_UNREADABLE', says: /topic\.yaml/ },
  ])('is refused with its name and field for $name', async ({ content, code, says }) => {
    const file = await written('topic.yaml', content)
    await expect(loadTopic(file)).rejects.toMatchObject({ code, message: expect.stringMatching(says) })
    await expect(loadTopic(file)).rejects.toThrow(file)
  })

  it.each([
    { name: 'a topic nobody knows', topic: 'alchemy', code: 'TOPIC_UNKNOWN' },
    { name: 'a file that is not there', topic: 'not-here.yaml', code: 'FILE_UNREADABLE' },
  ])('is refused for $name', async ({ topic, code }) => {
    await expect(loadTopic(topic)).rejects.toMatchObject({ code })
  })
})

async function written(file: string, content: string): Promise<string> {
  const path = join(temporaryFolder(), file)
  await writeFile(path, content)
  return path
}
