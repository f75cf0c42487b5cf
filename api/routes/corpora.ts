/** Lists, creates and deletes the corpora of the workspace. */
import { z } from 'zod'
import { corpusEntry, deleteCorpus, listCorpora } from '../../app/corpora/index.ts'
import { CorpusShape, type Gloss } from '../../app/wiring/index.ts'
import { GlossError } from '../../core/index.ts'
import { documented, type ZodServer } from '../http/fields.ts'

const MAX_NAME_CHARACTERS = 64
const name = z.string().min(1).max(MAX_NAME_CHARACTERS)
/** A corpus that cannot be opened, with the code of the reason. */
const UnusableShape = z
  .strictObject({ name: z.string(), problem: z.string() })
  .meta({ title: 'UnusableCorpus' })

/** Adds the routes. `queues`: long work that may have a corpus open. */
export function corpusRoutes(
  server: ZodServer,
  gloss: Gloss,
  queues: readonly { isBusy(corpus: string): boolean | Promise<boolean> }[],
): void {
  server.get('/corpora', {
    schema: {
      summary: 'List corpora with their counts, or the problem of one that cannot be opened',
      response: {
        200: documented(
          z.object({ default: z.string(), corpora: z.array(z.union([CorpusShape, UnusableShape])) }),
        ),
      },
    },
    handler: async () => ({ default: await gloss.defaultCorpus('read'), corpora: await listCorpora(gloss) }),
  })

  server.post('/corpora', {
    schema: {
      summary: 'Create a corpus, or return the existing one',
      body: z.strictObject({ name }),
      response: { 200: documented(CorpusShape), 201: documented(CorpusShape) },
    },
    async handler({ body }, reply) {
      const isNew = !(await gloss.workspace.listCorpora()).includes(body.name)
      await gloss.sessionOfNew(body.name)
      reply.code(isNew ? 201 : 200).header('location', `/corpora/${body.name}`)
      return corpusEntry(gloss, body.name)
    },
  })

  server.get('/corpora/:name', {
    schema: {
      summary: 'Get a corpus',
      params: z.strictObject({ name }),
      response: { 200: documented(CorpusShape) },
    },
    handler: ({ params }) => corpusEntry(gloss, params.name),
  })

  server.delete('/corpora/:name', {
    schema: {
      summary: 'Delete a corpus with its papers, units and uploaded files',
      params: z.strictObject({ name }),
      response: { 204: documented(z.null().describe('Deleted.')) },
    },
    async handler({ params }, reply) {
      for (const queue of queues)
        if (await queue.isBusy(params.name))
          throw new GlossError('CORPUS_BUSY', `A job or a run is still using ${params.name}.`, {
            corpus: params.name,
          })
      await deleteCorpus(gloss, params.name)
      return reply.code(204).send()
    },
  })
}
