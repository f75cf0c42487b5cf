/** `npm run measure peers` on a machine without peers. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { writeJudgedFolder } from '../../../../../tests/fixtures/judged-folder.ts'
import { temporaryFolder } from '../../../../../tests/fixtures/temporary-folder.ts'

const BENCH = join(import.meta.dirname, '..', '..', '..', 'bench', 'peers.bench.ts')

function measure(...args: string[]) {
  return promisify(execFile)(process.execPath, [BENCH, ...args], {
    env: { ...process.env, GLOSS_BENCH_ROUNDS: '1' },
  })
}

it('prints our own figures and how to install the peers', async () => {
  const data = temporaryFolder()
  writeJudgedFolder(join(data, 'scifact'))
  const { stdout, stderr } = await measure('--only', 'words', '--data', data, '--python', join(data, 'none'))
  const [head, , ...rows] = stdout.trim().split('\n')
  expect(head).toContain('| task | ours | peer |')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatch(/^\| words: 4 abstracts of SciFact, 3 claims; a question \| words \| – \|/)
  expect(rows[0]).toContain('1.000 nDCG@10')
  expect(stderr).toContain(
    'No peer is installed, so that these are our own figures alone: bm25s, tantivy.\n' +
      'To install them: `bash packages/lab/bench/peers/setup.sh FOLDER`, then `--python FOLDER/bin/python`.',
  )
})

it('says which data is missing', async () => {
  const { stderr } = await measure('--only', 'words,vectors,facts', '--data', temporaryFolder())
  for (const subject of ['words', 'vectors', 'facts'])
    expect(stderr).toContain(`skipped ${subject}: its data is not in`)
})

it('refuses a subject that it does not know', async () => {
  await expect(measure('--only', 'word')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no "word". There are: words, vectors, facts.'),
  })
})
