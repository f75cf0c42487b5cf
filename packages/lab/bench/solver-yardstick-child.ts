/**
 * The yardstick of solver.bench.ts, a process of its own so that its memory is not the solver's: asks the bodies of a line of JSON by the official
 * client, five at once, and prints what that took. usage: node bench/solver-yardstick-child.ts URL AT_ONCE; ends with its standard input.
 */
import { createInterface } from 'node:readline'
import { OpenAI } from 'openai'
import type { Served } from './solver-model-child.ts'

export interface Taken {
  readonly wallMs: number
  readonly cpuMs: number
}

const [url = '', atOnce = '1'] = process.argv.slice(2)
const client = new OpenAI({ baseURL: url, apiKey: 'none' })
for await (const line of createInterface({ input: process.stdin })) {
  const open = (JSON.parse(line) as Served['bodies']).values()
  const cpuBefore = process.cpuUsage()
  const startedMs = performance.now()
  const next = async () => {
    for (const body of open) {
      const stream = await client.chat.completions.create(
        body as never as OpenAI.ChatCompletionCreateParamsStreaming,
      )
      for await (const _ of stream);
    }
  }
  await Promise.all(Array.from({ length: Number(atOnce) }, next))
  const { user, system } = process.cpuUsage(cpuBefore)
  const taken: Taken = { wallMs: performance.now() - startedMs, cpuMs: (user + system) / 1_000 }
  console.log(JSON.stringify(taken))
}
