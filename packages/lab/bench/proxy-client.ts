/**
 * The asking side of proxy.bench.ts, a process of its own. Reads orders from standard input, a JSON object a line, and answers each with one:
 * all streams at once, and once more for each repeat.
 */
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'

export interface ClientOrder {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly streams: number
  readonly repeats: number
}

export interface ClientFigures {
  /** From sending a request to the first word, each stream's. */
  readonly firstTokenMs: readonly number[]
  readonly frames: number
  readonly seconds: number
  readonly failures: number
}

const BODY = JSON.stringify({
  model: 'gloss',
  stream: true,
  messages: [{ role: 'user', content: 'What is known of the gene?' }],
})
const FRAME_END = Buffer.from('\n\n')
const WORD = Buffer.from('"content":"The')
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

interface Stream {
  readonly firstTokenMs: number
  readonly frames: number
  readonly isWhole: boolean
}

function stream({ url, headers }: ClientOrder): Promise<Stream> {
  const { promise, resolve, reject } = Promise.withResolvers<Stream>()
  const asked = performance.now()
  const length = Buffer.byteLength(BODY)
  const all = { 'content-type': 'application/json', 'content-length': length, ...headers }
  const outgoing = request(`${url}/chat/completions`, { method: 'POST', agent, headers: all })
  outgoing.on('error', reject)
  outgoing.once('response', (incoming) => {
    let firstTokenMs = 0
    let frames = 0
    let last: Buffer = Buffer.of()
    incoming.on('data', (bytes: Buffer) => {
      if (firstTokenMs === 0 && bytes.includes(WORD)) firstTokenMs = performance.now() - asked
      for (let at = bytes.indexOf(FRAME_END); at >= 0; at = bytes.indexOf(FRAME_END, at + 2)) frames++
      last = bytes
    })
    incoming.once('end', () => resolve({ firstTokenMs, frames, isWhole: last.includes('[DONE]') }))
    incoming.once('error', reject)
  })
  outgoing.end(BODY)
  return promise
}

for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line) as ClientOrder
  const streams: Stream[] = []
  const started = performance.now()
  for (let repeat = 0; repeat < order.repeats; repeat++)
    streams.push(...(await Promise.all(Array.from({ length: order.streams }, () => stream(order)))))
  const figures: ClientFigures = {
    firstTokenMs: streams.map(({ firstTokenMs }) => firstTokenMs),
    frames: streams.reduce((sum, { frames }) => sum + frames, 0),
    seconds: (performance.now() - started) / 1_000,
    failures: streams.filter(({ isWhole }) => !isWhole).length,
  }
  console.log(JSON.stringify(figures))
}
agent.destroy()
