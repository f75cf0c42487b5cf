/** `add`: adds a paper to a corpus. Off unless a setting allows it. */
import { z } from 'zod'
import { addPaper, allowedFile, type IngestReceived } from '../../app/papers/index.ts'
import { invalidInput } from '../../core/index.ts'
import type { Item } from '../listing.ts'
import type { McpSettings } from '../server.ts'
import { shortId, shortLine } from '../short-forms.ts'
import { corpus, stampOf, type ToolGround, tool } from '../tool.ts'

const WEB = /^https?:\/\//i

/** Creates the tool; both parameters are described in `McpSettings`. */
export function addTool(folders: McpSettings['folders'], ingestTaken: IngestReceived | undefined) {
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
        .describe(folders === null || folders.length === 0 ? 'URL' : 'path or URL'),
      base64: z.base64().optional().describe('bytes of the file, instead of source'),
      name: z.string().min(1).max(200).optional().describe('file name of base64'),
      topic: z.enum(['biochem', 'none']).optional(),
      corpus,
    }),
    async run({ source, base64, name, topic, corpus }, { gloss, signal, roots }) {
      if ((source === undefined) === (base64 === undefined))
        throw invalidInput('source', 'source: give either source or base64.')
      const isWeb = source !== undefined && WEB.test(source)
      const place = isWeb ? { url: source } : { path: await pathOf(source, folders, roots) }
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

/** Returns the path of a file in a folder of the operator, and of the client if it names any. Throws `INPUT_INVALID`. */
async function pathOf(
  source: string | undefined,
  folders: McpSettings['folders'],
  roots: ToolGround['roots'],
): Promise<string | undefined> {
  if (source === undefined) return undefined
  if (folders === null) throw invalidInput('source', 'source: must be a URL; send your own files as base64.')
  const path = await allowedFile(source, folders)
  const own = await roots()
  return own === null ? path : await allowedFile(path, own)
}
