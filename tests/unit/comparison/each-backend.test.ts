import { describe, expect, it } from 'vitest'
import { onEachBackend } from '../../../comparison/index.ts'
import { GlossError } from '../../../core/index.ts'

const never = new AbortController().signal
const unready = new GlossError('MODEL_UNCONFIGURED', 'Facts need a model.')

function answer(name: string): Promise<string> {
  if (name === 'unready') return Promise.reject(unready)
  if (name === 'broken') return Promise.reject(new TypeError('a bug'))
  return Promise.resolve(`${name} answers`)
}

describe('asking several backends', () => {
  it('hides no bug', async () => {
    await expect(onEachBackend(['words', 'broken'], answer, never)).rejects.toThrow(TypeError)
  })
})
