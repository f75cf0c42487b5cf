/** One child process of the namer; it loads the tagger with its first papers. Started by child-namer.ts. */
import { type PackedList, packList, serveParent } from '../../core/index.ts'
import { namePapers } from '../name-papers.ts'
import type { PaperToName } from '../ports.ts'
import { createWinkTagger } from './wink-tagger.ts'

serveParent<readonly PaperToName[], PackedList>(async (papers) =>
  packList(namePapers(papers, createWinkTagger())),
)
