/** Papers, pages and units of a corpus as the command line and the service show them. */
import { GlossError } from '../../core/index.ts'
import type {
  CorpusCounts,
  CorpusReader,
  GateRecord,
  ListedPaper,
  Page,
  Paper,
  PaperQuery,
  Unit,
  UnitQuery,
} from '../../corpus/index.ts'
import { SETTING } from './corpus-settings.ts'

/** A paper as lists show it. */
export interface PaperSummary
  extends Pick<
    Paper,
    | 'id'
    | 'paths'
    | 'document'
    | 'state'
    | 'detail'
    | 'title'
    | 'abstract'
    | 'authors'
    | 'year'
    | 'doi'
    | 'publication'
    | 'confidence'
  > {
  /** The first of `paths`; empty where it has none. */
  readonly path: string
  readonly pages: number
  /** Its units, without passages. */
  readonly units: number
  readonly gate: Pick<GateRecord, 'policy' | 'positive' | 'negative' | 'score' | 'keep'> | null
}

export type PaperDetails = Paper & Omit<PaperSummary, 'gate'> & { readonly gate: GateRecord | null }

export interface CorpusOverview extends CorpusCounts {
  readonly corpus: string
  readonly seq: number
  /** `embedder` by its id; null for what was never set. */
  readonly settings: {
    readonly embedder: string
    readonly topic: string | null
    readonly policy: string | null
  }
}

export interface CorpusContents {
  /** Number of the last change. */
  seq(): Promise<number>
  overview(): Promise<CorpusOverview>
  /** In the order of ids. */
  papers(query?: PaperQuery): Promise<PaperSummary[]>
  /** By its id or a unique beginning of it. Throws `PAPER_NOT_FOUND`. */
  paper(id: string): Promise<PaperDetails>
  /** Whole ids of papers that are given by a beginning. Throws `PAPER_NOT_FOUND`. */
  paperIds(ids: readonly string[]): Promise<string[]>
  /** From 1. Throws `PAPER_NOT_FOUND` and `PAGE_NOT_FOUND`. */
  page(paper: string, number: number): Promise<Page>
  /** In the order of papers and places. Throws `UNIT_NOT_FOUND` where `after` is gone. */
  units(query?: UnitQuery): Promise<Unit[]>
  /** Throws `UNIT_NOT_FOUND`. */
  unit(id: string): Promise<Unit>
  /** By id; those that are gone are left out. */
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
      const gate = await store.gate(paper.id)
      const { length: units } = await store.listUnits({ paper: paper.id, kind: 'unit' })
      return { ...paper, ...summaryOf({ paper, gate, units }), gate }
    },
    async paperIds(ids) {
      const found: string[] = []
      for (const id of ids) found.push((await findPaper(store, id)).id)
      return found
    },
    async page(paper, number) {
      const page = await store.page(paper, number)
      if (page !== null) return page
      const { id } = await findPaper(store, paper)
      throw new GlossError('PAGE_NOT_FOUND', `The paper has no page ${number}.`, { paper: id, page: number })
    },
    units: (query) => store.listUnits(query),
    async unit(id) {
      const [unit] = await store.units([id])
      if (unit == null) throw new GlossError('UNIT_NOT_FOUND', `There is no unit ${id}.`, { unit: id })
      return unit
    },
    async unitTexts(ids) {
      const units = await store.units(ids)
      return new Map(units.flatMap((unit) => (unit === null ? [] : [[unit.id, unit.text]])))
    },
  }
}

function summaryOf({ paper, gate, units }: ListedPaper): PaperSummary {
  const { id, paths, document, state, detail, title, abstract, authors, year, doi } = paper
  const { publication, confidence, pageCount: pages } = paper
  return {
    ...{ id, path: paths[0] ?? '', paths, document, state, detail, title, abstract, authors, year, doi },
    ...{ publication, confidence, pages },
    units,
    gate: gate === null ? null : gateSummary(gate),
  }
}

function gateSummary({ policy, positive, negative, score, keep }: GateRecord): PaperSummary['gate'] {
  return { policy, positive, negative, score, keep }
}

const LEAST_DIGITS = 6

/** A paper by its id or a unique beginning of it, of at least six digits. Throws `PAPER_NOT_FOUND`. */
export async function findPaper(store: CorpusReader, id: string): Promise<Paper> {
  const exact = await store.paper(id)
  if (exact !== null) return exact
  const [first, second] =
    id.length < LEAST_DIGITS
      ? []
      : (await store.papers({ after: idBelow(id), limit: 2 })).filter((paper) => paper.id.startsWith(id))
  if (first !== undefined && second === undefined) return first
  const many = second === undefined ? '' : ': several papers begin like that'
  throw new GlossError('PAPER_NOT_FOUND', `There is no paper ${id}${many}.`, { paper: id })
}

/** The greatest id below every one that begins with `prefix`: ids are hex digits, and "/" comes just before "0". */
function idBelow(prefix: string): string {
  return `${prefix.slice(0, -1)}${String.fromCharCode(prefix.charCodeAt(prefix.length - 1) - 1)}~`
}
