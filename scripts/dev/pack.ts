/**
 * `npm run pack:package [FOLDER]`: builds dist/ and packs what a user of Gloss needs, docs included, without scripts, tools or sources of
 * this checkout. Has to be run by name, because `ignore-scripts` disables npm's `prepack`. Also packs the laboratory. Prints both paths.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from './build.ts'
import { buildLab } from './build-lab.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** What is packed besides package.json. The rest of bin/ sets up a checkout. */
const CARRIED = [
  ...['gloss.mjs', 'ingest.mjs', 'launch.mjs', 'runtime.mjs', 'fetch-node.mjs'].map((name) => `bin/${name}`),
  ...['dist', 'docs', 'examples', 'samples'],
  ...['README.md', 'LICENSE', 'NOTICE', 'SKILL.md', 'CHANGELOG.md', 'CONTRIBUTING.md'],
]
/** Fields of package.json that are kept; the others are for development. */
const FIELDS = [
  ...['name', 'version', 'description', 'keywords', 'license', 'type', 'engines', 'bin', 'exports'],
  'dependencies',
]

export interface PackedPackage {
  readonly path: string
  readonly files: readonly string[]
  readonly packedBytes: number
  readonly unpackedBytes: number
}

interface NpmPackReport {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

const LAB = join(ROOT, 'packages', 'lab')
/** Fields of the laboratory's package.json that are kept. */
const LAB_FIELDS = ['name', 'version', 'description', 'keywords', 'license', 'type', 'engines']
/** What the laboratory imports besides Gloss, in the versions of this checkout. */
const LAB_PACKAGES = ['@observablehq/plot', 'commander', 'zod']

/** Packs the laboratory's JavaScript, which needs Gloss of the same version as a peer. */
export async function packLab(folder: string): Promise<PackedPackage> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'gloss-lab-pack-'))
  const staged = temporary.path
  await buildLab(join(staged, 'dist'))
  for (const name of ['LICENSE', 'NOTICE']) await cp(join(ROOT, name), join(staged, name))
  const manifest = JSON.parse(await readFile(join(LAB, 'package.json'), 'utf8')) as Record<string, unknown>
  const kept = Object.fromEntries(LAB_FIELDS.map((field) => [field, manifest[field]]))
  const root = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  const own = {
    ...kept,
    dependencies: Object.fromEntries(LAB_PACKAGES.map((name) => [name, root.dependencies[name]])),
    exports: { '.': './dist/index.js', './package.json': './package.json' },
    peerDependencies: { '@gloss-papers/gloss': manifest['version'] },
  }
  await writeFile(join(staged, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
  return await packStaged(staged, folder)
}

export async function packPackage(folder: string): Promise<PackedPackage> {
  await build()
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'gloss-pack-'))
  const staged = temporary.path
  await mkdir(join(staged, 'bin'))
  for (const path of CARRIED) await cp(join(ROOT, path), join(staged, path), { recursive: true })
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>
  const kept = Object.fromEntries(FIELDS.map((field) => [field, manifest[field]]))
  await writeFile(join(staged, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`)
  return await packStaged(staged, folder)
}

async function packStaged(staged: string, folder: string): Promise<PackedPackage> {
  const args = ['pack', '--json', '--loglevel=error', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await promisify(execFile)('npm', args, { cwd: staged, maxBuffer: 1e8 })
  const answer = JSON.parse(stdout) as NpmPackReport[] | Record<string, NpmPackReport>
  const [report] = Object.values(answer)
  if (report === undefined) throw new Error('npm pack reported nothing')
  return {
    path: join(folder, report.filename.replace('@', '').replace('/', '-')),
    files: report.files.map((file) => file.path),
    packedBytes: report.size,
    unpackedBytes: report.unpackedSize,
  }
}

if (process.argv[1] === import.meta.filename) {
  const folder = resolve(process.argv[2] ?? ROOT)
  for (const { path, files, packedBytes } of [await packPackage(folder), await packLab(folder)])
    console.log(`${path}: ${files.length} files, ${(packedBytes / 1e6).toFixed(1)} MB`)
}
