/** Asks stored questions again after each change of the corpus, without a model, and compares the units that they find. */
import { z } from 'zod'
import { readText } from '../../core/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { keepFile } from './keep-file.ts'

const EvidenceShape = z.object({
  unit: z.string(),
  paper: z.string(),
  title: z.string(),
  page: z.int().nullable(),
  text: z.string(),
})
export type KeptEvidence = Readonly<z.output<typeof EvidenceShape>>

const KeptShape = z.record(z.string(), z.object({ seq: z.int(), evidence: z.array(EvidenceShape) }))
type EvidenceByQuestion = z.output<typeof KeptShape>

export interface EvidenceChanged {
  readonly type: 'evidence-changed'
  readonly corpus: string
  readonly question: string
  /** Sequence number of the corpus when the question was last asked, and now. */
  readonly seq: readonly [before: number, after: number]
  /** Units that are new among the first hits, by their text: a file that was saved again has other units. */
  readonly added: readonly KeptEvidence[]
  readonly gone: readonly KeptEvidence[]
}

export interface KeptQuestions {
  /** Throws `PATH_NOT_FOUND` if the file of questions cannot be read. */
  check(): Promise<void>
  /** Returns changes since this or an earlier process last asked the questions. The first answer of a question is no change. */
  changes(signal: AbortSignal): Promise<EvidenceChanged[]>
}

const HITS = 10
const FILE = 'kept-questions.json'

/** Opens the questions. `path` names a text file, one question a line, read on each call. Throws `PATH_NOT_FOUND` on asking. */
export function createKeptQuestions(gloss: Gloss, path: string | undefined): KeptQuestions {
  return {
    async check() {
      await readQuestions(path)
    },
    async changes(signal) {
      const questions = await readQuestions(path)
      if (questions.length === 0) return []
      const session = await gloss.session()
      const file = keepFile(gloss, { corpus: session.name, name: FILE, shape: KeptShape })
      const known = (await file.read()) ?? {}
      const seq = await session.store.seq()
      const kept: EvidenceByQuestion = {}
      const changed: EvidenceChanged[] = []
      for (const question of questions) {
        const evidence = await evidenceOf(session, question, signal)
        const before = known[question]
        kept[question] = { seq, evidence }
        if (before === undefined) continue
        const added = without(evidence, before.evidence)
        const gone = without(before.evidence, evidence)
        const event = { type: 'evidence-changed', corpus: session.name, question, added, gone } as const
        if (added.length + gone.length > 0) changed.push({ ...event, seq: [before.seq, seq] })
      }
      await file.write(kept)
      return changed
    },
  }
}

async function readQuestions(path: string | undefined): Promise<string[]> {
  if (path === undefined) return []
  const lines = (await readText(path, 'Kept questions are read from a text file')).split('\n')
  return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))]
}

async function evidenceOf(
  session: CorpusSession,
  query: string,
  signal: AbortSignal,
): Promise<KeptEvidence[]> {
  const { hits } = await session.retrieve({ query, k: HITS }, signal)
  return hits.map(({ unit, paper, title, page, text }) => ({ unit, paper, title, page, text }))
}

function without(evidence: readonly KeptEvidence[], other: readonly KeptEvidence[]): KeptEvidence[] {
  // Words of a file that was saved again are other units, but the same evidence.
  const texts = new Set(other.map(({ text }) => text))
  return evidence.filter(({ text }) => !texts.has(text))
}
