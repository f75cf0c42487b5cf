import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type DownloadProgress,
  downloadModel,
  PINNED_MINILM,
  type PinnedModel,
} from '../../../models/adapters/minilm-download.ts'
import { openMiniLmEmbedder } from '../../../models/adapters/minilm-embedder.ts'
import { type Loopback, openLoopback } from '../../fakes/loopback.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const CONTENTS: Readonly<Record<string, string>> = {
  'config.json': '{"hidden_size": 4}',
  'tokenizer.json': '{}',
  'onnx/model_quantized.onnx': 'weights'.repeat(100_000),
}
const REVISION = 'c0ffee'.padEnd(40, '0')
const PREFIX = `/owner/tiny/resolve/${REVISION}/`

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

describe('a model from a hub', () => {
  const asked: string[] = []
  const changed = new Map<string, string>()
  let hub: Loopback
  let pinned: PinnedModel
  beforeAll(async () => {
    hub = await openLoopback((request, response) => {
      const url = request.url ?? ''
      asked.push(url)
      const file = url.startsWith(PREFIX) ? url.slice(PREFIX.length) : ''
      const content = changed.get(file) ?? CONTENTS[file]
      if (content === undefined) response.writeHead(404).end('Entry not found')
      else response.writeHead(200, { 'content-length': content.length }).end(content)
    })
    pinned = {
      host: `${hub.origin}/`,
      mirrors: /^$/,
      model: 'owner/tiny',
      revision: REVISION,
      files: Object.fromEntries(Object.entries(CONTENTS).map(([file, text]) => [file, hashOf(text)])),
    }
  })
  beforeEach(() => {
    asked.length = 0
    changed.clear()
  })
  afterAll(() => hub.close())

  test('is that of the revision, file by file, with progress', async () => {
    const folder = temporaryFolder()
    const progress: DownloadProgress[] = []
    await downloadModel(pinned, folder, (step) => progress.push(step))
    expect(asked).toEqual(Object.keys(CONTENTS).map((file) => PREFIX + file))
    for (const [file, text] of Object.entries(CONTENTS))
      expect(readFileSync(join(folder, 'owner', 'tiny', file), 'utf8')).toBe(text)
    const size = CONTENTS['onnx/model_quantized.onnx']?.length
    expect(progress.at(-1)).toEqual({
      file: 'onnx/model_quantized.onnx',
      loadedBytes: size,
      totalBytes: size,
    })
  })

  test('is refused where one byte of a file is another one, and nothing of the file stays', async () => {
    const folder = temporaryFolder()
    changed.set('onnx/model_quantized.onnx', `W${CONTENTS['onnx/model_quantized.onnx']?.slice(1)}`)
    await expect(downloadModel(pinned, folder)).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringContaining('is not the file that Gloss expects'),
    })
    expect(readdirSync(join(folder, 'owner', 'tiny', 'onnx'))).toEqual([])
  })

  test('that is not there leaves a clear failure', async () => {
    const missing = { ...pinned, model: 'nobody/nothing' }
    await expect(downloadModel(missing, temporaryFolder())).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringContaining('404'),
    })
  })

  test('is asked for nothing where an embedder is opened', async () => {
    const home = process.env['HOME']
    // Away from the hub's cache of whoever runs this.
    process.env['HOME'] = join(import.meta.dirname, 'no-such-home')
    const folder = temporaryFolder()
    await expect(openMiniLmEmbedder({ folder })).rejects.toMatchObject({ code: 'EMBEDDER_UNAVAILABLE' })
    process.env['HOME'] = home
    expect([asked, existsSync(join(folder, 'Xenova'))]).toEqual([[], false])
  })
})

test('the model that Gloss fetches is named by commit and by hashes', () => {
  const { host, revision, files } = PINNED_MINILM
  expect([host, revision]).toEqual([
    expect.stringMatching(/^https:/),
    expect.stringMatching(/^[0-9a-f]{40}$/),
  ])
  // All that opening it needs.
  expect(Object.keys(files).toSorted()).toEqual([
    'config.json',
    'onnx/model_quantized.onnx',
    'tokenizer.json',
    'tokenizer_config.json',
  ])
  for (const hash of Object.values(files)) expect(hash).toMatch(/^[0-9a-f]{64}$/)
})
