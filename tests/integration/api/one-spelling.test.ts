/** Tests that parameters have one spelling on the command line and over HTTP: where an older one is accepted, the first of its row is. */
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildProgram } from '../../../cli/program.ts'
import { type Served, serve } from '../../fixtures/served-samples.ts'

/** Spellings, each followed by older ones accepted in its place. */
const OPTIONS: readonly (readonly [spelling: string, ...others: string[]])[] = [
  ['paper', 'papers'],
  ['topic', 'topics'],
  ['kind', 'kinds'],
  ['again', 'retry'],
  ['questions', 'queries', 'file'],
  ['concurrency', 'workers'],
]

const PARAMETERS: typeof OPTIONS = [
  ['query', 'q', 'question'],
  ['papers', 'paper'],
  ['topics', 'topic'],
  ['kinds', 'kind'],
]

/** Parameters with another meaning: `topic` of an ingest is the gate's topic, that of a search filters units. */
const OTHER_THINGS: ReadonlySet<string> = new Set(['post /papers: topic'])

type Place = readonly [where: string, names: readonly string[]]

function faultsOf(places: readonly Place[], list: typeof OPTIONS): string[] {
  const rows = new Map(list.flatMap((row) => row.map((name) => [name, row] as const)))
  return places.flatMap(([where, names]) =>
    names.flatMap((name) => {
      if (OTHER_THINGS.has(`${where}: ${name}`)) return []
      const [spelling = name] = rows.get(name) ?? []
      return names.includes(spelling) ? [] : [`${where}: takes ${name} and not ${spelling}`]
    }),
  )
}

function placesOf(command: Command, path = 'gloss'): Place[] {
  const names = command.options.map(({ long }) => (long ?? '').replace(/^--/, ''))
  return [[path, names], ...command.commands.flatMap((below) => placesOf(below, `${path} ${below.name()}`))]
}

describe('on the command line', () => {
  it('one thing has one name', async () => {
    expect(faultsOf(placesOf(await buildProgram()), OPTIONS)).toEqual([])
  })

  it.each([
    { command: ['retrieve'], old: '--papers', shown: 'paper', value: ['a', 'b'] },
    { command: ['think'], old: '--topics', shown: 'topic', value: ['x'] },
    { command: ['retrieve'], old: '--kinds', shown: 'kind', value: 'unit' },
    { command: ['ingest'], old: '--again', shown: 'retry', value: true },
    { command: ['ingest'], old: '--concurrency', shown: 'workers', value: 3 },
    { command: ['solve'], old: '--questions', shown: 'file', value: 'set.json' },
    { command: ['eval', 'retrieval'], old: '--questions', shown: 'queries', value: 'q.jsonl' },
  ])('$command takes $old as --$shown', async ({ command: path, old, shown, value }) => {
    let command = await buildProgram()
    for (const name of path) command = command.commands.find((one) => one.name() === name) ?? command
    const given = value === true ? [] : [value].flat().map(String)
    command.parseOptions(given.length === 0 ? [old] : given.flatMap((one) => [old, one]))
    expect(command.getOptionValue(shown)).toEqual(value)
    expect(command.helpInformation()).not.toContain(`${old} `)
  })
})

describe('over HTTP', () => {
  let served: Served
  beforeAll(async () => {
    served = await serve()
  })
  afterAll(() => served.close())

  interface Schema {
    readonly $ref?: string
    readonly anyOf?: readonly Schema[]
    readonly properties?: Readonly<Record<string, Schema>>
  }
  interface Operation {
    readonly parameters?: readonly { readonly in: string; readonly name: string }[]
    readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  }

  async function places(): Promise<Place[]> {
    const { paths, components } = (await served.server.inject('/openapi.json')).json()
    const namesIn = ({ $ref, anyOf = [], properties = {} }: Schema): string[] => [
      ...($ref === undefined ? [] : namesIn(components.schemas[$ref.split('/').at(-1) ?? ''])),
      ...anyOf.flatMap(namesIn),
      ...Object.keys(properties),
    ]
    return Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]): Place => {
        const inQuery = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
        const inBody = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => namesIn(schema))
        return [`${method} ${path}`, [...inQuery, ...inBody]]
      }),
    )
  }

  it('one thing has one name', async () => {
    expect(faultsOf(await places(), PARAMETERS)).toEqual([])
  })
})
