/** Tests how backends are evaluated: the queries sent to them and the metrics of their answers. */
import { describe, expect, it } from 'vitest'
import { evaluateRetrieval, type JudgedQuestion, parseMeasures } from '../../../comparison/index.ts'
import type { Retriever } from '../../../retrieval/index.ts'

/** Returns the measure with the given name. */
const measureNamed = (name: string) => parseMeasures(name)[0]!

function asking(stages: Readonly<Record<string, Readonly<Record<string, number>>>> = {}) {
  const asked: number[] = []
  const retriever: Retriever = {
    name: 'fixed',
    retrieve({ text, k }) {
      asked.push(k)
      return Promise.resolve({ hits: [], stages: stages[text] ?? {} })
    },
  }
  return { retriever, asked }
}

const question = (text: string): JudgedQuestion => ({ id: text, text, judgements: new Map([['a', 1]]) })
const nameOf = ({ paper }: { readonly paper: string }) => paper

it('has milliseconds by stage; a stage that a question does not have took none of it', async () => {
  const { retriever } = asking({ one: { search: 2 }, two: { search: 4, walk: 10 } })
  const { figures } = await evaluateRetrieval(retriever, [question('one'), question('two')], nameOf)
  expect(figures.stages).toEqual({
    search: { meanMs: 3, p50Ms: 2, p99Ms: 4 },
    walk: { meanMs: 5, p50Ms: 0, p99Ms: 10 },
  })
})

describe('a backend is asked', () => {
  const ks = async (measures: readonly string[], depth?: number) => {
    const { retriever, asked } = asking()
    const options = { measures: measures.map(measureNamed), ...(depth === undefined ? {} : { depth }) }
    await evaluateRetrieval(retriever, [question('q')], nameOf, options)
    return asked
  }

  it('for ten hits, or for as many as a measure looks at', async () => {
    expect(await ks([])).toEqual([10, 10])
    expect(await ks([], 5)).toEqual([10, 10])
    expect(await ks([], 30)).toEqual([30, 30])
    expect(await ks(['R@5', 'R@20'])).toEqual([20, 20])
    expect(await ks(['R@20'], 30)).toEqual([30, 30])
    expect(await ks(['R@5000', 'AP'])).toEqual([1_000, 1_000])
  })

  it('no more where it is stopped', async () => {
    const { retriever, asked } = asking()
    const stopped = { signal: AbortSignal.abort(new Error('stopped')) }
    await expect(evaluateRetrieval(retriever, [question('q')], nameOf, stopped)).rejects.toThrow('stopped')
    expect(asked).toHaveLength(1)
  })
})
