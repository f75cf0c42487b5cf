/** A child process of the namer, started by child-namer.ts; it loads the tagger with its first papers. */
import { type PackedList, packList, serveParent } from '../../core/index.ts'
import { namePapers } from '../name-papers.ts'
import type { PaperToName } from '../ports.ts'
import { createWinkTagger } from './wink-tagger.ts'

serveParent<readonly PaperToName[], PackedList>(async (papers) =>
  packList(namePapers(papers, createWinkTagger())),
)
