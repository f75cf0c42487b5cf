/**
 * Writes samples/: the papers as PDFs, and from the same source what a reader should find in them.
 * Usage: node packages/lab/research/sample-papers/make.ts [FOLDER]
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeSamples } from './samples.ts'

const folder = process.argv[2] ?? join(import.meta.dirname, '..', '..', '..', '..', 'samples')
await mkdir(join(folder, 'papers'), { recursive: true })
for await (const { path, bytes } of makeSamples()) {
  await writeFile(join(folder, path), bytes)
  console.log(`${path} ${bytes.length} bytes`)
}
