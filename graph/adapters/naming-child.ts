/** One child process of the namer; it loads the tagger with its first papers. Started by child-namer.ts. */
import { serveParent } from '../../core/index.ts'
import type { UnitMentions } from '../../corpus/index.ts'
import { namePapers } from '../name-papers.ts'
import type { PaperToName } from '../ports.ts'
import { createWinkTagger } from './wink-tagger.ts'

serveParent<readonly PaperToName[], readonly UnitMentions[]>(async (papers) =>
  namePapers(papers, createWinkTagger()),
)
