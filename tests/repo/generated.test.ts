/** Checks that generated files equal what their commands write now. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { kernelModule } from '../../scripts/dev/build-kernel.ts'
import { generatedFiles } from '../../scripts/dev/gen-docs.ts'
import { ROOT } from './tracked-files.ts'

it.for([...(await generatedFiles())])('%s is what `npm run docs` writes', async ([path, content]) => {
  expect(await readFile(join(ROOT, path), 'utf8')).toBe(content)
})

it('index/vectors/kernel-bytes.ts is what `npm run build:kernel` writes', async () => {
  expect(await readFile(join(ROOT, 'index', 'vectors', 'kernel-bytes.ts'), 'utf8')).toBe(await kernelModule())
})
