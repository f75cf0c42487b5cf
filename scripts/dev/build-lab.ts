/**
 * Builds the laboratory's package: its modules as JavaScript, with the files that they read at run time. Their imports from
 * Gloss become imports of the Gloss package, so that both share one copy of every module.
 */
import { spawnSync } from 'node:child_process'
import { cp, glob, mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import labLayers from '../../packages/lab/layers.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '..', '..')
const LAB = join(ROOT, 'packages', 'lab')
const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
/** Folders with what commands run; measurements and checks stay in the repository. */
const FOLDERS = ['commands', 'use-cases', 'evaluation', 'training', 'table'].filter(
  (folder) => folder in labLayers,
)
const IMPORT = /(from |import\()(['"])(\.[^'"]+)\.js\2/g

/** Writes JavaScript and assets of the laboratory to `out`. */
export async function buildLab(out: string): Promise<void> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'gloss-lab-'))
  const compiled = temporary.path
  compile(compiled)
  const built = join(compiled, 'packages', 'lab')
  for await (const path of glob(['index.js', ...FOLDERS.map((folder) => `${folder}/**/*.js`)], {
    cwd: built,
  }))
    await writeAt(join(out, path), ofPackages(await readFile(join(built, path), 'utf8'), path))
  for await (const path of glob(
    FOLDERS.map((folder) => `${folder}/**/*.{txt,json}`),
    { cwd: LAB },
  )) {
    await mkdir(dirname(join(out, path)), { recursive: true })
    await cp(join(LAB, path), join(out, path))
  }
}

function compile(out: string): void {
  const args = [COMPILER, '-p', join(LAB, 'tsconfig.build.json'), '--outDir', out]
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Error('The compiler found faults')
}

/** Replaces `../../../core/index.js` by `@gloss-papers/gloss/parts/core/index`. */
function ofPackages(text: string, path: string): string {
  return text.replace(IMPORT, (whole, head: string, quote: string, module: string) => {
    const place = relative(ROOT, resolve(dirname(join(LAB, path)), module))
    return place.startsWith(join('packages', 'lab'))
      ? whole
      : `${head}${quote}@gloss-papers/gloss/parts/${place}${quote}`
  })
}

async function writeAt(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
