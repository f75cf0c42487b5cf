/**
 * Embeds the texts of the corpora with MiniLM, once: the teacher's vectors for the static table, and real vectors for index benchmarks.
 * Usage: node packages/lab/research/static-embedder/teach.ts OUT_FOLDER [--data FOLDER] [--models FOLDER] [--limit TEXTS]
 * Writes `texts.jsonl` ({set, kind, text} a line), `vectors.f32` (384 little-endian floats for each line), `READY` at the end.
 * A stopped run goes on where it was.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { shuffle } from '../../../../core/random.ts'
import { openMiniLmEmbedder } from '../../../../models/adapters/minilm-embedder.ts'
import { collectTexts } from './texts.ts'

const SEED = 1
const CHUNK_TEXTS = 512
// Longer passages are cut here: the teacher's time grows with length, and the head tells the topic.
const MAX_PIECES = 128
const SHARED = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared')

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: join(SHARED, 'data') },
    models: { type: 'string', default: join(SHARED, 'models') },
    limit: { type: 'string' },
  },
})
const [out] = positionals
if (out === undefined) {
  console.error('usage: teach.ts OUT_FOLDER [--data FOLDER] [--models FOLDER] [--limit TEXTS]')
  process.exit(2)
}
mkdirSync(out, { recursive: true })
const textsPath = join(out, 'texts.jsonl')
const vectorsPath = join(out, 'vectors.f32')
if (!existsSync(textsPath)) {
  const collected = collectTexts(values.data)
  const kept = shuffle(collected, SEED).slice(
    0,
    values.limit === undefined ? undefined : Number(values.limit),
  )
  writeFileSync(textsPath, `${kept.map((text) => JSON.stringify(text)).join('\n')}\n`)
}
const texts = readFileSync(textsPath, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => (JSON.parse(line) as { text: string }).text)

const embedder = await openMiniLmEmbedder({ folder: values.models, dtype: 'int8', maxPieces: MAX_PIECES })
const rowBytes = embedder.dims * Float32Array.BYTES_PER_ELEMENT
const done = existsSync(vectorsPath) ? Math.floor(statSync(vectorsPath).size / rowBytes) : 0
if (done > 0) truncateSync(vectorsPath, done * rowBytes)
const startedAt = performance.now()
for (let at = done; at < texts.length; at += CHUNK_TEXTS) {
  const vectors = await embedder.embed(texts.slice(at, at + CHUNK_TEXTS))
  for (const vector of vectors) appendFileSync(vectorsPath, new Uint8Array(vector.buffer))
  const embedded = Math.min(at + CHUNK_TEXTS, texts.length)
  const perSecond = (embedded - done) / ((performance.now() - startedAt) / 1000)
  console.log(`${embedded} of ${texts.length} texts, ${perSecond.toFixed(0)} a second`)
}
await embedder.close()
writeFileSync(join(out, 'READY'), `${texts.length} texts, ${embedder.id}, cut at ${MAX_PIECES} pieces\n`)
