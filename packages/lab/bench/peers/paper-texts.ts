/**
 * The text of papers: our reader, which also finds boxes, columns, titles and headings, against readers that give text alone. Quality is the
 * share of sentences of reference texts that stand whole (packages/lab/figures/body-text), in the half of the papers kept for checking.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPaperPool } from '../../../../ingest/adapters/paper-pool.ts'
import { sourceOf, TEST_LIMITS } from '../../../../tests/fixtures/labelled-papers.ts'
import { hasShared } from '../../../../tests/fixtures/shared.ts'
import { compareBody, joinCutWords } from '../../figures/body-text/measures.ts'
import { halvedPapers } from '../../figures/body-text/paper-halves.ts'
import type { OurSide, PeerSide, Task } from './compare.ts'
import { familyCpuMs } from './family-cpu.ts'
import { timedItems } from './our-times.ts'
import { pythonPeer, type TaskGround } from './task-ground.ts'

const OURS = 'gloss'
const SAMPLES = join(import.meta.dirname, '..', '..', '..', '..', 'samples', 'papers')
const never = new AbortController().signal

interface Paper {
  readonly path: string
  /** What its body says, where that is judged. */
  readonly body: string | null
}

export interface PaperTask {
  readonly task: Task
  close(): Promise<void>
}

/** On the labelled papers; on the samples, without judging, where those are missing. */
export async function paperTexts(ground: TaskGround): Promise<PaperTask> {
  const papers = hasShared ? labelledPapers() : samplePapers()
  const reader = openPaperPool({ workers: 1, limits: { ...TEST_LIMITS, ocr: 'never' } })
  const readPages = async ({ path }: Paper): Promise<string[]> => {
    const bytes = readFileSync(path)
    const reading = await reader.read(sourceOf(path, bytes), bytes, never)
    return reading.ok ? reading.pages.map((page) => page.text) : []
  }
  let pages = 0
  for (const paper of papers) pages += (await readPages(paper)).length
  const isJudged = papers.some(({ body }) => body !== null)
  const command = {
    against: [OURS],
    build: null,
    round: { paths: papers.map(({ path }) => path) },
  }
  const parser: PeerSide = {
    name: 'pdf-parse',
    command: process.execPath,
    args: [join(import.meta.dirname, 'pdf-parse-peer.ts')],
    ...command,
  }
  return {
    task: {
      name: `papers: ${papers.length} PDFs, ${pages} pages`,
      per: 'page',
      parts: pages,
      quality: isJudged ? 'sentences whole' : null,
      worth: (found) => wholeSentences(papers, found),
      ours: [ourSide(papers, readPages)],
      peers: [
        { ...pythonPeer(ground, 'PyMuPDF', 'pymupdf'), ...command },
        { ...pythonPeer(ground, 'poppler', 'poppler'), ...command },
        parser,
      ],
    },
    close: () => reader.close(),
  }
}

function labelledPapers(): Paper[] {
  return halvedPapers().flatMap(({ path, body, half }) =>
    body === null ? [] : [{ path, body: half === 'checked' ? readFileSync(body, 'utf8') : null }],
  )
}

function samplePapers(): Paper[] {
  return readdirSync(SAMPLES)
    .filter((file) => file.endsWith('.pdf'))
    .map((file) => ({ path: join(SAMPLES, file), body: null }))
}

/** It reads in a child process, whose CPU time is counted with ours. */
function ourSide(papers: readonly Paper[], readPages: (paper: Paper) => Promise<string[]>): OurSide {
  return {
    name: OURS,
    async round() {
      const before = familyCpuMs()
      const round = await timedItems(papers, readPages)
      const after = familyCpuMs()
      return { ...round, cpuMs: before === null || after === null ? null : after - before }
    },
  }
}

/** Words that a hyphen parts at the end of a line are joined: most readers leave that to their caller. */
function wholeSentences(papers: readonly Paper[], found: readonly unknown[]): number {
  const shares = papers.flatMap(({ body }, paper) => {
    if (body === null) return []
    const pages = found[paper]
    const text = Array.isArray(pages) ? pages.join('\n') : ''
    return [compareBody(body, joinCutWords(text)).sentences]
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}
