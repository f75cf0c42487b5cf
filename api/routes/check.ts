/** POST /check: compares the sentences of a draft with the papers that they cite. */
import { z } from 'zod'
import { CheckedDraftShape, checkDraft, DRAFT_FORMATS } from '../../app/check/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { corpusField, documented, type ZodServer } from '../http/fields.ts'

const MAX_CHARACTERS = 4_000_000
const MAX_BIB_CHARACTERS = 2_000_000
const MAX_BYTES = 8 * 1024 * 1024

const CheckBody = z.strictObject({
  draft: z.string().min(1).max(MAX_CHARACTERS).describe('Text of the draft, or a .docx in Base64.'),
  format: z.enum(DRAFT_FORMATS).default('markdown'),
  bib: z
    .string()
    .max(MAX_BIB_CHARACTERS)
    .optional()
    .describe('References as BibTeX. Default: the list at the end of the draft.'),
  corpus: corpusField,
})

export function checkRoutes(server: ZodServer, gloss: Gloss): void {
  server.post('/check', {
    bodyLimit: MAX_BYTES,
    schema: {
      summary: 'Show for each cited sentence of a draft what the cited papers say',
      body: CheckBody,
      response: { 200: documented(CheckedDraftShape) },
    },
    handler: ({ body: { draft, format, bib, corpus } }, reply) =>
      checkDraft(
        gloss,
        {
          draft: {
            name: 'The draft',
            format,
            bytes: Buffer.from(draft, format === 'docx' ? 'base64' : 'utf8'),
            bib: bib === undefined ? undefined : { name: 'bib', text: bib },
          },
          corpus,
        },
        signalOf(reply),
      ),
  })
}
