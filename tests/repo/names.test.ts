/** Checks that exported types have distinct names, and that the command line and the service use sessions, not stores. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import layers from '../../layers.json' with { type: 'json' }
import { ROOT, trackedFiles } from './tracked-files.ts'

const EXPORTED_TYPE = /^export (?:declare |abstract )*(?:interface|type|class|enum) (\w+)/gm
// Matches a store opened by a workspace, or taken from a session by name.
const STORE_ACCESS =
  /\bstore\.|\.(?:store|index|embedder)\.|\.(?:openCorpus|createCorpus|deleteCorpus)\(|[{,]\s*(?:store|index|embedder)\b[^;{}]*\}\s*(?::\s*CorpusSession\b|=\s*await gloss\.session)/

/** Files of the product except web/, whose types describe HTTP bodies under the names of what they describe. */
const product = trackedFiles().filter(
  (path) => path.endsWith('.ts') && (path.split('/')[0] ?? '') in layers && !path.startsWith('web/'),
)

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

it('no two exported types of the product share a name', () => {
  const places = new Map<string, string[]>()
  for (const path of product)
    for (const [, name = ''] of read(path).matchAll(EXPORTED_TYPE))
      places.set(name, [...(places.get(name) ?? []), path])
  expect(places.size).toBeGreaterThan(500)
  const repeated = [...places].filter(([, paths]) => paths.length > 1)
  expect(repeated.map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([])
})

describe('the command line and the service ask a session', () => {
  it.each([
    'const units = await session.store.units(ids)',
    'const { store } = await gloss.session()',
    'async function print({ store }: CorpusSession): Promise<void> {',
    'const store = await gloss.workspace.openCorpus(name)',
    'await using writer = await store.write("removal")',
    "await store.setting('topic')",
  ])('a check that refuses `%s`', (line) => {
    expect(line).toMatch(STORE_ACCESS)
  })

  it('for what is in a corpus, and never its store, index or embedder', () => {
    const faces = product.filter((path) => /^(?:api|cli)\//.test(path))
    expect(faces.length).toBeGreaterThan(60)
    const lines = faces.flatMap((path) =>
      read(path)
        .split('\n')
        .filter((line) => STORE_ACCESS.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(lines).toEqual([])
  })
})
