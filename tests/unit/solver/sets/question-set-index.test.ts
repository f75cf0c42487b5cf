/** The index of a set of questions: what is on the disk, and which plan goes on with it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openQuestionSetIndex, readKnownSet, type SetPlan } from '../../../../solver/index.ts'

const PLAN: SetPlan = {
  pattern: 'single',
  settings: { k: 3, deep: { b: [2, 1], a: 1 } },
  corpus: 'main',
  backend: 'auto',
  monitor: 'none',
  preset: null,
  filter: null,
}
const folders: string[] = []

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'gloss-set-'))
  folders.push(made)
  return made
}

afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true })
})

const open = (path: string, plan: SetPlan = PLAN) => openQuestionSetIndex(path, { questions: 'q.json', plan })

describe('an index', () => {
  it('is there with its plan from the beginning', async () => {
    const path = folder()
    expect(await readKnownSet(path)).toBeNull()
    await open(path)
    expect(await readKnownSet(path)).toEqual({ questions: 'q.json', plan: PLAN, runs: {} })
  })

  it('knows each run of each question, here and when it is opened again', async () => {
    const path = folder()
    const index = await open(path)
    const first = { run: 'r1', failures: 0 }
    expect(index.get({ id: 'q1', run: 1 })).toBeNull()
    await index.set({ id: 'q1', run: 1 }, first)
    await Promise.all([
      index.set({ id: 'q1', run: 2 }, { run: 'r2', failures: 1 }),
      index.set({ id: 'q2', run: 1 }, { run: 'r3', failures: 0 }),
      index.set({ id: 'q2', run: 1 }, { run: 'r3', failures: 2 }),
    ])
    for (const opened of [index, await open(path)]) {
      expect(opened.get({ id: 'q1', run: 1 })).toEqual(first)
      expect(opened.get({ id: 'q1', run: 2 })).toEqual({ run: 'r2', failures: 1 })
      expect(opened.get({ id: 'q2', run: 1 })).toEqual({ run: 'r3', failures: 2 })
      expect(opened.get({ id: 'q2', run: 2 })).toBeNull()
      expect(opened.get({ id: 'q3', run: 1 })).toBeNull()
    }
  })

  it('that cannot be written says so once, and goes on when it can be', async () => {
    const path = join(folder(), 'results')
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

  it('is gone on with by the same plan, in whichever order its settings are given', async () => {
    const path = folder()
    await open(path)
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

  it('of an older version had neither preset nor filter', async () => {
    const path = folder()
    const { preset: _preset, filter: _filter, ...older } = PLAN
    writeFileSync(join(path, 'runs.json'), JSON.stringify({ questions: 'q.json', plan: older, runs: {} }))
    expect((await readKnownSet(path))?.plan).toEqual(PLAN)
    await open(path)
    expect(readFileSync(join(path, 'runs.json'), 'utf8')).toMatch(/"preset": null[\s\S]*\n$/)
  })

  it.each(['', '{', '{}', '[]'])('that was written by something else is refused: "%s"', async (text) => {
    const path = folder()
    writeFileSync(join(path, 'runs.json'), text)
    await expect(readKnownSet(path)).rejects.toMatchObject({ code: 'INPUT_INVALID', facts: { field: 'out' } })
  })
})
