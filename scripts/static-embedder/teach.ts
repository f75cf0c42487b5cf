/**
 * Embeds the texts of the corpora with MiniLM, once: the teacher's vectors for the static table, and real vectors for index benchmarks.
 * Usage: node scripts/static-embedder/teach.ts OUT_FOLDER [DATA_FOLDER] [MODELS_FOLDER] [int8|q8]
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
import { openMiniLmEmbedder } from '../../models/adapters/minilm-embedder.ts'
import { collectTexts } from './texts.ts'

const SEED = 1
const CHUNK_TEXTS = 512
// Longer passages are cut here: the teacher's time grows with length, and the head tells the topic.
const MAX_PIECES = 128
const SHARED = join(import.meta.dirname, '..', '..', '..', 'shared')

const { positionals } = parseArgs({ allowPositionals: true })
const [out, data = join(SHARED, 'data'), models = join(SHARED, 'models'), dtype = 'int8'] = positionals
if (out === undefined || (dtype !== 'int8' && dtype !== 'q8')) {
  console.error('usage: teach.ts OUT_FOLDER [DATA_FOLDER] [MODELS_FOLDER] [int8|q8]')
  process.exit(2)
}
mkdirSync(out, { recursive: true })
const textsPath = join(out, 'texts.jsonl')
const vectorsPath = join(out, 'vectors.f32')
if (!existsSync(textsPath)) {
  const lines = collectTexts(data, SEED).map((text) => JSON.stringify(text))
  writeFileSync(textsPath, `${lines.join('\n')}\n`)
}
const texts = readFileSync(textsPath, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => (JSON.parse(line) as { text: string }).text)

const embedder = await openMiniLmEmbedder({ folder: models, dtype, maxPieces: MAX_PIECES })
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
