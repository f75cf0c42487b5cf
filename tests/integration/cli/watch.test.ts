/** `gloss watch`: a folder that changes, and questions whose evidence changes with it. */
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerOf, runCli, SAMPLE_PAPERS, startCli } from '../../fixtures/run-cli.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const cwd = sharedFolder()
const QUESTION = 'Which IC50 did the methanolic bark extract show?'
const paper = (name: string) => copyFileSync(join(SAMPLE_PAPERS, name), join(cwd, 'papers', name))

beforeAll(() => {
  mkdirSync(join(cwd, 'papers'))
  writeFileSync(join(cwd, 'questions.txt'), `${QUESTION}\n\n${QUESTION}\n`)
})

interface Event {
  readonly type: string
  readonly seq: readonly [number, number]
  readonly papers: readonly { readonly path: string; readonly state: string }[]
  readonly added: readonly { readonly unit: string; readonly title: string }[]
  readonly gone: readonly { readonly unit: string }[]
  readonly pruned: number
}

async function look(...options: string[]): Promise<Event[]> {
  const given = ['--questions', 'questions.txt', '--feed', 'feed.json', '--once', '--json', ...options]
  const { stdout, stderr, code } = await runCli(['watch', 'papers', ...given], { cwd })
  expect([code, stderr]).toEqual([0, expect.any(String)])
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event)
}

async function hits(): Promise<string[]> {
  const { hits: found } = await answerOf<{ hits: { unit: string }[] }>(['retrieve', QUESTION, '-k', '10'], {
    cwd,
  })
  return found.map(({ unit }) => unit)
}

describe('gloss watch --once', () => {
  it('says what a new file and one that is gone change, exactly', async () => {
    paper('lupeol-akt-signalling.pdf')
    const [first, ...more] = await look()
    expect(first).toMatchObject({ type: 'papers-taken', papers: [{ state: 'kept' }] })
    expect(more).toEqual([])
    expect(await look()).toEqual([])

    const before = await hits()
    paper('bark-extract-lupeol.pdf')
    const [taken, changed] = await look()
    const after = await hits()
    expect(taken!.papers.map(({ path }) => path)).toEqual([
      expect.stringContaining('bark-extract-lupeol.pdf'),
    ])
    expect(taken!.seq[0]).toBe(first!.seq[1])
    expect(changed).toMatchObject({ type: 'evidence-changed', question: QUESTION, seq: taken!.seq })
    expect(changed!.added.map(({ unit }) => unit)).toEqual(after.filter((unit) => !before.includes(unit)))
    expect(changed!.gone.map(({ unit }) => unit)).toEqual(before.filter((unit) => !after.includes(unit)))

    rmSync(join(cwd, 'papers', 'bark-extract-lupeol.pdf'))
    const gone = [expect.stringMatching(/papers.bark-extract-lupeol\.pdf$/)]
    expect(await look()).toMatchObject([{ type: 'papers-taken', papers: [], gone, pruned: 0 }])
    expect(await look()).toEqual([])
    const [pruned, back] = await look('--prune')
    expect(pruned).toMatchObject({ type: 'papers-taken', papers: [], gone, pruned: 1 })
    expect(back!.added.map(({ unit }) => unit)).toEqual(changed!.gone.map(({ unit }) => unit))
    const feed = JSON.parse(readFileSync(join(cwd, 'feed.json'), 'utf8'))
    expect(feed.items.map(({ title }: { title: string }) => title)).toEqual([
      QUESTION,
      '1 files gone from main',
      '1 files gone from main',
      QUESTION,
      '1 papers taken into main',
      '1 papers taken into main',
    ])
  })

  it('removes nothing where the folder is empty, as that of a drive that is not there', async () => {
    rmSync(join(cwd, 'papers', 'lupeol-akt-signalling.pdf'))
    await look('--prune')
    // Nor where another folder has files.
    mkdirSync(join(cwd, 'more'))
    copyFileSync(
      join(SAMPLE_PAPERS, 'suzuki-low-palladium.pdf'),
      join(cwd, 'more', 'suzuki-low-palladium.pdf'),
    )
    await look('--prune', 'more')
    const { papers } = await answerOf<{ papers: object[] }>(['papers'], { cwd })
    expect(papers).toHaveLength(2)
  })
})

it('reads nothing where the file of questions is not there', async () => {
  const { code, stderr } = await runCli(['watch', 'papers', '--once', '--questions', 'none.txt'], { cwd })
  expect([code === 0, stderr]).toEqual([false, expect.stringContaining('none.txt')])
})

it('says nothing of a file that was saved again with the same words', async () => {
  mkdirSync(join(cwd, 'again'))
  const file = join(cwd, 'again', 'bark.pdf')
  copyFileSync(join(SAMPLE_PAPERS, 'bark-extract-lupeol.pdf'), file)
  const again = async () => {
    const given = ['again', '--corpus', 'again', '--questions', 'questions.txt', '--once', '--json']
    const { stdout } = await runCli(['watch', ...given], { cwd })
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as Event).type)
  }
  expect(await again()).toEqual(['papers-taken'])
  appendFileSync(file, '% saved again\n')
  expect(await again()).toEqual(['papers-taken'])
})

it('leaves a file alone that is no feed', async () => {
  writeFileSync(join(cwd, 'notes.txt'), 'mine')
  paper('cas9-off-target.pdf')
  const { code, stderr } = await runCli(['watch', 'papers', '--once', '--feed', 'notes.txt'], { cwd })
  expect([code, stderr]).toEqual([1, expect.stringContaining('notes.txt is not a JSON Feed')])
  expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('mine')
})

it('watches until it is stopped, which is no failure', async () => {
  const { child, interrupt } = startCli(['watch', 'papers', '--every', '1', '--json'], { cwd })
  const seen = new Promise<string>((done) => child.stdout.on('data', (data) => done(String(data))))
  const ended = new Promise((done) => child.on('exit', done))
  setTimeout(() => paper('stereo-matching.pdf'), 1_500)
  expect(await seen).toContain('stereo-matching.pdf')
  interrupt()
  expect(await ended).toBe(0)
})
