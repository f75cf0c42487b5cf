/** POST /papers: stores uploaded files and answers with the job that ingests them. */
import { win32 } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Gloss, POLICY_NAMES } from '../../app/index.ts'
import { GlossError } from '../../core/index.ts'
import { corpusField, documented, skipBodyValidation } from '../http/fields.ts'
import { storeUploads } from '../http/uploads.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { JobShape } from './jobs.ts'

// Files of one upload; chosen, not measured.
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
  policy: z.enum(POLICY_NAMES).optional(),
  lookup: z
    .enum(['true', 'false'])
    .optional()
    .describe('true asks Crossref and OpenAlex for the front matter of the papers.'),
})

const UploadForm = z.object({
  file: z.array(z.string().meta({ format: 'binary' })).describe('The files; any names of the parts will do.'),
})

export function uploadRoutes(root: FastifyInstance, gloss: Gloss, jobs: JobQueue): void {
  const server = root.withTypeProvider<ZodTypeProvider>()
  const maxBytes = gloss.config.maxBodyMb * BYTES_PER_MB

  server.post('/papers', {
    bodyLimit: maxBytes,
    // The form is read as it arrives; its schema is for /openapi.json.
    validatorCompiler: skipBodyValidation,
    schema: {
      summary: 'Upload papers as multipart/form-data with one or more files',
      tags: ['papers'],
      consumes: ['multipart/form-data'],
      querystring: UploadQuery,
      body: UploadForm,
      response: { 202: documented(JobShape) },
    },
    async handler(request, reply) {
      const { topic, policy, lookup } = request.query
      if (!request.isMultipart())
        throw new GlossError(
          'UNSUPPORTED_MEDIA',
          'Papers must be sent as multipart/form-data with one or more files.',
        )
      if (Number(request.headers['content-length'] ?? 0) > maxBytes)
        throw new GlossError('TOO_LARGE', `An upload may be at most ${gloss.config.maxBodyMb} MB.`)
      const { name: corpus } = await gloss.sessionOfNew(request.query.corpus)
      const parts = request.parts({ limits: { files: MAX_FILES, fileSize: maxBytes } })
      const uploads = await storeUploads(parts, { folder: gloss.workspace.filesPath(corpus), maxBytes })
      const paths = uploads.map(({ path }) => path)
      const job = jobs.start(
        uploads.map(({ name }) => name),
        {
          paths,
          corpus,
          topic,
          policy,
          lookup: lookup === 'true',
          uploads: new Map(uploads.map(({ name, path }) => [win32.basename(name), path])),
        },
      )
      return reply.code(202).header('location', `/jobs/${job.id}`).send(job)
    },
  })
}
