/** Papers, pages and units of a corpus in the form that the command line and the service show. */
import { GlossError } from '../../core/index.ts'
import {
  type CorpusCounts,
  type CorpusReader,
  type GateRecord,
  type ListedPaper,
  type Page,
  type Paper,
  type PaperQuery,
  statementKind,
  type Unit,
  type UnitQuery,
} from '../../corpus/index.ts'
import { SETTING } from './corpus-settings.ts'
import type { ListedUnit, PaperSummary } from './corpus-shapes.ts'
import { findPaper, findUnit } from './find-by-name.ts'
import type { CorrectedFields } from './front-matter-shape.ts'

export type PaperDetails = Omit<Paper, 'corrections'> &
  Omit<PaperSummary, 'gate' | 'state'> & { readonly gate: GateRecord | null }

export interface CorpusOverview extends CorpusCounts {
  readonly corpus: string
  readonly seq: number
  /** Settings, with `embedder` by its id; null for those that were never set. */
  readonly settings: {
    readonly embedder: string
    readonly topic: string | null
    readonly policy: string | null
  }
}

export interface CorpusContents {
  /** Returns the number of the last change. */
  seq(): Promise<number>
  overview(): Promise<CorpusOverview>
  /** Returns the papers in the order of ids. */
  papers(query?: PaperQuery): Promise<PaperSummary[]>
  /** Returns a paper by its id or another name that `findPaper` accepts. Throws `PAPER_NOT_FOUND`. */
  paper(id: string): Promise<PaperDetails>
  /** Returns the complete ids of papers given by any of their names. Throws `PAPER_NOT_FOUND`. */
  paperIds(ids: readonly string[]): Promise<string[]>
  /** Returns a page by its number from 1. Throws `PAPER_NOT_FOUND` and `PAGE_NOT_FOUND`. */
  page(paper: string, number: number): Promise<Page>
  /** Returns units in the order of papers and places. Throws `UNIT_NOT_FOUND` if `after` was removed. */
  units(query?: UnitQuery): Promise<ListedUnit[]>
  /** Returns a unit by its id or a unique prefix of it. Throws `UNIT_NOT_FOUND`. */
  unit(id: string): Promise<ListedUnit>
  /** Returns texts by unit id; removed units are left out. */
  unitTexts(ids: readonly string[]): Promise<Map<string, string>>
}

export function corpusContents(corpus: string, embedderId: string, store: CorpusReader): CorpusContents {
  return {
    seq: () => store.seq(),
    async overview() {
      const [topic, policy] = [await store.setting(SETTING.topic), await store.setting(SETTING.policy)]
      const settings = { embedder: embedderId, topic, policy }
      return { corpus, seq: await store.seq(), ...(await store.counts()), settings }
    },
    papers: async (query) => (await store.listPapers(query)).map(summaryOf),
    async paper(id) {
      const paper = await findPaper(store, id)
      const { corrections: _, ...rest } = paper
      const gate = await store.gate(paper.id)
      const { length: units } = await store.listUnits({ paper: paper.id, kind: 'unit' })
      return { ...summaryOf({ paper, gate, units }), ...rest, gate }
    },
    async paperIds(ids) {
      const found: string[] = []
      for (const id of ids) found.push((await findPaper(store, id)).id)
      return found
    },
    async page(paper, number) {
      const { id } = await findPaper(store, paper)
      const page = await store.page(id, number)
      if (page !== null) return page
      throw new GlossError('PAGE_NOT_FOUND', `The paper has no page ${number}.`, { paper: id, page: number })
    },
    units: async (query) => withStatements(store, await store.listUnits(query)),
    async unit(id) {
      const [unit] = await withStatements(store, [await findUnit(store, id)])
      return unit!
    },
    async unitTexts(ids) {
      const units = await store.units(ids)
      return new Map(units.flatMap((unit) => (unit === null ? [] : [[unit.id, unit.text]])))
    },
  }
}

async function withStatements(store: CorpusReader, units: readonly Unit[]): Promise<ListedUnit[]> {
  const ids = [...new Set(units.map(({ paper }) => paper))]
  const papers = new Map(
    (await store.papersOf(ids)).flatMap((paper) => (paper === null ? [] : [[paper.id, paper]])),
  )
  return units.map((unit) => {
    const statement = statementKind(unit, papers.get(unit.paper)?.sections ?? [])
    return statement === null ? unit : { ...unit, statement }
  })
}

function summaryOf({ paper, gate, units }: ListedPaper): PaperSummary {
  const { id, paths, document, state, detail, title, abstract, authors, year, doi } = paper
  const { publication, confidence, pageCount: pages } = paper
  return {
    ...{ id, path: paths[0] ?? '', paths, document, state, detail, title, abstract, authors, year, doi },
    ...{ publication, confidence, pages },
    corrected: correctedFields(paper),
    units,
    gate: gate === null ? null : gateSummary(gate),
  }
}

function correctedFields({ corrections = {} }: Paper): CorrectedFields {
  const fields = Object.entries(corrections).map(([field, { at, read }]) => [field, { at, read }])
  return Object.fromEntries(fields)
}

function gateSummary({ policy, positive, negative, score, keep }: GateRecord): PaperSummary['gate'] {
  return { policy, positive, negative, score, keep }
}
