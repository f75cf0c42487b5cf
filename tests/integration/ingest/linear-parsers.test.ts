/**
 * The work of each parser grows as its input does, under 1.5 times linear, whatever is written there. Counted are steps, not time;
 * step-counter.ts says what a step is and what is not counted. From 4 k to 128 k characters, which takes half a minute:
 * `node tests/fixtures/parser-steps.ts 4096 131072`.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'

const SCRIPT = join(import.meta.dirname, '..', '..', 'fixtures', 'parser-steps.ts')
const SMALL = 1_024
const LARGE = 16_384
const MAX_GROWTH = 1.5 * (LARGE / SMALL)

interface Measured {
  readonly parser: string
  readonly input: string
  readonly small: number
  readonly large: number
}

let measured: Measured[] = []
beforeAll(async () => {
  // A process of its own: V8 counts blocks of modules that are loaded after it was asked to.
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, String(SMALL), String(LARGE)])
  measured = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Measured)
})

const of = (parser: string) => measured.filter((each) => each.parser === parser)
const growthOf = ({ input, small, large }: Measured) => ({ input, growth: large / small })

describe('the work of a parser is linear', () => {
  it.each([
    'BibTeX',
    'RIS',
    'CSL-JSON',
    'Zotero RDF',
    'a record of JSONL',
    'sentences',
    'prose',
    'the reader of texts',
    'the lines of a file',
    'HTML',
    'the sentence that answers',
    'the words of an answer',
    'the answer of a solution',
    'an answer with citations',
    'the clauses of a question',
    'a grading',
    'a summary',
  ])('%s', (parser) => {
    expect(of(parser).length).toBeGreaterThan(1)
    expect(
      of(parser)
        .map(growthOf)
        .filter(({ growth }) => growth >= MAX_GROWTH),
    ).toEqual([])
  })

  it('and the counter sees parsers that once took the square of their input', () => {
    expect(of('once')).toHaveLength(2)
    for (const each of of('once')) expect(growthOf(each).growth).toBeGreaterThan(4 * MAX_GROWTH)
  })
})
