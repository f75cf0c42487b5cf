/** Assembles index/vectors/kernel.wat into kernel-bytes.ts: `npm run build:kernel`. A test compares the two. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import openWabt from 'wabt'

const FOLDER = join(import.meta.dirname, '..', '..', 'index', 'vectors')

export async function kernelModule(): Promise<string> {
  const wabt = await openWabt()
  const module = wabt.parseWat('kernel.wat', await readFile(join(FOLDER, 'kernel.wat'), 'utf8'), {
    simd: true,
  })
  const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64')
  const lines = base64.match(/.{1,100}/g) ?? []
  return [
    '/** The assembled kernel.wat. Written by scripts/dev/build-kernel.ts; do not edit. */',
    `export const KERNEL_BASE64 =`,
    lines.map((line) => `  '${line}'`).join(' +\n'),
    '',
  ].join('\n')
}

if (process.argv[1] === import.meta.filename)
  await writeFile(join(FOLDER, 'kernel-bytes.ts'), await kernelModule())
