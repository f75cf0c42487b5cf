import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { env } from '@huggingface/transformers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DownloadProgress, openMiniLmEmbedder } from '../../../models/adapters/minilm-embedder.ts'
import { hasShared, orSkipped, sharedPath } from '../../../scripts/lib/shared.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

// Where a hub keeps a model's files: /OWNER/NAME/resolve/REVISION/FILE.
const HUB_PATH = /^\/([^/]+\/[^/]+)\/resolve\/main\/(.+)$/

/** A hub on loopback that serves the models beside the project and remembers what was asked. */
function createHub(asked: string[]): Server {
  return createServer((request, response) => {
    const [, model = '', file = ''] = HUB_PATH.exec(request.url ?? '') ?? []
    asked.push(file)
    const path = sharedPath('models', model, file)
    if (file === '' || !existsSync(path)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-length': statSync(path).size })
    if (request.method === 'HEAD') response.end()
    else createReadStream(path).pipe(response)
  })
}

describe.skipIf(!hasShared)(orSkipped('MiniLM from a hub'), () => {
  const asked: string[] = []
  const hub = createHub(asked)
  const hubBefore = env.remoteHost
  beforeAll(async () => {
    await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve))
    // Away from the hub's cache of whoever runs this.
    process.env['HOME'] = join(import.meta.dirname, 'no-such-home')
    env.remoteHost = `http://127.0.0.1:${(hub.address() as AddressInfo).port}/`
  })
  afterAll(async () => {
    env.remoteHost = hubBefore
    hub.closeAllConnections()
    await new Promise((resolve) => hub.close(resolve))
  })

  test('is asked for nothing without consent', async () => {
    await expect(openMiniLmEmbedder({ folder: temporaryFolder() })).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
    })
    expect(asked).toEqual([])
  })

  test('is fetched once with consent, with progress, into a folder that serves the next time', async () => {
    const folder = temporaryFolder()
    const progress: DownloadProgress[] = []
    const fetched = await openMiniLmEmbedder({
      folder,
      dtype: 'int8',
      allowDownload: true,
      onProgress: (step) => progress.push(step),
    })
    const [vector] = await fetched.embed(['protein'])
    await fetched.close()
    const weights = progress.filter(({ file }) => file.endsWith('model_int8.onnx'))
    const size = statSync(sharedPath('models', 'Xenova', 'all-MiniLM-L6-v2', 'onnx', 'model_int8.onnx')).size
    expect(weights.at(-1)).toMatchObject({ loadedBytes: size, totalBytes: size })
    expect(existsSync(join(folder, 'Xenova', 'all-MiniLM-L6-v2', 'tokenizer.json'))).toBe(true)

    asked.length = 0
    const local = await openMiniLmEmbedder({ folder, dtype: 'int8' })
    expect(await local.embed(['protein'])).toEqual([vector])
    await local.close()
    expect(asked).toEqual([])
  })

  test('that lacks the model leaves a clear failure', async () => {
    const opening = openMiniLmEmbedder({
      folder: temporaryFolder(),
      model: 'nobody/nothing',
      allowDownload: true,
    })
    await expect(opening).rejects.toMatchObject({ code: 'EMBEDDER_UNAVAILABLE' })
  })
})
