/** Settings for the storage of papers' files, with the usual variables of S3 clients. */
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { withoutCredentials } from '../../core/index.ts'
import { serverAddress } from './server-address.ts'
import { text } from './setting-fields.ts'

const BUCKET_ADDRESS = /^s3:\/\/[a-z0-9][a-z0-9.-]+[a-z0-9](\/[\w./-]*)?$/

/** Returns the schema of `s3://bucket/prefix`, or of an absolute path, which does not depend on the current folder. */
export const filesAddress = () =>
  z
    .string()
    .refine(
      (address) => BUCKET_ADDRESS.test(address) || isAbsolute(address),
      'must be s3://bucket/prefix or an absolute path',
    )

export const S3_SETTINGS = z
  .strictObject({
    accessKeyId: text,
    secretAccessKey: text,
    sessionToken: text,
    region: z.string().default('us-east-1'),
    endpoint: serverAddress().optional(),
  })
  .readonly()
  .prefault({})
  .describe(
    'Standard variables for GLOSS_FILES in S3: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION, and AWS_ENDPOINT_URL for a server other than Amazon’s.',
  )

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the S3 variables that are set. Empty variables count as not set. */
export function s3OfEnvironment(env: Environment): Record<string, string> {
  const given = {
    accessKeyId: env['AWS_ACCESS_KEY_ID'],
    secretAccessKey: env['AWS_SECRET_ACCESS_KEY'],
    sessionToken: env['AWS_SESSION_TOKEN'],
    region: env['AWS_REGION'] || env['AWS_DEFAULT_REGION'],
    endpoint: env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'],
  }
  return Object.fromEntries(Object.entries(given).filter((pair): pair is [string, string] => !!pair[1]))
}

/** Describes the settings for people, without keys. */
export function describeS3({ accessKeyId, region, endpoint }: z.infer<typeof S3_SETTINGS>): string {
  if (accessKeyId === undefined) return ''
  return `${endpoint === undefined ? region : withoutCredentials(endpoint)} (key set)`
}
