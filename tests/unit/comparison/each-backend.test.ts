import { describe, expect, it } from 'vitest'
import { onEachBackend } from '../../../comparison/each-backend.ts'
import { GlossError } from '../../../core/index.ts'

const never = new AbortController().signal
const unready = new GlossError('MODEL_UNCONFIGURED', 'Facts need a model.')

function answer(name: string): Promise<string> {
  if (name === 'unready') return Promise.reject(unready)
  if (name === 'broken') return Promise.reject(new TypeError('a bug'))
  return Promise.resolve(`${name} answers`)
}

describe('asking several backends', () => {
  it('lists one that cannot answer with its code, its sentence and what to do, and goes on', async () => {
    const { answers, failures } = await onEachBackend(['unready', 'words', 'hybrid'], answer, never)
    expect(answers).toEqual({ words: 'words answers', hybrid: 'hybrid answers' })
    const { code, message, help } = unready
    expect(failures).toEqual({ unready: { code, message, help } })
  })

  it('asks a backend once that is named twice', async () => {
    const asked: string[] = []
    await onEachBackend(['words', 'words'], async (name) => asked.push(name), never)
    expect(asked).toEqual(['words'])
  })

  it('fails with the first failure where none answers', async () => {
    await expect(onEachBackend(['unready'], answer, never)).rejects.toBe(unready)
  })

  it('of none gives none, and keeps the order in which they were named', async () => {
    expect(await onEachBackend([], answer, never)).toEqual({ answers: {}, failures: {} })
    const { answers } = await onEachBackend(['words', 'hybrid', 'walk'], answer, never)
    expect(Object.keys(answers)).toEqual(['words', 'hybrid', 'walk'])
  })

  it('fails with the first of several failures where none answers', async () => {
    const other = new GlossError('GRAPH_MISSING', 'No graph.')
    const ask = (name: string) => Promise.reject(name === 'unready' ? unready : other)
    await expect(onEachBackend(['unready', 'facts'], ask, never)).rejects.toBe(unready)
  })

  it('hides no bug', async () => {
    await expect(onEachBackend(['words', 'broken'], answer, never)).rejects.toThrow(TypeError)
  })

  it('ends when it is told to stop', async () => {
    const stop = new AbortController()
    const asked: string[] = []
    const ask = async (name: string) => {
      asked.push(name)
      stop.abort()
      throw unready
    }
    await expect(onEachBackend(['one', 'two'], ask, stop.signal)).rejects.toBe(unready)
    expect(asked).toEqual(['one'])
  })
})
