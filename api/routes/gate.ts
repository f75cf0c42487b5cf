/** The topic gate of a corpus: every decision with its scores, and people's overrides. */
import { z } from 'zod'
import { gateOverview, overrule } from '../../app/ingest/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { CorpusQuery, corpusField, documented, paperField, type ZodServer } from '../http/fields.ts'

const Decision = z.strictObject({
  corpus: corpusField,
  decision: z.enum(['keep', 'drop']).nullable().describe('`null` removes the override.'),
})

const Row = z
  .looseObject({
    paper: z.string(),
    title: z.string(),
    state: z.string(),
    policy: z.string(),
    score: z.number(),
    cutoff: z.number(),
    keep: z.boolean(),
    overruled: z.enum(['keep', 'drop']).nullable(),
    isClose: z.boolean().describe('Near the cut-off; listed first.'),
    nearest: z.array(z.looseObject({ keyword: z.string() })),
    explanation: z.array(z.string()),
  })
  .meta({ title: 'GateRow' })
const Overview = z
  .looseObject({
    corpus: z.string(),
    topic: z.string(),
    rows: z.array(Row),
    svg: z.string().describe('Histogram of the scores.'),
  })
  .meta({ title: 'GateOverview' })

export function gateRoutes(server: ZodServer, gloss: Gloss): void {
  server.get('/gate', {
    schema: {
      summary: 'List gate decisions, with a histogram of the scores and the kept papers by category',
      querystring: CorpusQuery,
      response: { 200: documented(Overview) },
    },
    handler: ({ query: { corpus } }) => gateOverview(gloss, corpus),
  })

  server.post('/gate/:paper', {
    schema: {
      summary: 'Override the gate for one paper: keeping it summarises it, dropping it removes its units',
      params: z.strictObject({ paper: paperField }),
      body: Decision,
      response: { 200: documented(Row) },
    },
    async handler({ params: { paper }, body: { corpus, decision } }) {
      const [row] = await overrule(gloss, corpus, [paper], decision, server.life.signal)
      return row
    },
  })
}
