/** The passages of the papers that packages/lab/research/hops asks about, read without a corpus. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openPaperPool } from '../../../../ingest/adapters/paper-pool.ts'
import { passagesOf } from '../../../../ingest/index.ts'
import { sourceOf, TEST_LIMITS } from '../../../../tests/fixtures/labelled-papers.ts'
import { sharedPath } from '../../../../tests/fixtures/shared.ts'
import { type HopQuestion, placeRanks, type RankedText } from './hop-questions.ts'

const SAMPLES = join(import.meta.dirname, '..', '..', '..', '..', 'samples', 'papers')
const TIMEOUT_MS = 120_000

/** The passages of all papers that `questions` quote. Throws where a paper cannot be read. */
export async function quotedPassages(questions: readonly HopQuestion[]): Promise<RankedText[]> {
  const papers = new Set(questions.flatMap(({ places }) => places.flat().map(({ paper }) => paper)))
  const reader = openPaperPool({ workers: 1, limits: { ...TEST_LIMITS, ocr: 'never' } })
  const passages: RankedText[] = []
  try {
    for (const paper of papers) {
      const bytes = readFileSync(pathOf(paper))
      const reading = await reader.read(sourceOf(paper, bytes), bytes, AbortSignal.timeout(TIMEOUT_MS))
      if (!reading.ok) throw new Error(`${paper}: ${reading.detail}`)
      const { pages, description } = reading
      passages.push(...passagesOf({ id: paper, pages, description }).map(({ text }) => ({ paper, text })))
    }
  } finally {
    await reader.close()
  }
  return passages
}

/** Quotations that no passage holds, each with its question. */
export function lostQuotations(questions: readonly HopQuestion[], passages: readonly RankedText[]): string[] {
  return questions.flatMap(({ id, places }) =>
    places
      .flat()
      .filter((quotation) => !placeRanks({ places: [[quotation]] }, passages).every(Number.isFinite))
      .map(({ quotation }) => `${id}: ${quotation}`),
  )
}

/** Questions of which one passage alone holds every place. */
export function answeredAlone(questions: readonly HopQuestion[], passages: readonly RankedText[]): string[] {
  return questions
    .filter(({ places }) =>
      passages.some((passage) => placeRanks({ places }, [passage]).every((rank) => rank === 0)),
    )
    .map(({ id, text }) => `${id}: ${text}`)
}

function pathOf(paper: string): string {
  return paper.startsWith('samples/') ? join(SAMPLES, basename(paper)) : sharedPath('papers', paper)
}
