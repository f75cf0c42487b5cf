/** POST /verify: checks whether the papers contain quotations, and what the quotations changed. */
import { z } from 'zod'
import {
  MAX_QUOTE_CHARACTERS,
  MAX_QUOTES,
  QuoteShape,
  quotesInText,
  VerdictShape,
  verifyQuotes,
  withCitedPapers,
} from '../../app/verify/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { corpusField, documented, type ZodServer } from '../http/fields.ts'

const VerifyBody = z
  .strictObject({
    quotes: z.array(QuoteShape).max(MAX_QUOTES).optional(),
    text: z
      .string()
      .max(MAX_QUOTE_CHARACTERS)
      .optional()
      .describe(
        'Text whose quotations are checked, each against the paper cited for it (Sample et al., 2016), if any. Instead of `quotes`.',
      ),
    corpus: corpusField,
  })
  .refine(({ quotes, text }) => (quotes === undefined) !== (text === undefined), {
    path: ['quotes'],
    message: 'give `quotes` or `text`',
  })

export function verifyRoutes(server: ZodServer, gloss: Gloss): void {
  server.post('/verify', {
    schema: {
      summary: 'Check quotations against the papers, letter by letter, and report changes',
      body: VerifyBody,
      response: { 200: documented(z.object({ quotes: z.array(VerdictShape) })) },
    },
    async handler({ body: { quotes, text = '', corpus } }, reply) {
      const given = quotes ?? (await withCitedPapers(gloss, corpus, quotesInText(text)))
      return { quotes: await verifyQuotes(gloss, { corpus, quotes: given }, signalOf(reply)) }
    },
  })
}
