/** `gloss graph …` as a person types it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openScriptedServer,
  type ScriptedReply,
  type ScriptedRequest,
  type ScriptedServer,
} from '../../fakes/scripted-llm/server.ts'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { column, type Json } from '../../fixtures/service.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'

const { cwd, json, run, failure, read, write } = cliFolder()
let server: ScriptedServer
beforeAll(async () => {
  writeSmallPapers(join(cwd, 'papers'), 3)
  await json('ingest papers --topic none --units-only')
  server = await openScriptedServer()
})
afterAll(() => server[Symbol.asyncDispose]())

describe('gloss graph', () => {
  it('show: a name with its marks in the text, for people and for programs', async () => {
    const { name, places } = await json('graph show Compound 1')
    expect(name).toBe('compound 1')
    const [start, end] = places[0].marks[0]
    expect(places[0].text.slice(start, end).toLowerCase()).toBe('compound 1')
    const { stdout } = await run('graph show compound 1')
    expect(stdout).toMatch(/^compound 1\n.*mentions? in \d+ units?/)
    expect(stdout).toMatch(
      /«[Cc]ompound 1»[\s\S]*Co-occurring names|Co-occurring names[\s\S]*«[Cc]ompound 1»/,
    )
  })

  it('show: offers the names spelled most like an unknown one', async () => {
    const failed = { exit: 1, code: 'NAME_NOT_FOUND', message: expect.stringContaining('compound 1') }
    expect(await failure('graph show compuond 1')).toMatchObject(failed)
  })

  it('names and stats: names with a part, and counts that sum to the whole', async () => {
    const { names } = await json('graph names compound')
    const compounds = ['compound 0', 'compound 1', 'compound 2']
    expect(column(names, 'name')).toEqual(expect.arrayContaining(compounds))
    const { degrees, ...stats } = await json('graph stats')
    const sum = (key: string) => degrees.reduce((all: number, band: Json) => all + band[key], 0)
    expect(stats).toMatchObject({ names: sum('names'), units: sum('units'), unnamed: 0 })
  })

  it('correct: ignores names and merges aliases, shows the corrections in force, and undoes them', async () => {
    const correct = (content: string) => {
      write('corrections.yaml', content)
      return json('graph correct corrections.yaml')
    }
    const { names } = await json('graph stats')
    const result = await correct('ignore: [Compound 2, Atlantis]\nalias: {Compound 0: Compound 1}\n')
    expect(result.unknown).toEqual(['atlantis'])
    expect((await failure('graph show compound 2')).message).toContain('graph correct --show')
    const joined = await json('graph show compound 0')
    expect([joined.name, column(joined.aliases, 'alias')]).toEqual([
      'compound 1',
      expect.arrayContaining(['compound 0']),
    ])
    const corrections = { ignore: ['atlantis', 'compound 2'], alias: { 'compound 0': 'compound 1' } }
    // `mend` is its former name.
    for (const word of ['correct', 'mend']) expect(await json(`graph ${word} --show`)).toEqual(corrections)
    await correct('')
    expect(await json('graph stats')).toMatchObject({ names, ignored: 0, joined: 0 })
  })

  it('build: finds nothing more to look through, and everything again with --again', async () => {
    expect(await json('graph build')).toMatchObject({ units: 0, openie: null })
    expect((await json('graph build --again')).units).toBeGreaterThanOrEqual(3)
  })

  it('build: asks a model for facts after consent, and repeats no request', async () => {
    const env = { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'scripted-model' }
    const refused = await failure('graph build --openie', env)
    expect(refused.code).toBe('CONSENT_NEEDED')
    expect(refused.stderr).toMatch(/Extracting facts from \d+ units takes \d+ calls to .*no price known/)
    expect(server.requests).toHaveLength(0)
    server.reply(...Array.from({ length: 100 }, () => openIeReply))
    const { openie } = await json('graph build --openie --yes', env)
    expect([openie.extracted >= 3, openie.facts]).toEqual([true, openie.extracted])
    const { length } = server.requests
    expect(await json('graph build --openie --yes', env)).toMatchObject({ openie: { seen: 0 } })
    expect(server.requests).toHaveLength(length)
    const [fact] = (await json('graph show kinase')).facts
    expect(fact).toMatchObject({ predicate: 'binds', made: expect.stringMatching(/^openie:/) })
  })

  it('export and import: GraphML, and HippoRAG files that carry the facts to another corpus', async () => {
    await json('graph export --format graphml')
    expect(read('main.graphml')).toContain('<data key="edge-predicate">binds</data>')
    const { out } = await json('export --format hipporag --out facts.json')
    const { facts } = await json(`import --format hipporag ${out} --corpus other`)
    expect(facts.added).toBeGreaterThanOrEqual(3)
    await json('graph export --format hipporag --corpus other --out again.json')
    expect(JSON.parse(read('again.json')).docs).toEqual(JSON.parse(read('facts.json')).docs)
    expect(existsSync(join(cwd, 'facts.json.writing'))).toBe(false)
  })
})

function openIeReply({ body }: ScriptedRequest): ScriptedReply {
  const asksTriples = body.messages?.at(-1)?.content.includes('"named_entities"')
  return {
    text: asksTriples
      ? '{"triples": [["compound", "binds", "kinase"]]}'
      : '{"named_entities": ["compound", "kinase"]}',
  }
}
