/** Checks that a fresh clone installs from package-lock.json alone: nothing that `npm ci` would refuse or could not verify. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FEATURES, type FeatureName } from '../../core/index.ts'
import {
  hashOf,
  INSTALL_SIZE_FILE,
  type InstallSizes,
  isFetched,
  LOCK_FILE,
  packagesOf,
  problemsOf,
} from '../../scripts/dev/check-lock.ts'
import type { PackageLock } from '../../scripts/dev/package-lock.ts'
import { ROOT } from './tracked-files.ts'

/** Packages reviewed one by one: each ships what its script would fetch or build, and works with `ignore-scripts`. */
const INSTALL_SCRIPTS = ['isolated-vm', 'onnxruntime-node', 'protobufjs', 'tesseract.js', 'usearch']

const text = await readFile(LOCK_FILE, 'utf8')
const lock = JSON.parse(text) as PackageLock
const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>

it('every package of the lock file has a checksum', () => {
  for (const [path, entry] of Object.entries(lock.packages))
    if (isFetched(path, entry)) expect(entry.integrity, path).toMatch(/^sha512-[\w+/]{86}==$/)
})

it('the lock file names no address to fetch from and holds the packages of every platform', () => {
  expect(problemsOf(lock)).toEqual([])
})

it('the lock file is the one of package.json', () => {
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
    expect(lock.packages['']?.[kind]).toEqual(manifest[kind])
})

it.for(Object.keys(FEATURES) as FeatureName[])(
  'what is fetched for %s has the versions that the tests run: `npm run lock`',
  (name) => expect(FEATURES[name].packages).toEqual(packagesOf(name, lock)),
)

it('the sizes that the first start tells were measured with this lock file: `npm run lock`', async () => {
  const {
    lock: measured,
    use,
    develop,
  } = JSON.parse(await readFile(INSTALL_SIZE_FILE, 'utf8')) as InstallSizes
  expect(measured).toBe(hashOf(text))
  expect(develop.packages).toBeLessThanOrEqual(Object.keys(lock.packages).length)
  expect(use.packages).toBeLessThan(develop.packages)
  for (const { diskMb, downloadMb } of [use, develop]) expect(diskMb).toBeGreaterThan(downloadMb)
})

it('no package but those that ship without a build has to run an install script', () => {
  const scripted = Object.entries(lock.packages).filter(([, entry]) => entry['hasInstallScript'] === true)
  expect(scripted.map(([path]) => path.replace('node_modules/', '')).sort()).toEqual(INSTALL_SCRIPTS)
})

it('a lock file without a checksum, with an address, or without a platform package is refused', () => {
  const whole = { version: '1.0.0', integrity: 'sha512-x' }
  expect(
    problemsOf({
      packages: {
        '': { optionalDependencies: { 'a-range': '^1' } },
        'node_modules/bare': { version: '1.0.0' },
        'node_modules/placed': { ...whole, resolved: 'address' },
        'node_modules/partial': { ...whole, optionalDependencies: { 'partial-win32': '1.0.0' } },
        'node_modules/whole': { ...whole, optionalDependencies: { inner: '1.0.0' } },
        'node_modules/whole/node_modules/inner': whole,
      },
    }),
  ).toEqual([
    'node_modules/bare has no checksum',
    'node_modules/placed names an address',
    'node_modules/partial wants partial-win32 1.0.0, which is missing',
  ])
})
