/** Tests the index of a question set: its file, and which plans may continue it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openQuestionSetIndex, readKnownSet, type SetPlan } from '../../../../solver/index.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const PLAN: SetPlan = {
  pattern: 'single',
  settings: { k: 3, deep: { b: [2, 1], a: 1 } },
  corpus: 'main',
  backend: 'auto',
  monitor: 'none',
  preset: null,
  filter: null,
}
const open = (path: string, plan: SetPlan = PLAN) => openQuestionSetIndex(path, { questions: 'q.json', plan })

describe('an index', () => {
  it('that cannot be written says so once, and goes on when it can be', async () => {
    const path = join(temporaryFolder(), 'results')
    mkdirSync(path)
    const index = await open(path)
    rmSync(path, { recursive: true })
    await expect(index.set({ id: 'q1', run: 1 }, { run: 'r1', failures: 0 })).rejects.toThrow(path)
    mkdirSync(path)
    await index.set({ id: 'q2', run: 1 }, { run: 'r2', failures: 0 })
    expect((await readKnownSet(path))?.runs).toEqual({
      q1: { 1: { run: 'r1', failures: 0 } },
      q2: { 1: { run: 'r2', failures: 0 } },
    })
  })

  it('is continued by the same plan, whatever the order of its settings', async () => {
    const path = temporaryFolder()
    await (await open(path)).set({ id: 'q1', run: 1 }, { run: 'r1', failures: 0 })
    await open(path, { ...PLAN, settings: { deep: { a: 1, b: [2, 1] }, k: 3 } })
    const others: (readonly [Partial<SetPlan>, string])[] = [
      [{ pattern: 'star' }, 'pattern was "single", now "star"'],
      [{ preset: 'deep' }, 'preset was null, now "deep"'],
      [{ filter: { year: 2020 } }, 'filter was null, now {"year":2020}'],
      [{ settings: { ...PLAN.settings, deep: { a: 1, b: [1, 2] } } }, 'settings was'],
      [{ corpus: 'x', backend: 'y' }, 'corpus was "main", now "x"; backend was "auto", now "y"'],
    ]
    for (const [changed, what] of others)
      await expect(open(path, { ...PLAN, ...changed })).rejects.toMatchObject({
        code: 'INPUT_INVALID',
        message: expect.stringContaining(what),
        facts: { field: 'out', folder: path },
      })
  })

  it('that has no run yet, as after a refusal, claims its folder for no plan', async () => {
    const path = temporaryFolder()
    await open(path)
    await expect(open(path, { ...PLAN, pattern: 'star' })).resolves.toBeDefined()
  })

  it.each(['', '{', '{}', '[]'])('that was written by something else is refused: "%s"', async (text) => {
    const path = temporaryFolder()
    writeFileSync(join(path, 'runs.json'), text)
    await expect(readKnownSet(path)).rejects.toMatchObject({ code: 'INPUT_INVALID', facts: { field: 'out' } })
  })
})
