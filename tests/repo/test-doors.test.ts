/**
 * Tests enter a room as its users do: by an `index.ts`, its ports, an adapter, the library, the server, the command line or MCP.
 * So the inside of a room can be rewritten without rewriting its tests. Exceptions, each with its reason, are in `inner-tests.json`.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import layers from '../../layers.json' with { type: 'json' }
import innerTests from './inner-tests.json' with { type: 'json' }
import { ROOT, trackedFiles } from './tracked-files.ts'

const ROOMS = new Set(Object.keys(layers).map((folder) => folder.split('/')[0]))
const DOORS = [/\/index\.ts$/, /ports\.ts$/, /\/adapters\//, /^cli\/run\.ts$/, /^models\/.*\.(txt|json)$/]
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g

const exceptions: Readonly<Record<string, string>> = innerTests

/** Returns the modules inside of rooms that the text of the file at `path` imports. */
function innerImports(path: string, text: string): string[] {
  const imported = [...text.matchAll(IMPORT)].map(([, module = '']) => join(dirname(path), module))
  return imported.filter(
    (module) => ROOMS.has(module.split('/')[0]) && !DOORS.some((door) => door.test(module)),
  )
}

const tests = trackedFiles().filter(
  (path) => /^(?:packages\/\w+\/)?tests\//.test(path) && path.endsWith('.ts'),
)
const inside = tests.filter((path) => innerImports(path, readFileSync(join(ROOT, path), 'utf8')).length > 0)

describe('an import of a test', () => {
  const CASES = [
    ["import { describe } from '../../../ingest/describe/describe.ts'", ['ingest/describe/describe.ts']],
    [
      "import {\n  type Chat,\n  ask,\n} from '../../../models/chat/ask.ts'\nimport { a } from 'vitest'",
      ['models/chat/ask.ts'],
    ],
    ["const { words } = await import('../../../core/words.ts')", ['core/words.ts']],
    ["import { describe } from '../../../ingest/describe/index.ts'", []],
    ["import type { CorpusStore } from '../../../corpus/ports.ts'", []],
    ["import { createPdfReader } from '../../../ingest/adapters/pdf-reader.ts'", []],
    ["import { fakeChat } from '../../fakes/fake-chat.ts'", []],
  ] as const
  it.for(CASES)('%s', ([text, inner]) => {
    expect(innerImports('tests/unit/ingest/some.test.ts', text)).toEqual(inner)
  })
})

describe('the tests', () => {
  it('are found', () => expect(tests.length).toBeGreaterThan(100))

  it('enter by a door, except those that inner-tests.json names', () => {
    expect(inside.filter((path) => !(path in exceptions))).toEqual([])
  })

  it('that are exceptions exist, import the inside of a room, and say why', () => {
    expect(Object.keys(exceptions).filter((path) => !inside.includes(path))).toEqual([])
    expect(Object.entries(exceptions).filter(([, reason]) => reason.length < 15)).toEqual([])
    expect(Object.keys(exceptions).length).toBeLessThanOrEqual(35)
  })
})
