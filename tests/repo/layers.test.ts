/** Tests the layer check itself: a checker that reads no files or no imports would report no violations either. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { describe, expect, it } from 'vitest'
import layers from '../../layers.json' with { type: 'json' }
import labLayers from '../../packages/lab/layers.json' with { type: 'json' }
import { casesIn } from '../fixtures/case-lines.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

interface Report {
  readonly modules: readonly {
    readonly source: string
    readonly dependencies: readonly { readonly resolved: string }[]
  }[]
  readonly summary: {
    readonly violations: readonly {
      readonly rule: { readonly name: string }
      readonly from: string
      readonly to: string
    }[]
  }
}

const ROOT = join(import.meta.dirname, '..', '..')
const ROOMS = Object.keys(layers).filter((folder) => !folder.includes('/'))
const LAB_FOLDERS = Object.keys(labLayers).map((folder) => `packages/lab/${folder}`)
const OF_ROOMS = new RegExp(`^(${ROOMS.join('|')})/.*\\.(ts|js)$`)
const OPTIONS = await extractDepcruiseOptions(join(ROOT, '.dependency-cruiser.mjs'))
const TYPESCRIPT = extractTSConfig(join(ROOT, 'tsconfig.json'))

async function inspect(folder: string, rooms: readonly string[]): Promise<Report> {
  const { output } = await cruise([...rooms], { ...OPTIONS, baseDir: folder }, undefined, {
    tsConfig: TYPESCRIPT,
  })
  return output as Report
}

describe('the tree', async () => {
  const { modules, summary } = await inspect(ROOT, [...ROOMS, ...LAB_FOLDERS])
  const ours = modules.filter(({ source }) => OF_ROOMS.test(source))

  it('is read whole: more than 80 modules, some in every folder', () => {
    expect(ours.length).toBeGreaterThan(80)
    for (const room of [...ROOMS, ...LAB_FOLDERS])
      expect(modules.filter(({ source }) => source.startsWith(`${room}/`))).not.toEqual([])
  })

  it('is read with its imports, those of types included', () => {
    const imports = (source: string) =>
      modules.find((module) => module.source === source)?.dependencies.map(({ resolved }) => resolved)
    expect(imports('corpus/ports.ts')).toContain('corpus/unit.ts')
    expect(imports('app/wiring/gloss.ts')).toEqual(
      expect.arrayContaining(['corpus/index.ts', 'models/index.ts']),
    )
  })

  it('keeps every file of app/ but its index in one of the ordered folders', () => {
    const loose = ours.filter(({ source }) => /^app\/[^/]+$/.test(source)).map(({ source }) => source)
    expect(loose).toEqual(['app/index.ts'])
    const folders = new Set(ours.flatMap(({ source }) => source.match(/^app\/[^/]+(?=\/)/) ?? []))
    expect([...folders].filter((folder) => !(folder in layers))).toEqual([])
  })

  it('keeps every rule', () => {
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([])
  })
})

describe('a tree that breaks a rule', () => {
  const reexport = (imported: string) => `export * from '${imported}'\n`
  const CASES: { name: string; rule: string; files: Record<string, string> }[] = [
    ...casesIn<'name' | 'rule' | 'from' | 'to'>(`
      name | rule | from | to
      an import against the arrows | layer-core | core/index.ts | corpus/index.ts
      an import of a folder that layers.json does not have | layer-core | core/index.ts | extras/index.ts
      an import of the laboratory by the product | layer-app | app/index.ts | packages/lab/evaluation/index.ts
      an import of the laboratory past a front door | lab-front-door | packages/lab/evaluation/index.ts | core/hash.ts
      a face that loads every use case | small-faces | cli/index.ts | app/index.ts
      an import against the order within app/ | layer-app-config | app/config/config.ts | app/wiring/gloss.ts
      an import past the front door | front-door | corpus/index.ts | core/hash.ts
      an adapter used outside app | adapters-only-from-app | corpus/index.ts | corpus/adapters/memory.ts
      an import of a test | no-test-import | core/index.ts | tests/fakes.ts
    `).map(({ name, rule, from, to }) => ({
      name,
      rule,
      files: { [from]: reexport(`./${relative(dirname(from), to)}`), [to]: 'export const a = 1\n' },
    })),
    {
      name: 'a type import against the arrows',
      rule: 'layer-core',
      files: {
        'core/index.ts': "export type { A } from '../corpus/index.ts'\n",
        'corpus/index.ts': 'export type A = 1\n',
      },
    },
    {
      name: 'a package outside adapters',
      rule: 'packages-only-in-adapters',
      files: {
        'core/index.ts': "export * from 'pino'\n",
        'node_modules/pino/package.json': '{"name":"pino","version":"1.0.0","main":"index.js"}\n',
        'node_modules/pino/index.js': 'export const a = 1\n',
      },
    },
    {
      name: 'a cycle',
      rule: 'no-cycle',
      files: { 'core/index.ts': "export * from './hash.ts'\n", 'core/hash.ts': "import './index.ts'\n" },
    },
    {
      name: 'an import of a file that is not there',
      rule: 'resolvable',
      files: { 'core/index.ts': "export * from './gone.ts'\n" },
    },
  ]

  it.for(CASES)('is refused: $name', async ({ rule, files }) => {
    const folder = temporaryFolder()
    await copyFile(join(ROOT, 'package.json'), join(folder, 'package.json'))
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    const { summary } = await inspect(folder, [
      ...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? '')),
    ])
    expect(summary.violations.map((violation) => violation.rule.name)).toContain(rule)
  })
})
