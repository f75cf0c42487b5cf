/** The tasks that the guard measures, each in this process; the time of child processes is not counted. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { buildServer, stopServer } from '../../../../api/index.ts'
import { importPath, loadConfig, openGloss } from '../../../../app/index.ts'
import { loadPdfium } from '../../../../ingest/adapters/pdfium-module.ts'
import { readPdf } from '../../../../ingest/adapters/pdfium-pages.ts'
import { makeGround } from './ground.ts'

const ABSTRACTS = 1_500
const QUESTIONS = 300
const WALKS = 100
const STREAMS = 20
const TOKENS = 200
const GRACE_MS = 500
const SAMPLES = join(import.meta.dirname, '..', '..', '..', '..', 'samples', 'papers')
const PAPERS = [
  'ace-haplotype-lisinopril',
  'akt1-allosteric',
  'bark-extract-lupeol',
  'watterson-missing-data',
]
const LIMITS = { timeoutMs: 60_000, maxMemoryMb: 1024, ocr: 'never', ocrPages: 0 } as const
const never = new AbortController().signal

export interface GuardTask {
  readonly name: string
  /** Runs one round. */
  run(): Promise<void>
}

export interface GuardTasks extends AsyncDisposable {
  readonly tasks: readonly GuardTask[]
}

export async function openTasks(scratch: string): Promise<GuardTasks> {
  const set = join(scratch, 'set')
  const { questions } = makeGround(set, ABSTRACTS)
  const upstream = await startUpstream(TOKENS)
  const open = (workspace: string) =>
    openGloss(
      loadConfig(
        { workspace, workers: 1, logLevel: 'silent', llmUrl: upstream.url, llmModel: 'scripted' },
        {},
      ),
    )
  const imported = async () => {
    const workspace = mkdtempSync(join(scratch, 'workspace-'))
    const gloss = await open(workspace)
    await importPath(gloss, { format: 'beir', path: set }, never)
    await gloss.close()
    return workspace
  }
  const workspace = await imported()
  const gloss = await open(workspace)
  const server = buildServer(gloss)
  const ask = (backend: string, query: string) =>
    expectOk(server, { url: `/retrieve?${new URLSearchParams({ q: query, backend })}` })
  const pdfium = await loadPdfium()
  const papers = PAPERS.map((name) => readFileSync(join(SAMPLES, `${name}.pdf`)))
  const tasks: GuardTask[] = [
    {
      name: 'questions',
      async run() {
        for (const query of questions(QUESTIONS)) await ask('hybrid', query)
      },
    },
    {
      name: 'walk',
      async run() {
        for (const query of questions(WALKS)) await ask('walk', query)
      },
    },
    {
      name: 'pages',
      async run() {
        for (const bytes of papers) {
          const outcome = await readPdf(pdfium, bytes, LIMITS, () => undefined)
          if (!outcome.ok) throw new Error(`A sample paper could not be read: ${outcome.code}`)
        }
      },
    },
    { name: 'import', run: async () => void (await imported()) },
    {
      name: 'open',
      async run() {
        const opened = await open(workspace)
        const session = await opened.session()
        for (const backend of ['hybrid', 'walk'] as const)
          await session.retrieve({ query: questions(1)[0]!, backend })
        await opened.close()
      },
    },
    { name: 'proxy', run: () => proxyStreams(server) },
  ]
  return {
    tasks,
    async [Symbol.asyncDispose]() {
      await stopServer(server, GRACE_MS)
      await gloss.close()
      await upstream.end()
    },
  }
}

async function proxyStreams(server: FastifyInstance): Promise<void> {
  const payload = { model: 'gloss', stream: true, messages: [{ role: 'user', content: 'What of the gene?' }] }
  const headers = { 'x-gloss-monitor': 'lexical' }
  for (let stream = 0; stream < STREAMS; stream++) {
    const body = await expectOk(server, { method: 'POST', url: '/v1/chat/completions', headers, payload })
    if (!body.includes('[DONE]')) throw new Error('A stream through the proxy did not come to its end.')
  }
}

async function expectOk(server: FastifyInstance, request: InjectOptions) {
  const { statusCode, body } = await server.inject(request)
  if (statusCode !== 200) throw new Error(`Answer ${statusCode}: ${body.slice(0, 300)}`)
  return body
}

/** Starts the model server behind the proxy, which sends `tokens` words as fast as it can: a child process, whose time is not counted. */
async function startUpstream(tokens: number) {
  const file = join(import.meta.dirname, 'upstream-child.ts')
  const child = spawn(process.execPath, [file, `${tokens}`], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    url,
    async end() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}
