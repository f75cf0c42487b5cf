/**
 * The first step of `npm run types`: writes web/api-types.d.ts, the types of the service's requests and answers, from its OpenAPI document.
 * The page is checked against them; the file is not committed.
 */
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import openapiTypes, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { buildServer, stopServer } from '../../api/index.ts'
import { loadConfig, openGloss } from '../../app/index.ts'
import { closingAsync } from '../../core/index.ts'

const FILE = join(import.meta.dirname, '..', '..', 'web', 'api-types.d.ts')
const GRACE_MS = 1_000

async function apiTypes(): Promise<string> {
  // A field with a default may be left out of a request.
  const document = JSON.parse(await openApiDocument(), withoutLeastLength)
  const types = await openapiTypes(document, { defaultNonNullable: false, arrayLength: true })
  return `${COMMENT_HEADER}${astToString(types)}`
}

/** Removes minimum lengths, because "one or more" would refuse every ordinary list; lists of a fixed length become tuples. */
function withoutLeastLength(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('minItems' in value) || !('items' in value))
    return value
  const { minItems, ...rest } = value as { minItems: unknown; maxItems?: unknown }
  return minItems === rest.maxItems ? value : rest
}

async function openApiDocument(): Promise<string> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'gloss-openapi-'))
  const workspace = temporary.path
  await using gloss = closingAsync(await openGloss(loadConfig({ workspace, logLevel: 'silent' }, {})))
  const server = buildServer(gloss)
  try {
    return (await server.inject('/openapi.json')).body
  } finally {
    await stopServer(server, GRACE_MS)
  }
}

await writeFile(FILE, await apiTypes())
