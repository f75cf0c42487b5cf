import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJobLine } from '../../../../api/jobs/job-line.ts'

interface Entry {
  readonly id: number
  readonly corpus: string
}

function ground(maxAtOnce: number, maxChildren: number) {
  const started: { readonly entry: Entry; readonly children: number; readonly end: () => void }[] = []
  const running = new Set<(typeof started)[number]>()
  const line = createJobLine<Entry>({
    maxAtOnce,
    maxChildren,
    corpusOf: ({ corpus }) => corpus,
    run: (entry, children) =>
      new Promise((resolve) => {
        const one = {
          entry,
          children,
          end() {
            running.delete(one)
            resolve()
          },
        }
        started.push(one)
        running.add(one)
      }),
  })
  return { line, started, running }
}

it('takes a few at a time, one of each corpus, in their order', async () => {
  const { line, started } = ground(2, 2)
  const corpora = ['a', 'a', 'b', 'c']
  for (const [id, corpus] of corpora.entries()) line.add({ id, corpus })
  const order = () => started.map(({ entry }) => entry.id)
  expect(order()).toEqual([0, 2])
  started[1]?.end()
  await Promise.resolve()
  await new Promise(setImmediate)
  // The second of `a` still waits for the first.
  expect(order()).toEqual([0, 2, 3])
  started[0]?.end()
  await new Promise(setImmediate)
  expect(order()).toEqual([0, 2, 3, 1])
})

it('gives the first all children and the others one, whatever comes and goes', async () => {
  const step = fc.record({ corpus: fc.constantFrom('a', 'b', 'c', 'd', 'e'), ends: fc.nat(3) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, most) => {
        const { line, running } = ground(most, 4)
        for (const [id, { corpus, ends }] of steps.entries()) {
          line.add({ id, corpus })
          for (const one of [...running].slice(0, ends)) one.end()
          await new Promise(setImmediate)
          const all = [...running]
          expect(all.length).toBeLessThanOrEqual(most)
          expect(new Set(all.map(({ entry }) => entry.corpus)).size).toBe(all.length)
          expect(all.reduce((sum, { children }) => sum + children, 0)).toBeLessThanOrEqual(4 + most - 1)
        }
      },
    ),
    { numRuns: 50 },
  )
})
