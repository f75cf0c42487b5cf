/** Opens the teacher whose vectors a table learns, and asks for consent to its cost. */

import { modelsFolder } from '../../../../app/setup/index.ts'
import type { Gloss } from '../../../../app/wiring/index.ts'
import { openEmbedder } from '../../../../app/wiring/parts.ts'
import { GlossError } from '../../../../core/index.ts'
import { hasMiniLmFiles, openMiniLmEmbedder } from '../../../../models/adapters/minilm-embedder.ts'
import {
  costOf,
  costSentence,
  countedEmbedder,
  type Embedder,
  estimateTokens,
  type Ledger,
} from '../../../../models/index.ts'
import type { TaughtTexts } from '../../table/index.ts'

export const TEACHER_NAMES = ['minilm', 'openai'] as const
export type TeacherName = (typeof TEACHER_NAMES)[number]

/** The faster form of MiniLM. Longer texts are cut: time grows with length, and the beginning indicates the topic. */
export const MINILM_TEACHER = { dtype: 'int8', maxPieces: 128 } as const
const BATCH_TEXTS = 256
/** A slow machine learns from fewer texts rather than for longer. The fit takes another minute. */
const MAX_TEACHER_CPU_SECONDS = 210

/** Opens MiniLM, faster form if available, on one core. Throws `EMBEDDER_UNAVAILABLE`, `MODEL_UNCONFIGURED` and `MODEL_UNAVAILABLE`. */
export async function openTeacher(
  name: TeacherName,
  { config, features }: Gloss,
  ledger: Ledger,
): Promise<Embedder> {
  if (name === 'openai') return countedEmbedder(await openEmbedder(name, { config, features }), ledger)
  await features.need('models')
  const folder = modelsFolder(config)
  const dtype = hasMiniLmFiles(folder, MINILM_TEACHER.dtype) ? MINILM_TEACHER.dtype : 'q8'
  return await openMiniLmEmbedder({ ...MINILM_TEACHER, folder, dtype })
}

/** Asks before texts are sent to a server. Throws `CONSENT_NEEDED`. */
export async function askConsent(
  gloss: Gloss,
  name: TeacherName,
  texts: readonly string[],
  consent: (projection: string) => Promise<boolean>,
): Promise<void> {
  const model = gloss.config.embedderModel
  if (name !== 'openai' || model === undefined) return
  const promptTokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0)
  const usage = { promptTokens, completionTokens: 0 }
  const projection = costSentence(`Tuning sends ${texts.length} texts of the corpus to ${model}`, {
    ...usage,
    cost: costOf(usage, model, gloss.prices),
  })
  if (!(await consent(projection))) throw new GlossError('CONSENT_NEEDED', projection)
}

/**
 * Returns the teacher's vectors of the texts, or of as many from the front as its time allows. Throws `MODEL_ANSWER_INVALID` for vectors
 * without information: different texts must not have the same one.
 */
export async function askTeacher(
  teacher: Embedder,
  texts: readonly string[],
  onProgress: (texts: number) => void,
  signal: AbortSignal,
): Promise<TaughtTexts> {
  const before = process.cpuUsage()
  const vectors: Float32Array[] = []
  while (vectors.length < texts.length && cpuSecondsSince(before) < MAX_TEACHER_CPU_SECONDS) {
    vectors.push(...(await teacher.embed(texts.slice(vectors.length, vectors.length + BATCH_TEXTS), signal)))
    onProgress(vectors.length)
  }
  checkVectors(teacher, vectors)
  return { texts: texts.slice(0, vectors.length), vectors }
}

function checkVectors({ id }: Embedder, vectors: readonly Float32Array[]): void {
  const [first] = vectors
  const isDull =
    vectors.length > 1 && vectors.every((vector) => vector.every((value, i) => value === first![i]))
  if (isDull)
    throw new GlossError('MODEL_ANSWER_INVALID', `${id} gives every text the same vector.`, { embedder: id })
}

/** Returns CPU seconds of this process, over all its threads. */
export function cpuSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
