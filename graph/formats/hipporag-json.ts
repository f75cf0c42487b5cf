/**
 * HippoRAG's OpenIE file: `{docs: [{idx, passage, extracted_entities, extracted_triples}], avg_ent_chars, avg_ent_words}` with idx =
 * `chunk-` + MD5 of the passage. What is read is kept raw, in order, including repeats and triples of other lengths; what is written equals
 * the output of Python's `json.dump`, to the byte.
 */
import { createHash } from 'node:crypto'
import { isRecord } from '../../core/index.ts'
import { inputJson, invalidInput } from './input-json.ts'
import { createLosses, type LossCounts, type Losses } from './losses.ts'
import { pythonJson } from './python-json.ts'
import { type RawItems, readRawItems } from './raw-items.ts'

export interface HippoRagDoc extends RawItems {
  readonly passage: string
}

export interface HippoRagFile {
  readonly docs: readonly HippoRagDoc[]
  /** `doc_without_passage`, `entities_not_list`, `triples_not_list`, `other_idx` (kept; the passage decides), and those of its items. */
  readonly losses: LossCounts
}

const WHAT = 'The OpenIE file'
const FORM = '{"docs": [{"passage", "extracted_entities", "extracted_triples"}]}'
// Python's `str.split()`: the white space of Unicode, including next line and the four separators of ASCII.
const MORE_SPACES = String.fromCharCode(0x1c, 0x1d, 0x1e, 0x1f, 0x85)
const PYTHON_SPACE = new RegExp(`[[\\s${MORE_SPACES}]--\\ufeff]+`, 'v')
const PYTHON_DECIMALS = 4

/** Parses a file. Throws `INPUT_INVALID` if the text is not such a file, or has docs of which none can be read. */
export function parseHippoRagJson(text: string): HippoRagFile {
  return readHippoRagValue(inputJson(text, WHAT))
}

/** Reads JSON that is already parsed. */
export function readHippoRagValue(root: unknown): HippoRagFile {
  const docs = isRecord(root) ? root['docs'] : undefined
  if (!Array.isArray(docs)) throw invalidInput(wrongRoot(root))
  const losses = createLosses()
  const read = docs.map((doc: unknown) => docOf(doc, losses)).filter((doc) => doc !== null)
  if (read.length === 0 && docs.length > 0)
    throw invalidInput(
      `None of the ${docs.length} docs of ${WHAT.toLowerCase()} has a passage; the form is ${FORM}.`,
    )
  return { docs: read, losses: losses.counts() }
}

/** Returns such a file in parts, one doc each: memory does not grow with the file. */
export async function* hippoRagJsonParts(docs: AsyncIterable<HippoRagDoc>): AsyncGenerator<string> {
  const sums = { entities: 0, characters: 0, words: 0 }
  yield '{"docs": ['
  let separator = ''
  for await (const { passage, entities, triples } of docs) {
    sums.entities += entities.length
    for (const entity of entities) {
      sums.characters += [...entity].length
      sums.words += entity.split(PYTHON_SPACE).filter((word) => word !== '').length
    }
    const idx = hippoRagChunkId(passage)
    yield `${separator}${pythonJson({ idx, passage, extracted_entities: entities, extracted_triples: triples })}`
    separator = ', '
  }
  const chars = pythonMean(sums.characters, sums.entities)
  const words = pythonMean(sums.words, sums.entities)
  yield `], "avg_ent_chars": ${chars}, "avg_ent_words": ${words}}`
}

/** Returns HippoRAG's id of a passage, which is not trimmed. */
export function hippoRagChunkId(passage: string): string {
  return `chunk-${createHash('md5').update(passage, 'utf8').digest('hex')}`
}

function docOf(doc: unknown, losses: Losses): HippoRagDoc | null {
  if (!isRecord(doc) || typeof doc['passage'] !== 'string') return losses.lose('doc_without_passage')
  const { passage, idx } = doc
  // Files of version 1 number their docs.
  if (typeof idx === 'string' && idx !== hippoRagChunkId(passage)) losses.count('other_idx')
  const entities = listOf(doc['extracted_entities'], 'entities_not_list', losses)
  const triples = listOf(doc['extracted_triples'], 'triples_not_list', losses)
  return { passage, ...readRawItems(entities, triples, losses) }
}

function listOf(value: unknown, reason: string, losses: Losses): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (value !== undefined) losses.count(reason)
  return []
}

function wrongRoot(root: unknown): string {
  const version = isRecord(root) ? root['version'] : undefined
  if (typeof version === 'string' || typeof version === 'number')
    return `${WHAT} is of another form (version ${version}) and has no docs; export it from HippoRAG 1 or 2 in the form ${FORM}.`
  if (Array.isArray(root))
    return `${WHAT} must be an object with docs, and this is an array; a flat array of statements is read by \`gloss import --format units\`.`
  return `${WHAT} has no list of docs; the form is ${FORM}.`
}

/** Computes Python's `round(sum / count, 4)`, which rounds an exact half to the even digit, in Python's notation. */
function pythonMean(sum: number, count: number): string {
  if (count === 0) return '0'
  const mean = sum / count
  // A half of the fifth decimal is exact in binary only for odd multiples of 1/32.
  const isHalf = Number.isInteger(mean * 32) && (mean * 32) % 2 !== 0
  const below = Math.floor(mean * 10 ** PYTHON_DECIMALS)
  const rounded = isHalf
    ? (below + (below % 2)) / 10 ** PYTHON_DECIMALS
    : Number(mean.toFixed(PYTHON_DECIMALS))
  return Number.isInteger(rounded) ? `${rounded}.0` : String(rounded)
}
