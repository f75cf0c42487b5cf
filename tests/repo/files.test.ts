/** Rules for files: their length and forbidden content. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, trackedFiles } from './tracked-files.ts'

const MAX_LINES = 300
const CODE = /\.(ts|mjs|js|css|html)$/
const BINARY = /\.(pdf|png|f32|i8|bin|woff2?)$/
const GENERATED = new Set(['package-lock.json', 'index/vectors/kernel-bytes.ts'])

const FORBIDDEN = [
  { name: 'a path of one machine', pattern: /(^|[\s'"`(=])\/(work|root)\/[\w.]/m },
  {
    name: "a package registry's address",
    pattern: /registry\.npmjs|pypi\.org\/simple|deb\.debian\.org|npm\.pkg\.github/,
  },
  {
    name: 'a test that is switched off or alone',
    pattern:
      /\b(?:it|test|describe)(?:\.\w+)*\.(?:only|todo|skip)\b|\.skipIf\(\s*true\s*\)|\.runIf\(\s*false\s*\)/,
  },
  { name: 'a file that is loaded past the layers', pattern: /\bcreateRequire\([\s\S]*\(\s*['"`]\.\.\// },
  { name: 'a default export', pattern: /^export default /m, except: /(\.config\.ts|\.mjs)$/ },
  { name: 'a note to do something later', pattern: /\b(TODO|FIXME|XXX)\b/ },
]

const files = await Promise.all(
  trackedFiles()
    .filter((path) => !BINARY.test(path))
    .map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })),
)
const code = files.filter(({ path }) => CODE.test(path) && !GENERATED.has(path))

describe('files', () => {
  it('are found', () => {
    expect(code.length).toBeGreaterThan(150)
  })

  it(`of code have at most ${MAX_LINES} lines`, () => {
    const long = code.filter(({ text }) => text.trimEnd().split('\n').length > MAX_LINES)
    expect(long.map(({ path }) => path)).toEqual([])
  })

  it('of code have names in kebab-case, and none of them is a drawer for anything', () => {
    const names = code.map(({ path }) => path.split('/').at(-1) ?? '')
    expect(names.filter((name) => !/^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/.test(name))).toEqual([])
    expect(names.filter((name) => /^(utils?|types|helpers?|misc|common)\.ts$/.test(name))).toEqual([])
  })

  it.for(FORBIDDEN)('hold no $name', ({ pattern, except }) => {
    const here = 'tests/repo/files.test.ts'
    const offenders = files.filter(
      ({ path, text }) =>
        path !== here &&
        (CODE.test(path) || path.endsWith('.md')) &&
        except?.test(path) !== true &&
        pattern.test(text),
    )
    expect(offenders.map(({ path }) => path)).toEqual([])
  })
})
