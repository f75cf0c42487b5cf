/** The labelled PDFs beside the project, read as an ingest reads them. */
import { readFileSync } from 'node:fs'
import { openPaperPool } from '../../../../ingest/adapters/paper-pool.ts'
import type { ReadPaper } from '../../../../ingest/index.ts'
import { sourceOf, TEST_LIMITS } from '../../../../tests/fixtures/labelled-papers.ts'
import { sharedPath } from '../../../../tests/fixtures/shared.ts'

export interface LabelledPaper {
  readonly file: string
  /** Whether it belongs to biology and chemistry, as its label says. */
  readonly topic: string
  readonly paper: ReadPaper
}

/** Folders of PDFs, and where their labels are. */
const SETS = { real: ['labels.json'], mixed: ['mixed', 'labels.json'], labelled: ['labelled', 'labels.json'] }

export async function readLabelledPapers(): Promise<LabelledPaper[]> {
  const reader = openPaperPool({ workers: 1, limits: TEST_LIMITS })
  const papers: LabelledPaper[] = []
  try {
    for (const [folder, labels] of Object.entries(SETS)) {
      const rows: { file: string; topic: string }[] = JSON.parse(
        readFileSync(sharedPath('papers', ...labels), 'utf8'),
      )
      for (const { file, topic } of rows) {
        const bytes = readFileSync(sharedPath('papers', folder, file))
        const read = await reader.read(sourceOf(file, bytes), bytes, AbortSignal.timeout(600_000))
        if (read.ok) papers.push({ file, topic, paper: { id: file, ...read } })
      }
    }
  } finally {
    await reader.close()
  }
  return papers
}
