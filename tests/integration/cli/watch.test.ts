/** `gloss watch`: a folder that changes, and questions whose evidence changes with it. */
import { appendFileSync, copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { startCli } from '../../fixtures/run-cli.ts'
import { samplePaper } from '../../fixtures/served-samples.ts'
import { column, type Json } from '../../fixtures/service.ts'

const { cwd, json, run, read, write } = cliFolder()
const QUESTION = 'Which IC50 did the methanolic bark extract show?'
const at = (name: string, folder = 'papers') => join(cwd, folder, `${name}.pdf`)
const paper = (name: string, folder?: string) => copyFileSync(samplePaper(name), at(name, folder))

beforeAll(() => {
  for (const folder of ['papers', 'more', 'again']) mkdirSync(join(cwd, folder))
  write('questions.txt', `${QUESTION}\n\n${QUESTION}\n`)
})

/** Looks once and returns the events. */
async function look(options = '', folder = 'papers'): Promise<Json[]> {
  const { stdout, code } = await run(
    `watch ${folder} --questions questions.txt --feed feed.json --once --json${options}`,
  )
  expect(code).toBe(0)
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

const hits = async () => column((await json(['retrieve', QUESTION, '-k', '10'])).hits, 'unit')

it('reports exactly what a new file and one that is gone change', async () => {
  paper('lupeol-akt-signalling')
  const [first, ...more] = await look()
  expect(first).toMatchObject({ type: 'papers-taken', papers: [{ state: 'kept' }] })
  expect([more, await look()]).toEqual([[], []])

  const before = await hits()
  paper('bark-extract-lupeol')
  const [taken, changed] = await look()
  const after = await hits()
  expect(column(taken.papers, 'path')).toEqual([expect.stringContaining('bark-extract-lupeol.pdf')])
  expect(taken.seq[0]).toBe(first.seq[1])
  expect(changed).toMatchObject({ type: 'evidence-changed', question: QUESTION, seq: taken.seq })
  expect(column(changed.added, 'unit')).toEqual(after.filter((unit) => !before.includes(unit)))
  expect(column(changed.gone, 'unit')).toEqual(before.filter((unit) => !after.includes(unit)))

  rmSync(at('bark-extract-lupeol'))
  const gone = {
    type: 'papers-taken',
    papers: [],
    gone: [expect.stringMatching(/papers.bark-extract-lupeol\.pdf$/)],
  }
  expect(await look()).toMatchObject([{ ...gone, pruned: 0 }])
  expect(await look()).toEqual([])
  const [pruned, back] = await look(' --prune')
  expect(pruned).toMatchObject({ ...gone, pruned: 1 })
  expect(column(back.added, 'unit')).toEqual(column(changed.gone, 'unit'))
  const [went, came] = ['1 files gone from main', '1 papers added to main']
  const titles = [QUESTION, went, went, QUESTION, came, came]
  expect(column(JSON.parse(read('feed.json')).items, 'title')).toEqual(titles)
})

it('removes nothing if the folder is empty, as one of a drive that is not there, also beside another folder', async () => {
  rmSync(at('lupeol-akt-signalling'))
  await look(' --prune')
  paper('suzuki-low-palladium', 'more')
  await look(' --prune more')
  expect((await json('papers')).papers).toHaveLength(2)
})

it('does not report evidence for a file that was saved again with the same words', async () => {
  paper('bark-extract-lupeol', 'again')
  expect(column(await look(' --corpus again', 'again'), 'type')).toEqual(['papers-taken'])
  appendFileSync(at('bark-extract-lupeol', 'again'), '% saved again\n')
  expect(column(await look(' --corpus again', 'again'), 'type')).toEqual(['papers-taken'])
})

it('reads no paper without the file of questions, and overwrites no file that is not a feed', async () => {
  const missing = await run('watch papers --once --questions none.txt')
  expect([missing.code === 0, missing.stderr]).toEqual([false, expect.stringContaining('none.txt')])
  write('notes.txt', 'mine')
  paper('cas9-off-target')
  const refused = await run('watch papers --once --feed notes.txt')
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('notes.txt is not a JSON Feed')])
  expect(read('notes.txt')).toBe('mine')
})

it('watches until it is stopped, which is no failure', async () => {
  const { child, interrupt } = startCli(['watch', 'papers', '--every', '1', '--json'], { cwd })
  const seen = new Promise<string>((done) => child.stdout.on('data', (data) => done(String(data))))
  const ended = new Promise((done) => child.on('exit', done))
  setTimeout(() => paper('stereo-matching'), 1_500)
  expect(await seen).toContain('stereo-matching.pdf')
  interrupt()
  expect(await ended).toBe(0)
})
