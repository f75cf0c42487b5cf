/** Tests the built-in topics and the files of topics. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadTopic } from '../../../ingest/adapters/topic-file.ts'
import { builtInTopic } from '../../../ingest/index.ts'
import { hasShared, orSkipped, sharedPath } from '../../fixtures/shared.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const biochem = builtInTopic('biochem')!

describe('the built-in topics', () => {
  it.skipIf(!hasShared)(orSkipped('spell the keywords as the specification does, in its order'), async () => {
    const specification = await readFile(sharedPath('specs', 'eigen1.md'), 'utf8')
    const printed = [...specification.matchAll(/^\* [+−] [a-z -]+ \(\d+\): ([^*]+?)(?=\n\*|\n#)/gm)].map(
      ([, list]) => list!.split(',').map((keyword) => keyword.trim().replaceAll(/\s+/g, ' ')),
    )
    const { positive, negative } = biochem
    const parts = [positive.slice(0, 21), positive.slice(21), negative.slice(0, 10), negative.slice(10)]
    expect(printed).toEqual(parts)
  })

  it('have the categories of Table A1', () => {
    const named = Object.entries(biochem.categories).map(([domain, rows]) =>
      [domain, ...Object.keys(rows)].join(': '),
    )
    expect(named).toEqual([
      'Biology: Molecular and Cell Biology: Immunology and Microbiology: Genetics, Genomics & Computation: Neuroscience: Ecology and Evolution',
      'Chemistry: Organic: Physical: Materials: Analytical: Inorganic',
    ])
  })
})

async function written(file: string, content: string): Promise<string> {
  const path = join(temporaryFolder(), file)
  await writeFile(path, content)
  return path
}

describe('a topic file', () => {
  it.each([
    ['no positive keyword', 'positive: []', /positive: needs at least one/],
    ['an unknown field', 'positive: [b]\ncolour: red', /colour/],
    ['a number for a keyword', 'positive: [b, 3]', /positive\.1/],
    ['an empty keyword', 'positive: [" "]', /positive\.0/],
    ['several faults', 'positive: []\npolicy: x', /positive: needs at least one.*; policy: /],
    ['an impossible cut-off', 'positive: [b]\ncutoffs: {positive: 1.01}', /cutoffs\.positive/],
    ['an impossible contrast', 'positive: [b]\ncutoffs: {contrast: -2.01}', /cutoffs\.contrast/],
    ['a language that is no code', 'positive: [b]\nlanguages: [en]', /languages/],
    ['no language', 'positive: [b]\nlanguages: []', /languages/],
    ['a category in two domains', 'positive: [b]\ncategories: {X: {c: [d]}, Y: {c: [e]}}', /categories/],
    ['a category without phrases', 'positive: [b]\ncategories: {X: {c: []}}', /categories/],
  ])('is refused with its name and field for %s', async (_, content, says) => {
    const file = await written('topic.yaml', `name: a\n${content}`)
    const failure = { code: 'TOPIC_UNKNOWN', message: expect.stringMatching(says), facts: { file } }
    await expect(loadTopic(file)).rejects.toMatchObject(failure)
  })

  it.each([
    ['nothing in it', '', 'TOPIC_UNKNOWN', /topic file/],
    ['a name that is none', 'name: -palm\npositive: [b]', 'TOPIC_UNKNOWN', /name/],
    ['broken YAML', 'name: [', 'FILE_UNREADABLE', /topic\.yaml/],
  ])('is refused for %s', async (_, content, code, says) => {
    const file = await written('topic.yaml', content)
    await expect(loadTopic(file)).rejects.toMatchObject({ code, message: expect.stringMatching(says) })
  })

  it.each([
    ['alchemy', 'TOPIC_UNKNOWN'],
    ['not-here.yaml', 'FILE_UNREADABLE'],
  ])('%s is refused as %s', async (topic, code) => {
    await expect(loadTopic(topic)).rejects.toMatchObject({ code })
  })
})
