/** Counts the papers of an ingest: an event for each paper, and the totals of the whole run. */
import type { Paper, PaperState, Unit } from '../corpus/index.ts'

export interface IngestEvent {
  readonly type: 'paper-ended'
  readonly paper: string
  readonly path: string
  readonly title: string
  readonly state: PaperState
  readonly detail: string
  readonly units: number
  readonly pages: number
  /** True if the paper was already stored, made by the same recipe. */
  readonly unchanged: boolean
}

/** Totals of a run: seen = kept + dropped + failed, always. A paper with several paths is seen once. */
export interface IngestReport {
  readonly seen: number
  readonly kept: number
  readonly dropped: Readonly<Record<string, number>>
  readonly failed: Readonly<Record<string, number>>
  /** Units and passages stored for the kept papers of this run. */
  readonly units: number
  readonly passages: number
  readonly pages: number
  readonly unchanged: number
  /** Number of paths whose content the run had seen under another path. */
  readonly copies: number
  /** Number of lost units by snake_case reason; pages where OCR ran out of time as `ocr_pages`. */
  readonly losses: Readonly<Record<string, number>>
  /** True if the run was stopped before its end. Its finished papers are stored. */
  readonly interrupted: boolean
}

/** A paper with its units and passages, as now stored. */
interface EndedPaper {
  readonly paper: Paper
  readonly path: string
  readonly units: readonly Pick<Unit, 'kind'>[]
  readonly unchanged: boolean
}

export interface IngestTally {
  addCopy(): void
  addLosses(losses: IngestReport['losses']): void
  addPaper(ended: EndedPaper): IngestEvent
  /** Counts a kept paper as dropped, since another now replaces it; `units` are those that it had. */
  dropKept(paper: Paper, units: EndedPaper['units']): IngestEvent
  report(interrupted: boolean): IngestReport
}

export function createIngestTally(): IngestTally {
  const sums = { seen: 0, units: 0, passages: 0, pages: 0, unchanged: 0, copies: 0 }
  const dropped: Record<string, number> = {}
  const failed: Record<string, number> = {}
  const kept = new Set<string>()
  const losses: Record<string, number> = {}
  return {
    addCopy: () => void sums.copies++,
    addLosses(counts) {
      for (const [reason, count] of Object.entries(counts)) raise(losses, reason, count)
    },
    addPaper({ paper, path, units: all, unchanged }) {
      const { id, title, state, detail, pageCount: pages } = paper
      const [kind, reason = ''] = state.split(':')
      const { units, passages } = countsOf(all)
      if (kind === 'kept') kept.add(id)
      else raise(kind === 'dropped' ? dropped : failed, reason, 1)
      sums.seen++
      sums.units += units
      sums.passages += passages
      sums.pages += pages
      if (unchanged) sums.unchanged++
      return { type: 'paper-ended', paper: id, path, title, state, detail, units, pages, unchanged }
    },
    dropKept({ id, paths, title, state, detail, pageCount: pages }, before) {
      if (kept.delete(id)) {
        const { units, passages } = countsOf(before)
        raise(dropped, 'duplicate', 1)
        sums.units -= units
        sums.passages -= passages
      }
      const event = { paper: id, path: paths[0] ?? '', title, state, detail, units: 0, pages }
      return { type: 'paper-ended', ...event, unchanged: false }
    },
    report: (interrupted) => ({ ...sums, kept: kept.size, dropped, failed, losses, interrupted }),
  }
}

function countsOf(all: EndedPaper['units']) {
  const passages = all.filter((unit) => unit.kind === 'passage').length
  return { units: all.length - passages, passages }
}

function raise(counts: Record<string, number>, name: string, by: number): void {
  counts[name] = (counts[name] ?? 0) + by
}
