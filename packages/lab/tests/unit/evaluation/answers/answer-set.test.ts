/** Reading answers from a file or a folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readAnswerSet } from '../../../../evaluation/index.ts'

const folders: string[] = []

function written(text: string, name = 'answers.jsonl'): string {
  const folder = mkdtempSync(join(tmpdir(), 'gloss-answers-'))
  folders.push(folder)
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const lines = (...rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const NOTHING_TOLD = { runId: null, steps: null, seconds: null, ledger: null, watch: null }

describe('answers', () => {
  it('of a file are lines, and reports go beside it', async () => {
    const path = written(`\uFEFF${lines({ id: 'a', answer: 'x' })}\r\n\n${lines({ id: 7 })}\n`)
    expect(await readAnswerSet(path)).toEqual({
      folder: dirname(path),
      answers: [
        { id: 'a', run: 1, answer: 'x', ...NOTHING_TOLD },
        { id: '7', run: 1, answer: '', ...NOTHING_TOLD },
      ],
      questions: null,
      losses: {},
    })
  })

  it('of a folder are its answers.jsonl, with the questions that they were made from', async () => {
    const folder = dirname(written(lines({ id: 'a', answer: 'x' })))
    expect(await readAnswerSet(folder)).toMatchObject({ folder, questions: null })
    const plan = { pattern: 'p', settings: {}, corpus: 'c', backend: 'b', monitor: 'm' }
    writeFileSync(join(folder, 'runs.json'), JSON.stringify({ questions: '../q.json', plan, runs: {} }))
    expect(await readAnswerSet(folder)).toMatchObject({ folder, questions: join(folder, '..', 'q.json') })
    expect((await readAnswerSet(join(folder, 'answers.jsonl'))).questions).toBeNull()
  })

  it('that come again are the next run, from the run that the last one had', async () => {
    const path = written(
      lines({ id: 'a' }, { id: 'b' }, { id: 'a' }, { id: 'a', run: 7 }, { id: 'a' }, { id: 'b', run: 1 }),
    )
    const { answers } = await readAnswerSet(path)
    expect(answers.map(({ id, run }) => `${id}${run}`)).toEqual(['a1', 'b1', 'a2', 'a7', 'a8', 'b1'])
  })

  it('have lines of blanks among them, and blanks in front', async () => {
    const text = `  \n ${lines({ id: 'a' })}\n \t\n${lines({ id: 'b' })}  \n`
    const { answers, losses } = await readAnswerSet(written(text))
    expect([answers.map(({ id }) => id), losses]).toEqual([['a', 'b'], {}])
    expect((await readAnswerSet(written(`\n ${JSON.stringify([{ id: 'a' }])}\n`))).losses).toEqual({})
  })

  it('of which only some say how they were watched have no more than was said', async () => {
    const watch = { looks: 1, triggers: 0, injections: 0, searches: { asked: 0, empty: 0, failed: 0 } }
    const whole = { ...watch, failures: [{ stage: 'monitor', more: 1 }], problems: ['x'], more: 2 }
    const path = written(
      lines({ id: 'a', watch }, { id: 'b', watch: whole, seconds: 0, steps: 0, ledger: {} }),
    )
    const [first, second] = (await readAnswerSet(path)).answers
    expect(first?.watch).toBeNull()
    expect(second).toMatchObject({ watch: whole, seconds: 0, steps: 0, ledger: [] })
  })

  it.each(['', 'x', '[]', '[', '{}'])('that are none are refused: "%s"', async (text) => {
    await expect(readAnswerSet(written(text))).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      facts: { field: 'answers' },
    })
  })

  it('that are not there are not found', async () => {
    await expect(readAnswerSet(join(dirname(written('')), 'none'))).rejects.toMatchObject({
      code: 'PATH_NOT_FOUND',
    })
  })
})
