/** `add`: takes a paper into a corpus. Off unless it was allowed. */
import { z } from 'zod'
import { addPaper, type IngestTaken } from '../../app/papers/index.ts'
import { GlossError } from '../../core/index.ts'
import type { Item } from '../listing.ts'
import { shortId, shortLine } from '../short-forms.ts'
import { corpus, stampOf, tool } from '../tool.ts'

const WEB = /^https?:\/\//i

/** `readsFiles`: whether a path is one of the client's own machine. `ingestTaken` as in `McpSettings`. */
export function addTool(readsFiles: boolean, ingestTaken: IngestTaken | undefined) {
  return tool({
    name: 'add',
    description: 'Add a paper to the corpus. Writes. The topic filter may drop it: the answer says so.',
    isReadOnly: false,
    input: z.strictObject({
      source: z
        .string()
        .min(1)
        .max(4_000)
        .optional()
        .describe(readsFiles ? 'path or URL' : 'URL'),
      base64: z.base64().optional().describe('bytes of the file, in place of source'),
      name: z.string().min(1).max(200).optional().describe('file name of base64'),
      topic: z.enum(['biochem', 'none']).optional(),
      corpus,
    }),
    async run({ source, base64, name, topic, corpus }, { gloss, signal }) {
      if ((source === undefined) === (base64 === undefined))
        throw new GlossError('INPUT_INVALID', 'source: give either source or base64.', { field: 'source' })
      const isWeb = source !== undefined && WEB.test(source)
      if (source !== undefined && !isWeb && !readsFiles)
        throw new GlossError('INPUT_INVALID', 'source: must be a URL; send a file of yours as base64.', {
          field: 'source',
        })
      const place = isWeb ? { url: source } : { path: source }
      const bytes = base64 === undefined ? undefined : Buffer.from(base64, 'base64')
      const items: Item[] = []
      const { kept, dropped, failed, skipped, ...result } = await addPaper(
        gloss,
        { corpus, topic, bytes, name, ...place },
        ({ paper, title, state, detail, units, unchanged }) => {
          const fields = {
            paper: shortId(paper),
            title: shortLine(title),
            state,
            detail: shortLine(detail),
            units,
            unchanged,
          }
          items.push({ list: 'papers', fields })
        },
        signal,
        ingestTaken,
      )
      const head = { corpus: result.corpus, topic: shortLine(result.topic), kept, dropped, failed, skipped }
      return { head, items, stamp: await stampOf(await gloss.session(result.corpus)) }
    },
  })
}
