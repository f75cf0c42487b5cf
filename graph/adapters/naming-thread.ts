/** One thread of the namer; it loads the tagger with its first papers. Started by threaded-namer.ts. */
import type { UnitMentions } from '../../corpus/index.ts'
import { namePapers } from '../name-papers.ts'
import type { PaperToName } from '../ports.ts'
import { createWinkTagger } from './wink-tagger.ts'

export function nameTask(papers: readonly PaperToName[]): UnitMentions[] {
  return namePapers(papers, createWinkTagger())
}
