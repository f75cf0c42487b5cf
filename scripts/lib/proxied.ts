/** A scripted model server, the service in front of it, and both closed together. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Script,
  type ScriptedRequest,
  type StartedServer,
  startScriptedServer,
} from './scripted-llm/server.ts'
import { type Served, samplePaper, serve } from './served-samples.ts'

export interface Proxied extends AsyncDisposable {
  readonly upstream: StartedServer
  readonly served: Served
  readonly origin: string
  /** What clients are given as their base address. */
  readonly url: string
}

export interface ProxiedOptions {
  readonly settings?: Readonly<Record<string, unknown>>
}

/** A workspace with the paper on ACE haplotypes in its default corpus: to be set as `workspace` by many services, one after the other. */
export async function haplotypeWorkspace(): Promise<string> {
  const workspace = mkdtempSync(join(tmpdir(), 'gloss-proxied-'))
  const served = await serve({ workspace }, { papers: [samplePaper('ace-haplotype-lisinopril')] })
  await served.close()
  return workspace
}

export async function openProxied(
  answers: Script | ((request: ScriptedRequest, n: number) => Script | Promise<Script>),
  { settings = {} }: ProxiedOptions = {},
): Promise<Proxied> {
  const upstream = await startScriptedServer({
    answers: typeof answers === 'function' ? answers : () => answers,
  })
  const served = await serve({ llmUrl: upstream.url, llmModel: 'scripted', ...settings })
  const origin = await served.server.listen({ host: '127.0.0.1', port: 0 })
  return {
    upstream,
    served,
    origin,
    url: `${origin}/v1`,
    async [Symbol.asyncDispose]() {
      await served.close()
      await upstream[Symbol.asyncDispose]()
    },
  }
}
