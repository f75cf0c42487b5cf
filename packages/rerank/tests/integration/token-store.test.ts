import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../tests/fixtures/temporary-folder.ts'
import { packTokens } from '../../index.ts'
import { openSqliteTokenStore } from '../../sqlite-token-store.ts'

const TOKENS = packTokens(
  Float32Array.from({ length: 24 }, (_, at) => Math.sin(at)),
  8,
)
const OTHERS = packTokens(
  Float32Array.from({ length: 8 }, (_, at) => Math.cos(at)),
  8,
)

function opened(path: string, model = 'tiny', refusals: string[] = []) {
  return openSqliteTokenStore({ path, model, dims: 8, onRefused: (reason) => refusals.push(reason) })
}
const newPath = () => join(temporaryFolder(), 'artefacts', 'tokens.sqlite')

describe('a store of token vectors', () => {
  test('keeps them by unit and text, also when it is opened again', () => {
    const path = newPath()
    const first = opened(path)
    first.put([
      { unit: 'a', text: '1', tokens: TOKENS },
      { unit: 'b', text: '2', tokens: OTHERS },
    ])
    first.close()
    const again = opened(path)
    const wanted = [
      { unit: 'b', text: '2' },
      { unit: 'a', text: 'changed' },
      { unit: 'c', text: '3' },
      { unit: 'a', text: '1' },
    ]
    expect(again.find(wanted)).toEqual([OTHERS, null, null, TOKENS])
    expect(again.size()).toEqual({ units: 2, bytes: 4 * (4 + 16) })
    again.close()
  })

  test('forgets units that went, and knows up to which change', () => {
    const store = opened(newPath())
    store.put([{ unit: 'a', text: '1', tokens: TOKENS }])
    expect(store.seq()).toBe(0)
    store.remove(['a', 'unknown'], 7)
    expect(store.seq()).toBe(7)
    expect(store.find([{ unit: 'a', text: '1' }])).toEqual([null])
    store.close()
  })

  test.each([
    {
      name: 'a file of another model',
      damage: (path: string) => opened(path, 'another').close(),
      says: 'another',
    },
    {
      name: 'a file that is no database',
      damage: (path: string) => writeFileSync(path, 'not a database. '.repeat(200)),
      says: 'not a database',
    },
  ])('starts anew over $name, and says so', ({ damage, says }) => {
    const path = newPath()
    opened(path).close()
    damage(path)
    const refusals: string[] = []
    const store = opened(path, 'tiny', refusals)
    expect(store.size().units).toBe(0)
    store.put([{ unit: 'a', text: '1', tokens: TOKENS }])
    expect(store.find([{ unit: 'a', text: '1' }])).toEqual([TOKENS])
    store.close()
    expect(refusals).toHaveLength(1)
    expect(refusals[0]).toContain(says)
  })
})
