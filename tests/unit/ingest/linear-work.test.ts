/**
 * The work of parsers grows as their input does. Counted are steps, not time: the characters that `indexOf` and `split` of strings
 * look at, and the elements that `shift`, `unshift`, `includes` and `indexOf` of arrays move or look at, in our code and in packages.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { linesOf } from '../../../core/index.ts'
import { parseShallowHtml } from '../../../ingest/adapters/shallow-html.ts'
import { storePapers } from '../../../ingest/index.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'

const SMALL = 4_096
const LARGE = 131_072
const MOST_GROWTH = 1.5 * (LARGE / SMALL)
const CHUNK = 1_024

const texts = String.prototype as unknown as Record<string, (...given: unknown[]) => unknown>
const lists = Array.prototype as unknown as Record<string, (...given: unknown[]) => unknown>
const { indexOf, split } = texts
const moving = ['shift', 'unshift', 'includes', 'indexOf'] as const
const kept = moving.map((name) => lists[name])

function restore(): void {
  Object.assign(texts, { indexOf, split })
  for (const [at, name] of moving.entries()) lists[name] = kept[at]!
}
afterEach(restore)

async function stepsOf(work: () => unknown): Promise<number> {
  let steps = 0
  texts['indexOf'] = function (this: string, ...given) {
    const found = indexOf!.apply(this, given) as number
    steps += (found < 0 ? this.length : found) - Number(given[1] ?? 0) + 1
    return found
  }
  texts['split'] = function (this: string, ...given) {
    steps += this.length
    return split!.apply(this, given)
  }
  for (const [at, name] of moving.entries())
    lists[name] = function (this: unknown[], ...given) {
      steps += this.length + 1
      return kept[at]!.apply(this, given)
    }
  try {
    await work()
  } finally {
    restore()
  }
  return steps
}

async function growthOf(work: (size: number) => unknown): Promise<number> {
  const small = await stepsOf(() => work(SMALL))
  return (await stepsOf(() => work(LARGE))) / small
}

async function* chunksOf(text: string): AsyncIterable<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

async function readLines(text: string): Promise<void> {
  for await (const _ of linesOf(chunksOf(text)));
}

describe('the work of a parser is linear', () => {
  it.each([
    ['a line without end', (size: number) => 'x'.repeat(size)],
    ['short lines', (size: number) => '{}\n'.repeat(size / 3)],
  ])('in %s', async (_, text) => {
    expect(await growthOf((size) => readLines(text(size)))).toBeLessThan(MOST_GROWTH)
  })

  it.each([
    ['elements that only open', '<div>'],
    ['lists in lists', '<ul><li>'],
    ['elements that close', '<p>a</p>'],
  ])('in HTML of %s', async (_, unit) => {
    const growth = await growthOf((size) => parseShallowHtml(unit.repeat(size)))
    // Up to the 512th level a tag costs its depth, so that the small input has not come to the full cost.
    expect(growth).toBeLessThan(MOST_GROWTH)
  })
})

describe('identical lines of a list', () => {
  it('are written some hundreds at a time', async () => {
    const writer = await emptyCorpus().write('test')
    let writes = 0
    const counting = { ...writer, addPath: async () => void writes++ }
    async function* copies() {
      for (let at = 0; at < 5_000; at++) yield { kind: 'copy', id: 'a', path: `list#${at}` } as const
    }
    const options = { recipe: null as never, writer: counting, onEvent: () => undefined }
    const report = await storePapers(copies(), options, new AbortController().signal)
    expect(report).toMatchObject({ copies: 5_000 })
    expect(writes).toBeLessThanOrEqual(10)
  })
})
