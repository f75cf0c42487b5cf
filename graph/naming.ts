/** Looks for the names in every unit that was not looked through by this recipe yet; a killed pass goes on where it ended. */
import {
  type CorpusReader,
  type CorpusWriter,
  paperText,
  type Unit,
  type UnitMentions,
} from '../corpus/index.ts'
import { mentionsOf, NAMES_RECIPE, type PartOfSpeechTagger, paperNames } from './names/index.ts'

export interface NamingResult {
  readonly units: number
  readonly mentions: number
}

// Papers named in one transaction. Chosen, not measured: a few hundred units.
const PAPERS_A_BATCH = 64

export async function nameUnits(
  writer: CorpusWriter,
  openTagger: () => PartOfSpeechTagger | null,
  signal?: AbortSignal,
  onProgress: (result: NamingResult) => void = () => undefined,
): Promise<NamingResult> {
  let tagger: PartOfSpeechTagger | null | undefined
  let units = 0
  let mentions = 0
  for (let after: string | undefined; ; ) {
    signal?.throwIfAborted()
    const papers = await writer.papersToName(NAMES_RECIPE, PAPERS_A_BATCH, after)
    if (papers.length === 0) return { units, mentions }
    tagger ??= openTagger()
    const named: UnitMentions[] = []
    for (const paper of papers) named.push(...(await namesInPaper(writer, paper, tagger)))
    await writer.putMentions(NAMES_RECIPE, named)
    after = papers.at(-1)
    units += named.length
    mentions += named.reduce((sum, unit) => sum + unit.mentions.length, 0)
    onProgress({ units, mentions })
  }
}

async function namesInPaper(
  reader: CorpusReader,
  id: string,
  tagger: PartOfSpeechTagger | null,
): Promise<UnitMentions[]> {
  const paper = await reader.paper(id)
  const units = await reader.listUnits({ paper: id })
  const title = paper?.title ?? ''
  const known = paperNames(await textsOf(reader, id, title, units))
  return units.map(({ id: unit, text, topic }) => ({
    unit,
    mentions: mentionsOf({ text, title, topic }, known, tagger),
  }))
}

/** Abbreviations are explained once in a paper, so its whole text is read; an imported document has its units alone. */
async function textsOf(
  reader: CorpusReader,
  paper: string,
  title: string,
  units: readonly Unit[],
): Promise<string[]> {
  const pages = await reader.pages(paper)
  return pages.length > 0 ? [title, paperText(pages)] : [title, ...units.map(({ text }) => text)]
}
