/** `gloss graph …` as a person types it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openScriptedServer,
  type ScriptedReply,
  type ScriptedRequest,
  type ScriptedServer,
} from '../../fakes/scripted-llm/server.ts'
import { answerOf, lastObject, runCli } from '../../fixtures/run-cli.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const cwd = sharedFolder()
let server: ScriptedServer
beforeAll(async () => {
  writeSmallPapers(join(cwd, 'papers'), 3)
  await answerOf(['ingest', 'papers', '--topic', 'none', '--units-only'], { cwd })
  server = await openScriptedServer()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

interface Sheet {
  readonly name: string
  readonly units: number
  readonly aliases: readonly { readonly alias: string }[]
  readonly facts: readonly { readonly predicate: string; readonly made: string; readonly text: string }[]
  readonly places: readonly {
    readonly text: string
    readonly marks: readonly (readonly [number, number])[]
  }[]
}

async function failureOf(args: readonly string[]) {
  const { code, stdout } = await runCli([...args, '--json'], { cwd })
  return { code, error: lastObject<{ error: { code: string; message: string } }>(stdout).error }
}

describe('gloss graph show', () => {
  it('shows a name with its marks in the text, for people and for programs', async () => {
    const sheet = await answerOf<Sheet>(['graph', 'show', 'Compound', '1'], { cwd })
    const { stdout } = await runCli(['graph', 'show', 'compound 1'], { cwd })
    expect(sheet.name).toBe('compound 1')
    const [place] = sheet.places
    const [start, end] = place!.marks[0]!
    expect(place!.text.slice(start, end).toLowerCase()).toBe('compound 1')
    expect(stdout).toMatch(/^compound 1\n.*mentions? in \d+ units?/)
    expect(stdout).toMatch(/«[Cc]ompound 1»/)
    expect(stdout).toContain('Co-occurring names')
  })

  it('offers the names spelled most like an unknown one', async () => {
    const { code, error } = await failureOf(['graph', 'show', 'compuond 1'])
    expect({ code, error: error.code }).toEqual({ code: 1, error: 'NAME_NOT_FOUND' })
    expect(error.message).toContain('compound 1')
  })
})

describe('gloss graph names and stats', () => {
  it('lists names with a part, and counts what there is', async () => {
    const { names } = await answerOf<{ names: { name: string }[] }>(['graph', 'names', 'compound'], { cwd })
    expect(names.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['compound 0', 'compound 1', 'compound 2']),
    )
    const stats = await answerOf<Record<string, unknown>>(['graph', 'stats'], { cwd })
    const degrees = stats['degrees'] as { units: number; names: number }[]
    const sum = (key: 'units' | 'names') => degrees.reduce((all, band) => all + band[key], 0)
    expect(sum('names')).toBe(stats['names'])
    expect(sum('units')).toBe(stats['units'])
    expect(stats['unnamed']).toBe(0)
  })
})

describe('gloss graph correct', () => {
  const correct = (content: string) => {
    writeFileSync(join(cwd, 'corrections.yaml'), content)
    return ['graph', 'correct', 'corrections.yaml']
  }

  it('ignores names and merges aliases, shows the corrections in force, and undoes them', async () => {
    const before = await answerOf<{ names: number }>(['graph', 'stats'], { cwd })
    const result = await answerOf<{ unknown: string[] }>(
      correct('ignore: [Compound 2, Atlantis]\nalias: {Compound 0: Compound 1}\n'),
      { cwd },
    )
    expect(result.unknown).toEqual(['atlantis'])
    expect((await failureOf(['graph', 'show', 'compound 2'])).error.message).toContain('graph correct --show')
    const joined = await answerOf<Sheet>(['graph', 'show', 'compound 0'], { cwd })
    expect(joined.name).toBe('compound 1')
    expect(joined.aliases.map(({ alias }) => alias)).toContain('compound 0')
    const corrections = { ignore: ['atlantis', 'compound 2'], alias: { 'compound 0': 'compound 1' } }
    expect(await answerOf(['graph', 'correct', '--show'], { cwd })).toEqual(corrections)
    // Its former name.
    expect(await answerOf(['graph', 'mend', '--show'], { cwd })).toEqual(corrections)
    await answerOf(correct(''), { cwd })
    expect(await answerOf(['graph', 'stats'], { cwd })).toMatchObject({
      names: before.names,
      ignored: 0,
      joined: 0,
    })
  })
})

describe('gloss graph build', () => {
  it('finds nothing more to look through, and everything again where it is asked to', async () => {
    expect(await answerOf(['graph', 'build'], { cwd })).toMatchObject({ units: 0, openie: null })
    const again = await answerOf<{ units: number }>(['graph', 'build', '--again'], { cwd })
    expect(again.units).toBeGreaterThanOrEqual(3)
  })

  it('asks a model for facts once it is agreed to, and not twice', async () => {
    const env = { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'scripted-model' }
    const refused = await runCli(['graph', 'build', '--openie', '--json'], { cwd, env })
    expect(lastObject(refused.stdout)).toMatchObject({ error: { code: 'CONSENT_NEEDED' } })
    expect(refused.stderr).toMatch(/Extracting facts from \d+ units takes \d+ calls to .*no price known/)
    expect(server.requests).toHaveLength(0)
    server.reply(...Array.from({ length: 100 }, () => openIeReply))
    const args = ['graph', 'build', '--openie', '--yes']
    const { openie } = await answerOf<{ openie: { extracted: number; facts: number } }>(args, { cwd, env })
    expect(openie.extracted).toBeGreaterThanOrEqual(3)
    expect(openie.facts).toBe(openie.extracted)
    const asked = server.requests.length
    expect(await answerOf(args, { cwd, env })).toMatchObject({ openie: { seen: 0 } })
    expect(server.requests).toHaveLength(asked)
    const sheet = await answerOf<Sheet>(['graph', 'show', 'kinase'], { cwd })
    expect(sheet.facts[0]).toMatchObject({ predicate: 'binds', made: expect.stringMatching(/^openie:/) })
  })
})

describe('gloss graph export and import', () => {
  it('writes GraphML and HippoRAG files that carry the facts to another corpus', async () => {
    await answerOf(['graph', 'export', '--format', 'graphml'], { cwd })
    expect(readFileSync(join(cwd, 'main.graphml'), 'utf8')).toContain(
      '<data key="edge-predicate">binds</data>',
    )
    const { out } = await answerOf<{ out: string }>(
      ['export', '--format', 'hipporag', '--out', 'facts.json'],
      { cwd },
    )
    const result = await answerOf<{ facts: { added: number; facts: number } }>(
      ['import', '--format', 'hipporag', out, '--corpus', 'other'],
      { cwd },
    )
    expect(result.facts.added).toBeGreaterThanOrEqual(3)
    await answerOf(['graph', 'export', '--format', 'hipporag', '--corpus', 'other', '--out', 'again.json'], {
      cwd,
    })
    const docs = (file: string) => JSON.parse(readFileSync(join(cwd, file), 'utf8')).docs
    expect(docs('again.json')).toEqual(docs('facts.json'))
    expect(existsSync(join(cwd, 'facts.json.writing'))).toBe(false)
  })
})

function openIeReply({ body }: ScriptedRequest): ScriptedReply {
  const last = body.messages?.at(-1)?.content ?? ''
  const isTriples = last.includes('"named_entities"')
  const text = isTriples
    ? '{"triples": [["compound", "binds", "kinase"]]}'
    : '{"named_entities": ["compound", "kinase"]}'
  return { text }
}
