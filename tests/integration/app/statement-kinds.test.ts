/** Tests the filter by kind of statement in every interface: no hit is of another kind. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openGloss } from '../../../library/index.ts'
import { runCli } from '../../fixtures/run-cli.ts'
import { type Served, serveSamples } from '../../fixtures/served-samples.ts'

const QUERY = 'which inhibition did the extract or compound show?'

let served: Served
beforeAll(async () => {
  served = await serveSamples()
})
afterAll(() => served.close())

interface Stated {
  readonly unit: string
  readonly kind: string
  readonly statement?: string
}

const FACES: { name: string; ask: (kind: string) => Promise<readonly Stated[]> }[] = [
  {
    name: 'GET /retrieve',
    ask: async (kind) =>
      (
        await served.server.inject(`/retrieve?${new URLSearchParams({ q: QUERY, kinds: kind, k: '8' })}`)
      ).json().hits,
  },
  {
    name: 'POST /retrieve',
    ask: async (kind) => {
      const payload = { query: QUERY, k: 8, filter: { kinds: [kind] } }
      return (await served.server.inject({ method: 'POST', url: '/retrieve', payload })).json().hits
    },
  },
  {
    name: 'the command line',
    ask: async (kind) => {
      const { workspace } = served.gloss.config
      const args = ['retrieve', '--kind', kind, '-k', '8', '--workspace', workspace, '--json', QUERY]
      return JSON.parse((await runCli(args, { cwd: workspace })).stdout).hits
    },
  },
  {
    name: 'the library',
    ask: async (kind) => {
      await using gloss = await openGloss({ workspace: served.gloss.config.workspace, env: {} })
      return (await gloss.retrieve(QUERY, { k: 8, filter: { kinds: [kind as 'finding'] } })).hits
    },
  },
]

it.each(FACES)('hits are of the kind that is asked for: $name', async ({ ask }) => {
  for (const kind of ['finding', 'method']) {
    const hits = await ask(kind)
    expect(hits.length).toBeGreaterThan(3)
    expect(new Set(hits.map(({ statement }) => statement))).toEqual(new Set([kind]))
  }
  const passages = await ask('passage')
  expect(passages.length).toBeGreaterThan(3)
  expect(new Set(passages.map(({ kind, statement }) => `${kind} ${statement}`))).toEqual(
    new Set(['passage undefined']),
  )
})

it('a listed unit says what it states', async () => {
  const { units } = (await served.server.inject('/units?kind=unit&limit=20')).json()
  expect(units.map(({ statement }: Stated) => statement)).toContain('finding')
  const one = (await served.server.inject(`/units/${units[0].id}`)).json()
  expect(one.statement).toBe(units[0].statement)
})
