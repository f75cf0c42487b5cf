/** A fresh clone installs from package-lock.json alone; these are the faults that `npm ci` met. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { completeLock, missingPackages, type PackageLock } from '../../scripts/dev/complete-lock.ts'
import { ROOT } from './tracked-files.ts'

/** Looked at one by one: each ships what its script would fetch or build, and works with `ignore-scripts`. */
const INSTALL_SCRIPTS = ['onnxruntime-node', 'protobufjs', 'tesseract.js', 'usearch']

const json = async <Shape>(path: string) => JSON.parse(await readFile(join(ROOT, path), 'utf8')) as Shape
const lock = await json<PackageLock>('package-lock.json')
const manifest = await json<Record<string, Record<string, string>>>('package.json')

it('the lock file names no address to fetch from', () => {
  expect(Object.entries(lock.packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([])
})

it('the lock file holds the packages of every platform: `npm run lock` adds those that npm left out', () => {
  expect(missingPackages(lock).map(({ name }) => name)).toEqual([])
})

it('the lock file is the one of package.json', () => {
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
    expect(lock.packages['']?.[kind]).toEqual(manifest[kind])
})

it('every package of the lock file but the platform packages that were added has a checksum', () => {
  const bare = Object.entries(lock.packages).filter(
    ([path, entry]) => path !== '' && entry['integrity'] === undefined,
  )
  expect(bare.every(([, entry]) => entry.optional === true && entry.cpu !== undefined)).toBe(true)
})

it('no package but those that ship without a build has to run an install script', () => {
  const scripted = Object.entries(lock.packages).filter(([, entry]) => entry['hasInstallScript'] === true)
  expect(scripted.map(([path]) => path.replace('node_modules/', '')).sort()).toEqual(INSTALL_SCRIPTS)
})

it('adds a platform package that is missing, with the platform in its name, and leaves the others alone', () => {
  const biome = {
    version: '2.0.0',
    dev: true,
    optionalDependencies: { '@biomejs/cli-linux-x64-musl': '2.0.0' },
  }
  const completed = completeLock({
    packages: {
      'node_modules/@biomejs/biome': { ...biome, resolved: 'address' },
      'node_modules/a': { version: '1.0.0', optionalDependencies: { b: '1.0.0', 'c-range': '^1' } },
      'node_modules/a/node_modules/b': { version: '1.0.0' },
    },
  })
  expect(completed.packages).toEqual({
    'node_modules/@biomejs/biome': biome,
    'node_modules/@biomejs/cli-linux-x64-musl': {
      version: '2.0.0',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    },
    'node_modules/a': { version: '1.0.0', optionalDependencies: { b: '1.0.0', 'c-range': '^1' } },
    'node_modules/a/node_modules/b': { version: '1.0.0' },
  })
})
