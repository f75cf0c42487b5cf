/**
 * `npm run pack:package [FOLDER]`: builds dist/ and packs it. By name, because `ignore-scripts` switches npm's `prepack` off.
 * Prints the path of the package.
 */
import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from './build.ts'

const ROOT = join(import.meta.dirname, '..', '..')

export interface PackedPackage {
  readonly path: string
  readonly files: readonly string[]
  readonly packedBytes: number
}

interface NpmPackReport {
  readonly filename: string
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}

export async function packPackage(folder: string): Promise<PackedPackage> {
  await build()
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--loglevel=error', '--pack-destination', folder],
    {
      cwd: ROOT,
      maxBuffer: 1e8,
    },
  )
  const answer = JSON.parse(stdout) as NpmPackReport[] | Record<string, NpmPackReport>
  const [report] = Object.values(answer)
  if (report === undefined) throw new Error('npm pack reported nothing')
  return {
    path: join(folder, report.filename),
    files: report.files.map((file) => file.path),
    packedBytes: report.size,
  }
}

if (process.argv[1] === import.meta.filename) {
  const { path, files, packedBytes } = await packPackage(resolve(process.argv[2] ?? ROOT))
  console.log(`${path}: ${files.length} files, ${(packedBytes / 1e6).toFixed(1)} MB`)
}
