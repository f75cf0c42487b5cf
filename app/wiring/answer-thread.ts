/** A thread that answers questions. Started by answer-threads.ts, never imported. */
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../../core/index.ts'
import { type ThreadMessage, type ThreadQuestion, writtenAnswer } from './answer-threads.ts'
import { openGloss } from './gloss.ts'
import { askedCorpora } from './several-corpora.ts'

const gloss = await openGloss(workerData)

parentPort?.on(
  'message',
  async ({ task, asked }: { readonly task: number; readonly asked: ThreadQuestion }) => {
    const { corpus, request } = asked
    const hold = gloss.hold()
    const answer = await hold
      .run(async () => ({ answer: await writtenAnswer(await askedCorpora(gloss, corpus), request) }))
      // The caller then answers the question itself.
      .catch((error) => ({ failure: messageOf(error) }))
    hold.release()
    parentPort?.postMessage({ task, ...answer } satisfies ThreadMessage)
  },
)
