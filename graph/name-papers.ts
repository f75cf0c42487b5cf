/** The names in the units of papers, one paper after the other. */
import type { UnitMentions } from '../corpus/index.ts'
import { mentionsOf, type PartOfSpeechTagger, paperNames } from './names/index.ts'
import type { Namer, PaperToName } from './ports.ts'

export function namePapers(
  papers: readonly PaperToName[],
  tagger: PartOfSpeechTagger | null,
): UnitMentions[] {
  return papers.flatMap(({ title, texts, units }) => {
    const known = paperNames(texts)
    return units.map(({ id, text, topic }) => ({
      unit: id,
      mentions: mentionsOf({ text, title, topic }, known, tagger),
    }))
  })
}

/** Names in the caller's own thread. */
export function createNamer(tagger: PartOfSpeechTagger | null): Namer {
  return {
    name: async (papers) => namePapers(papers, tagger),
    close: async () => undefined,
  }
}
