/** Who finds the names: this thread for a few papers, a thread a core for many. A thread takes .3 s to start, as long as some papers take. */
import { openThreadedNamer } from '../../graph/adapters/threaded-namer.ts'
import { createWinkTagger } from '../../graph/adapters/wink-tagger.ts'
import { createNamer, type Namer, type PartOfSpeechTagger } from '../../graph/index.ts'

// Loading it takes .2 s; a service names papers again and again.
let tagger: PartOfSpeechTagger | null = null

export function openNamer(isMuch: boolean): Namer {
  if (isMuch) return openThreadedNamer()
  tagger ??= createWinkTagger()
  return createNamer(tagger)
}
