/**
 * What the reading of a chat stream costs and keeps: processor time a frame of ours and of the `openai` package, both fed from memory; words
 * that a slow reader gets when the connection breaks, over our transport and over the global `fetch`; and the time from an abort to
 * the closed socket at the server. Writes bench/results/chat-stream.json.
 *
 * usage: npm run measure chat-stream
 * GLOSS_BENCH_ROWS: frames of the stream in memory.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { OpenAI } from 'openai'
import { percentile } from '../evaluation/metrics.ts'
import { type Post, postHttp } from '../models/adapters/http-post.ts'
import { openOpenAiStream } from '../models/adapters/openai-stream.ts'
import type { ChatEvent } from '../models/index.ts'
import { startScriptedServer } from '../scripts/lib/scripted-llm/server.ts'

const FRAMES = Number(process.env['GLOSS_BENCH_ROWS'] ?? 100_000)
const ROUNDS = 3
const BROKEN_STREAMS = 20
const WORDS_BEFORE_BREAK = 150
const ABORTS = 50
const RESULT = join(import.meta.dirname, 'results', 'chat-stream.json')
const request = { messages: [], temperature: 0, maxTokens: 1 }
const never = new AbortController().signal
const head = { id: 'x', object: 'chat.completion.chunk', created: 0, model: 'm' }

async function* body(): AsyncGenerator<Uint8Array> {
  const frame = (delta: object, finish: string | null) => {
    const choices = [{ index: 0, delta, finish_reason: finish }]
    return Buffer.from(`data: ${JSON.stringify({ ...head, choices })}\n\n`)
  }
  const word = frame({ content: ' word' }, null)
  for (let i = 0; i < FRAMES; i++) yield word
  yield frame({}, 'stop')
  yield Buffer.from('data: [DONE]\n\n')
}

async function readOurs(): Promise<number> {
  const headers = new Headers({ 'content-type': 'text/event-stream' })
  const post: Post = async () => ({ status: 200, headers, body: body() })
  return count(openOpenAiStream({ url: 'http://memory/v1', model: 'm', post }).stream(request, never))
}

async function readTheirs(): Promise<number> {
  const headers = { 'content-type': 'text/event-stream' }
  const fetch = async () => new Response(ReadableStream.from(body()), { headers })
  const client = new OpenAI({ baseURL: 'http://memory/v1', apiKey: 'none', fetch })
  let words = 0
  const stream = await client.chat.completions.create({ model: 'm', messages: [], stream: true })
  for await (const { choices } of stream) if (choices[0]?.delta.content) words++
  return words
}

async function count(events: AsyncIterable<ChatEvent>): Promise<number> {
  let words = 0
  for await (const { type } of events) if (type === 'text') words++
  return words
}

/** Microseconds of processor time, the lowest of the rounds. */
async function frameCost(read: () => Promise<number>): Promise<number> {
  const costs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage()
    if ((await read()) !== FRAMES) throw new Error('Not every frame was read')
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / FRAMES)
  }
  return rounded(Math.min(...costs))
}

const overFetch: Post = async (url, init) => {
  const { status, headers, body: sent } = await fetch(url, { method: 'POST', ...init })
  return { status, headers, body: sent ?? body() }
}

/** Streams of which the reader, a little slower than the server, got fewer words than were sent before the connection ended. */
async function streamsThatLost(post: Post): Promise<number> {
  await using server = await startScriptedServer({
    answers: () => ({
      text: Array.from({ length: 200 }, (_, at) => ` ${at}`),
      wire: { cutSeed: 4 },
      fault: { kind: 'hang-up', afterFrames: WORDS_BEFORE_BREAK + 1 },
    }),
  })
  let lost = 0
  for (let i = 0; i < BROKEN_STREAMS; i++) {
    const words: string[] = []
    const reading = async () => {
      for await (const event of openOpenAiStream({ url: server.url, model: 'm', post }).stream(
        request,
        never,
      )) {
        if (event.type === 'text') words.push(event.text)
        if (words.length % 3 === 0) await pause(1)
      }
    }
    // Every one of them ends in a failure; what is counted is what came before it.
    await reading().catch(() => undefined)
    if (words.length < WORDS_BEFORE_BREAK) lost++
  }
  return lost
}

async function abortTimesMs(): Promise<number[]> {
  await using server = await startScriptedServer({ answers: () => ({ text: 'x'.repeat(4_000), paceMs: 5 }) })
  const times: number[] = []
  for (let i = 0; i < ABORTS; i++) {
    let leftAtMs = 0
    for await (const { type } of openOpenAiStream({ url: server.url, model: 'm' }).stream(request, never)) {
      leftAtMs = performance.now()
      if (type === 'text') break
    }
    times.push((await server.requests[i]!.ended).atMs - leftAtMs)
  }
  return times
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

const aborts = await abortTimesMs()
const result = {
  task: `${FRAMES} frames from memory; ${BROKEN_STREAMS} streams that break after ${WORDS_BEFORE_BREAK} words; ${ABORTS} aborts`,
  machine: `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}`,
  // Above 2, others used the machine too and times are too long.
  loadAverage: rounded(loadavg()[0]!),
  node: process.version,
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  date: new Date().toISOString().slice(0, 10),
  microsecondsPerFrame: { ours: await frameCost(readOurs), openai: await frameCost(readTheirs) },
  streamsThatLostWords: { ours: await streamsThatLost(postHttp), fetch: await streamsThatLost(overFetch) },
  abortToClosedMs: { p50: rounded(percentile(aborts, 0.5)), p99: rounded(percentile(aborts, 0.99)) },
}
writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`)
console.log(result)
