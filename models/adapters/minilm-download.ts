/** Downloads the files of all-MiniLM-L6-v2 from its hub in a pinned revision, and checks their hashes. */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { askServer, GlossError } from '../../core/index.ts'

// The model has 23 MB. A line of 128 kbit/s takes half an hour. Chosen, not measured.
const LIMITS = { maxBytes: 100_000_000, totalMs: 3_600_000, idleMs: 60_000 }

export interface DownloadProgress {
  readonly file: string
  readonly loadedBytes: number
  readonly totalBytes: number
}

export interface PinnedModel {
  /** URL of the hub, ending with a slash. */
  readonly host: string
  /** URLs that the hub may redirect to, as it keeps large files elsewhere. Content is verified by its hash. */
  readonly mirrors: RegExp
  /** `OWNER/NAME` on the hub, also the path below the folder of models. */
  readonly model: string
  /** A commit, because a branch such as `main` may change. */
  readonly revision: string
  /** SHA-256 of each file, in hexadecimal. */
  readonly files: Readonly<Record<string, string>>
}

/** The main branch since 2025-07-22 in q8; the hashes are published by several projects that pin it. */
export const PINNED_MINILM: PinnedModel = {
  host: 'https://huggingface.co/',
  mirrors: /^https:\/\/(?:[\w-]+\.)*(?:huggingface\.co|hf\.co)\//,
  model: 'Xenova/all-MiniLM-L6-v2',
  revision: '751bff37182d3f1213fa05d7196b954e230abad9',
  files: {
    'config.json': '7135149f7cffa1a573466c6e4d8423ed73b62fd2332c575bf738a0d033f70df7',
    'tokenizer.json': 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
    'tokenizer_config.json': '9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3',
    'onnx/model_quantized.onnx': 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  },
}

/** Downloads the files into `folder`. Throws `EMBEDDER_UNAVAILABLE` and removes the download if a file fails or has another hash. */
export async function downloadModel(
  { host, mirrors, model, revision, files }: PinnedModel,
  folder: string,
  onProgress: (progress: DownloadProgress) => void = () => undefined,
): Promise<void> {
  for (const [file, hash] of Object.entries(files)) {
    const path = join(folder, model, file)
    const temporary = `${path}.${randomUUID()}`
    await mkdir(dirname(path), { recursive: true })
    try {
      const found = await downloadFile(
        `${host}${model}/resolve/${revision}/${file}`,
        mirrors,
        temporary,
        (bytes) => onProgress({ file, ...bytes }),
      )
      if (found !== hash)
        throw new GlossError(
          'EMBEDDER_UNAVAILABLE',
          `${file} of ${model} is not the file that Gloss expects: its SHA-256 is ${found}, not ${hash}.`,
          { model, file },
        )
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      if (error instanceof GlossError) throw error
      throw new GlossError(
        'EMBEDDER_UNAVAILABLE',
        `${file} of ${model} could not be fetched.`,
        { model },
        error,
      )
    }
  }
}

/** Downloads a file and returns its SHA-256. */
async function downloadFile(
  url: string,
  mirrors: RegExp,
  path: string,
  onBytes: (bytes: Omit<DownloadProgress, 'file'>) => void,
): Promise<string> {
  const answer = await askServer(url, {
    signal: new AbortController().signal,
    limits: LIMITS,
    mayFollow: ({ href }) => mirrors.test(href),
  })
  if (answer.status !== 200) {
    await answer.body[Symbol.asyncIterator]().return?.()
    throw new GlossError('EMBEDDER_UNAVAILABLE', `${url} answered with status ${answer.status}.`, { url })
  }
  const totalBytes = Number(answer.headers.get('content-length') ?? 0)
  const hash = createHash('sha256')
  let loadedBytes = 0
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      loadedBytes += chunk.byteLength
      onBytes({ loadedBytes, totalBytes: Math.max(totalBytes, loadedBytes) })
      done(null, chunk)
    },
  })
  await pipeline(answer.body, counting, createWriteStream(path, { flags: 'wx' }))
  return hash.digest('hex')
}
