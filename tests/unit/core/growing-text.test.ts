import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { grown, NO_TEXT, wholeText } from '../../../core/index.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

it('holds a text that came in small pieces in about as many bytes as it has characters', () => {
  const words = 'abcdefghijklmnopqrstuvwxyz '.repeat(40)
  const before = heapBytes()
  let growing = NO_TEXT
  for (let at = 0; at < 400_000; at++) growing = grown(growing, words.slice(at % 1_000, (at % 1_000) + 4))
  const text = wholeText(growing)
  expect((heapBytes() - before) / text.length).toBeLessThan(2)
  expect(text).toHaveLength(1_600_000)
  expect(text.slice(0, 8)).toBe('abcdbcde')
})
