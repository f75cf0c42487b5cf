/** Which faults are planted, how they are drawn, and which tests are asked. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { drawMutants, readExcluded } from '../../../scripts/mutate/draw-mutants.ts'
import {
  isPlanted,
  listedMutant,
  type PlantedFault,
  readFaultList,
} from '../../../scripts/mutate/listed-faults.ts'
import { mutantKey, mutated } from '../../../scripts/mutate/mutant.ts'
import { proposeMutants } from '../../../scripts/mutate/propose-mutants.ts'
import { relateTests } from '../../../scripts/mutate/relate-tests.ts'
import { figuresOf, listFiguresOf } from '../../../scripts/mutate/sum-verdicts.ts'
import type { Verdict } from '../../../scripts/mutate/verdicts.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'gloss-mutants-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(files: Readonly<Record<string, string>>): string[] {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return Object.keys(files)
}

describe('a fault', () => {
  test.each([
    { code: 'if (a < b) f(a)', faults: ['if (a <= b) f(a)', 'if (a < b) ;'] },
    { code: 'g = a !== b && c', faults: [';', 'g = a !== b || c', 'g = a === b && c'] },
    { code: 'g = -a * 2', faults: [';', 'g = -a / 2', 'g = a * 2', 'g = -a * 3'] },
    { code: 'g = "a" + b', faults: [';'] },
    { code: 'const f = () => [a]', faults: ['const f = () => []'] },
    { code: 'const c = a?.b ?? 0', faults: ['const c = a?.b', 'const c = a!.b ?? 0', 'const c = a?.b ?? 1'] },
    {
      code: 'const c = d.toSorted((a, b) => a.e)',
      faults: ['const c = d.toSorted((b, a) => a.e)', 'const c = d.toSorted((a, b) => undefined as never)'],
    },
    { code: 'const c = d.filter(f)', faults: ['const c = d'] },
    { code: 'const c = d.some(f)', faults: ['const c = d.every(f)'] },
    { code: 'type A = 1 | true', faults: [] },
  ])('of "$code"', ({ code, faults }) => {
    expect(proposeMutants('a.ts', code).map((mutant) => mutated(code, mutant))).toEqual(faults)
  })

  test('says where it is and what it changes', () => {
    expect(proposeMutants('a.ts', 'f()\n  if (a >= 2) {}')[1]).toMatchObject({
      file: 'a.ts',
      line: 2,
      column: 9,
      kind: 'boundary',
      lineText: 'if (a >= 2) {}',
      was: 'a >= 2',
      becomes: 'a > 2',
    })
  })
})

describe('a draw', () => {
  const files = write({
    'core/a.ts': 'export const a = [1, 2, 3, 4, 5, 6, 7, 8].filter((b) => b > 2 && b < 7)',
  })

  test('is the same for a seed, and takes the kinds in turn', () => {
    const drawn = drawMutants(folder, files, 3)
    expect(drawMutants(folder, files, 3)).toEqual(drawn)
    expect(drawMutants(folder, files, 4)).not.toEqual(drawn)
    expect(drawn.slice(0, 4).map(({ kind }) => kind)).toEqual([
      'boundary',
      'condition',
      'constant',
      'order and choice',
    ])
  })

  test('leaves out what is excluded, each with a reason and a place in the code', () => {
    const excluded = readExcluded()
    expect(excluded.filter(({ why }) => why.length < 10)).toEqual([])
    const known = new Set(
      [...new Set(excluded.map(({ file }) => file))]
        .flatMap((file) => proposeMutants(file, readFileSync(join(ROOT, file), 'utf8')))
        .map(mutantKey),
    )
    expect(excluded.filter((one) => !known.has(mutantKey(one)))).toEqual([])
    for (const { file } of excluded) {
      const keys = drawMutants(ROOT, [file], 1).map(mutantKey)
      expect(keys.filter((key) => excluded.some((one) => mutantKey(one) === key))).toEqual([])
    }
  })
})

describe('a list of faults', () => {
  const fault: PlantedFault = {
    number: 7,
    area: 'sums',
    file: 'core/listed.ts',
    find: 'a + b',
    replace: 'a - b',
    fault: 'The sum is a difference.',
  }
  const gone = { number: 8, area: 'sums', fault: 'The sum is rounded.', gone: 'There is no sum any more.' }
  write({ 'core/listed.ts': 'export const one = 1\nexport const sum = a + b\n' })

  test('is planted where the text stands', () => {
    const mutant = listedMutant(folder, fault)
    expect(mutant).toMatchObject({ line: 2, column: 20, lineText: 'export const sum = a + b', was: 'a + b' })
    expect(mutated(readFileSync(join(folder, fault.file), 'utf8'), mutant)).toBe(
      'export const one = 1\nexport const sum = a - b\n',
    )
  })

  test.each([
    { name: 'is missing', find: 'a * b', message: 'Fault 7: core/listed.ts does not hold "a * b".' },
    {
      name: 'stands twice',
      find: 'export',
      message: 'Fault 7: core/listed.ts holds "export" more than once.',
    },
  ])('is refused where the text $name', ({ find, message }) => {
    expect(() => listedMutant(folder, { ...fault, find })).toThrow(message)
  })

  test.each([
    { name: 'two rows have one number', rows: [fault, gone, gone], message: 'more than one fault 8' },
    { name: 'a row neither is planted nor says why not', rows: [{ ...gone, gone: undefined }], message: '' },
  ])('is refused where $name', ({ rows, message }) => {
    write({ 'list.json': JSON.stringify(rows) })
    expect(() => readFaultList(join(folder, 'list.json'))).toThrow(message)
  })

  test('figures say of each fault who saw it', () => {
    const at = { ...listedMutant(folder, fault), outcome: 'seen', by: 'tests/unit/a.test.ts › a' } as const
    const unseen: PlantedFault = { ...fault, number: 9, area: 'odds' }
    const verdicts = new Map<PlantedFault, Verdict>([
      [fault, at],
      [unseen, { ...at, outcome: 'not seen', by: 'not by 1' }],
    ])
    expect(listFiguresOf([fault, gone, unseen], verdicts)).toEqual({
      mutants: 2,
      seen: 1,
      share: 0.5,
      seenByUnitTests: 1,
      byArea: { odds: { mutants: 1, seen: 0, share: 0 }, sums: { mutants: 1, seen: 1, share: 1 } },
      seenBy: { 7: 'tests/unit/a.test.ts › a' },
      notSeen: { 9: 'not by 1' },
      gone: { 8: 'There is no sum any more.' },
    })
  })
})

describe('the faults that a review planted', () => {
  const faults = readFaultList(join(ROOT, 'scripts/mutate/review-faults.json'))

  test.each(faults.filter(isPlanted))('$number can be planted: $fault', (fault) => {
    expect(() => listedMutant(ROOT, fault)).not.toThrow()
    const tests = fault.tests ?? []
    expect(tests.filter((file) => !existsSync(join(ROOT, file)) || file.includes('.long.'))).toEqual([])
  })
})

test('the tests of a file are those that take its names, the nearest first', () => {
  const files = write({
    'room/near.ts': 'export function near() {}',
    'room/other.ts': 'export function other() {}',
    'room/index.ts': "export { near } from './near.ts'\nexport * from './other.ts'",
    'far.ts': "import { near } from './room/index.ts'\nexport const far = near",
    'tests/a-far.test.ts': "import { far } from '../far.ts'",
    'tests/near.test.ts': "import { near } from '../room/index.ts'",
    'tests/other.test.ts': "import { other } from '../room/index.ts'",
    'tests/type.test.ts': "import type { near } from '../room/index.ts'",
    'tests/all.test.ts': "const all = await import('../room/index.ts')",
  })
  const related = relateTests(folder, files)
  expect(related('room/near.ts')).toEqual([
    { file: 'tests/all.test.ts', distance: 1 },
    { file: 'tests/near.test.ts', distance: 1 },
    { file: 'tests/a-far.test.ts', distance: 2 },
  ])
  expect(related('room/other.ts').map(({ file }) => file)).toEqual([
    'tests/all.test.ts',
    'tests/other.test.ts',
  ])
})

test('figures count what the compiler takes, and name what was not seen', () => {
  const at = {
    file: 'core/a.ts',
    line: 3,
    column: 1,
    kind: 'constant',
    lineText: '',
    was: '1',
    becomes: '2',
  } as const
  const figures = figuresOf([
    { ...at, outcome: 'seen', by: 'tests/unit/core/a.test.ts › a' },
    { ...at, outcome: 'not seen', by: '' },
    { ...at, outcome: 'refused by the compiler', by: '' },
  ])
  expect(figures).toMatchObject({ mutants: 2, seen: 1, share: 0.5, refusedByCompiler: 1, seenByUnitTests: 1 })
  expect(figures.notSeen).toEqual(['core/a.ts:3 1 -> 2'])
})
