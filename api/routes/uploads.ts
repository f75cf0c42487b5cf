/** POST /papers: stores uploaded files and answers with the job that ingests them. */
import { join, win32 } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { GATE_POLICIES } from '../../app/ingest/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { GlossError, invalidInput } from '../../core/index.ts'
import { corpusField, documented, skipBodyValidation, type ZodServer } from '../http/fields.ts'
import { createPlaces, type RequestPlaces } from '../http/places.ts'
import { clearIncoming, type Received, receiveUploads } from '../http/uploads.ts'
import type { Job, Jobs } from '../jobs/job.ts'
import { JobShape } from './jobs.ts'

// Files of one upload. Chosen, not measured.
const MAX_FILES = 1_000
const BYTES_PER_MB = 1024 * 1024

const UploadQuery = z.strictObject({
  corpus: corpusField,
  topic: z
    .enum(['biochem', 'none'])
    .optional()
    .describe(
      'A built-in topic. Default: the topic of the corpus. Keyword files are set on the command line.',
    ),
  policy: z.enum(GATE_POLICIES).optional(),
  lookup: z
    .enum(['true', 'false'])
    .optional()
    .describe('true asks Crossref and OpenAlex for the front matter of the papers.'),
})
type UploadQuery = z.output<typeof UploadQuery>

const UploadForm = z.object({
  file: z.array(z.string().meta({ format: 'binary' })).describe('The files; form parts may have any names.'),
})

/** Adds the route. `queued`: a place for each job that waits or runs. */
export function uploadRoutes(server: ZodServer, gloss: Gloss, jobs: Jobs, queued: RequestPlaces): void {
  const { config, workspace } = gloss
  const maxBytes = config.maxBodyMb * BYTES_PER_MB
  const incoming = join(config.workspace, 'incoming')
  const receiving = createPlaces(config, { what: 'uploads', most: config.uploads })
  server.addHook('onReady', () => clearIncoming(incoming))

  async function receive(request: FastifyRequest): Promise<Received> {
    const leave = receiving.take(request)
    try {
      // A connection reports its end only once: code that waits for a form after that waits forever.
      if (request.raw.destroyed) throw invalidInput('body', 'The client left before its form was read.')
      const parts = request.parts({ limits: { files: MAX_FILES, fileSize: maxBytes } })
      return await receiveUploads(parts, { incoming, maxBytes })
    } finally {
      leave()
    }
  }

  async function start(
    received: Received,
    query: UploadQuery,
    corpus: string,
    onEnd: () => void,
  ): Promise<Job> {
    await gloss.sessionOfNew(corpus)
    const folder = workspace.filesPath(corpus)
    const uploads = received.uploadsIn(folder)
    const names = uploads.map(({ name }) => name)
    const request = {
      paths: uploads.map(({ path }) => path),
      ...query,
      corpus,
      lookup: query.lookup === 'true',
      uploads: new Map(uploads.map(({ name, path }) => [win32.basename(name), path])),
    }
    return await jobs.start(names, request, {
      prepare: () => received.keepIn(folder),
      contents: received.contents(),
      onEnd,
    })
  }

  server.post('/papers', {
    bodyLimit: maxBytes,
    // The form is read as it arrives; its schema is for /openapi.json.
    validatorCompiler: skipBodyValidation,
    schema: {
      summary: 'Upload papers as multipart/form-data with one or more files',
      consumes: ['multipart/form-data'],
      querystring: UploadQuery,
      body: UploadForm,
      response: { 202: documented(JobShape) },
    },
    async handler(request, reply) {
      if (!request.isMultipart())
        throw new GlossError(
          'UNSUPPORTED_MEDIA',
          'Papers must be sent as multipart/form-data with one or more files.',
        )
      if (Number(request.headers['content-length'] ?? 0) > maxBytes)
        throw new GlossError('TOO_LARGE', `An upload may be at most ${config.maxBodyMb} MB.`)
      const corpus = request.query.corpus ?? (await gloss.defaultCorpus('write'))
      // Refuses the form unread if the corpus cannot be opened; a missing corpus is created with its files.
      if (await workspace.hasCorpus(corpus)) await gloss.session(corpus)
      const leaveQueue = queued.take(request)
      let job: Job
      try {
        await using received = await receive(request)
        job = await start(received, request.query, corpus, leaveQueue)
      } catch (error) {
        leaveQueue()
        throw error
      }
      return reply.code(202).header('location', `/jobs/${job.id}`).send(job)
    },
  })
}
