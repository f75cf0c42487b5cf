/** Extracts the names of every unit that this recipe has not processed yet; an interrupted pass resumes where it stopped. */
import { setImmediate } from 'node:timers/promises'
import { closingAsync, mapOrdered } from '../core/index.ts'
import {
  type CorpusReader,
  type CorpusWriter,
  type ListPage,
  pagesOf,
  paperText,
  type UnitMentions,
} from '../corpus/index.ts'
import { NAMES_RECIPE } from './names/mention.ts'
import type { Namer, PaperToName } from './ports.ts'

export interface NamingResult {
  readonly units: number
  readonly mentions: number
}

export interface NamingOptions {
  /** Processes every unit again. */
  readonly again?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (result: NamingResult) => void
}

// A batch ends with so many papers, or characters of their texts. Chosen, not measured: some 40 ms of work.
const PAPERS_AT_ONCE = 32
const CHARACTERS_AT_ONCE = 32_768
/** Papers from which several processes look for names. */
const MANY_PAPERS = 9
// Batches in flight: enough for the namer's threads to always find one waiting. Chosen, not measured.
const BATCHES_AHEAD = 4
// A transaction writes every page of the name index that it changes, which is nearly all of them: few large ones are cheaper.
const MENTIONS_PER_TRANSACTION = 20_000

/** Extracts the names. `openNamer` is called only if units are waiting, with `true` for many papers. */
export async function nameUnits(
  writer: CorpusWriter,
  openNamer: (isMuch: boolean) => Namer,
  { again = false, signal = new AbortController().signal, onProgress = () => undefined }: NamingOptions = {},
): Promise<NamingResult> {
  const list = (again ? keptPapers : papersWithoutNames)(writer)
  let done: NamingResult = { units: 0, mentions: 0 }
  const first = await list(MANY_PAPERS)
  if (first.length === 0) return done
  await using namer = closingAsync(openNamer(first.length === MANY_PAPERS))
  let waiting: UnitMentions[] = []
  let mentions = 0
  async function store(): Promise<void> {
    if (waiting.length === 0) return
    await writer.putMentions(NAMES_RECIPE, waiting)
    done = { units: done.units + waiting.length, mentions: done.mentions + mentions }
    onProgress(done)
    waiting = []
    mentions = 0
  }
  const named = mapOrdered(BATCHES_AHEAD, (papers: PaperToName[]) => namer.name(papers))
  for await (const batch of named(papersToName(writer, list), signal)) {
    waiting.push(...batch)
    mentions += batch.reduce((sum, unit) => sum + unit.mentions.length, 0)
    if (mentions >= MENTIONS_PER_TRANSACTION) await store()
  }
  await store()
  return done
}

function papersWithoutNames(reader: CorpusReader): ListPage<string> {
  return (limit, after) => reader.papersToName(NAMES_RECIPE, limit, after)
}

function keptPapers(reader: CorpusReader): ListPage<string> {
  return async (limit, after) => {
    const papers = await reader.papers({ state: 'kept', limit, ...(after === undefined ? {} : { after }) })
    return papers.map(({ id }) => id)
  }
}

async function* papersToName(reader: CorpusReader, list: ListPage<string>): AsyncIterable<PaperToName[]> {
  for await (const ids of pagesOf(list, PAPERS_AT_ONCE)) {
    let papers: PaperToName[] = []
    let characters = 0
    for (const id of ids) {
      const paper = await readPaper(reader, id)
      papers.push(paper)
      characters += paper.texts.reduce((sum, { length }) => sum + length, 0)
      if (characters < CHARACTERS_AT_ONCE) continue
      yield papers
      papers = []
      characters = 0
    }
    if (papers.length > 0) yield papers
  }
}

/** Reads a paper with its whole text, as abbreviations are explained once in a paper; an imported document has only its units. */
async function readPaper(reader: CorpusReader, id: string): Promise<PaperToName> {
  const paper = (await reader.paper(id))!
  const title = paper.title
  // One record may have megabytes: its row, its units and its pages are separate steps.
  await setImmediate()
  const units = (await reader.listUnits({ paper: id })).map(({ id: unit, text, topic, kind }) => ({
    id: unit,
    text,
    topic,
    kind,
  }))
  await setImmediate()
  const pages = paper.pageCount === 0 ? [] : await reader.pages(id)
  const texts = pages.length > 0 ? [title, paperText(pages)] : [title, ...units.map(({ text }) => text)]
  return { title, texts, units }
}
