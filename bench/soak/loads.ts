/** What the soak asks of the service: honest questions, and all that goes wrong. Each load is one step, which is taken again and again. */
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { randomIndex } from '../../core/index.ts'
import type { Client } from './client.ts'
import type { createCorpora } from './corpora.ts'
import { childrenOf } from './watch-process.ts'

export interface Load {
  readonly name: string
  /** Steps that go on at once, and the mean pause between two of one. */
  readonly atOnce: number
  readonly pauseMs: number
  step(): Promise<void>
}

export interface LoadGround {
  readonly client: Client
  readonly corpora: ReturnType<typeof createCorpora>
  readonly random: () => number
  readonly origin: string
  readonly pid: number
}

const JSON_BODY = { 'content-type': 'application/json' }

export function loadsOf(ground: LoadGround): Load[] {
  const { client, corpora } = ground
  return [
    { name: 'uploads', atOnce: 2, pauseMs: 2_000, step: () => corpora.upload() },
    { name: 'corpora', atOnce: 1, pauseMs: 3_000, step: () => corpora.turnOver() },
    { name: 'questions', atOnce: 3, pauseMs: 120, step: () => question(ground) },
    { name: 'pictures', atOnce: 3, pauseMs: 500, step: () => picture(ground) },
    { name: 'watchers', atOnce: 4, pauseMs: 500, step: () => watcher(ground) },
    { name: 'code', atOnce: 2, pauseMs: 4_000, step: () => code(ground) },
    { name: 'runs', atOnce: 1, pauseMs: 15_000, step: () => solverRun(ground) },
    { name: 'bad uploads', atOnce: 2, pauseMs: 1_500, step: () => badUpload(ground) },
    { name: 'half bodies', atOnce: 2, pauseMs: 3_000, step: () => halfBody(ground) },
    { name: 'bad requests', atOnce: 1, pauseMs: 300, step: () => badRequest(ground) },
    { name: 'killed children', atOnce: 1, pauseMs: 20_000, step: async () => killChild(ground) },
    {
      name: 'health',
      atOnce: 1,
      pauseMs: 250,
      step: async () => void (await client.ask('health', '/health')),
    },
  ]
}

const pick = <One>(random: () => number, from: readonly One[]): One =>
  from[randomIndex(random, from.length)] as One

async function question({ client, corpora, random }: LoadGround): Promise<void> {
  const words = pick(random, [
    'lupeol AKT1 IC50',
    'haplotypes of the trees',
    'palladium coupling',
    'ACE rats',
    '(',
    'β '.repeat(900),
  ])
  const q = encodeURIComponent(`${words} ${randomIndex(random, 1_000)}`)
  const corpus = corpora.any()
  const backend = pick(random, ['hybrid', 'words', 'vanilla', 'auto'])
  const left = random() < 0.1 ? { leaveAfterMs: 1 + randomIndex(random, 20) } : {}
  await client.ask('retrieve', `/retrieve?q=${q}&corpus=${corpus}&backend=${backend}`, left)
  if (random() < 0.1) await client.ask('lists', `/units?corpus=${corpus}&limit=20`)
  if (random() < 0.03) await client.ask('lists', '/corpora')
}

async function picture({ client, corpora, random }: LoadGround): Promise<void> {
  const corpus = corpora.any()
  const { json } = await client.ask('lists', `/papers?corpus=${corpus}&limit=50`)
  const papers =
    (json['papers'] as
      | { readonly id: string; readonly pages: number; readonly path: string }[]
      | undefined) ?? []
  const { id } = papers.find(({ path }) => path.endsWith('.pdf')) ?? papers[0] ?? { id: '0'.repeat(32) }
  const width = 100 + randomIndex(random, 2_900)
  const left = random() < 0.5 ? { leaveAfterMs: 1 + randomIndex(random, 60) } : {}
  await client.ask('picture', `/papers/${id}/pages/1/image?corpus=${corpus}&width=${width}`, left)
}

/** Watches a job and leaves in the middle. */
async function watcher({ client, random }: LoadGround): Promise<void> {
  const { json } = await client.ask('lists', '/jobs')
  const jobs = (json['jobs'] as { readonly id: string }[] | undefined) ?? []
  const id = jobs[0]?.id
  if (id !== undefined)
    await client.ask('watch', `/jobs/${id}/events`, { leaveAfterMs: 5 + randomIndex(random, 3_000) })
}

const PROGRAMS = [
  { code: 'print(6 * 7)', timeout: 20 },
  { code: 'print(search_local_documents("lupeol AKT1"))', timeout: 20 },
  { code: 'import time; time.sleep(30)', timeout: 2 },
  { code: 'x = " " * (1 << 31)', timeout: 5 },
  { code: 'while True: print("x" * 10000)', timeout: 3 },
  { code: 'raise ValueError("no")', timeout: 5 },
]

async function code({ client, corpora, random }: LoadGround): Promise<void> {
  const body = JSON.stringify({ ...pick(random, PROGRAMS), corpus: corpora.any() })
  const left = random() < 0.2 ? { leaveAfterMs: randomIndex(random, 1_500) + 1 } : {}
  await client.ask('execute', '/execute', { method: 'POST', headers: JSON_BODY, body, ...left })
}

async function solverRun({ client, corpora, random }: LoadGround): Promise<void> {
  const body = JSON.stringify({
    question: 'How many haplotypes can be found?',
    corpus: corpora.any(),
    settings: { proposers: 2, rounds: 1, retrieval: 'implicit', searchesWeb: false },
  })
  const headers = { ...JSON_BODY, prefer: 'respond-async' }
  const { status, json } = await client.ask('solve', '/solve', { method: 'POST', headers, body })
  if (status !== 202) return
  if (random() < 0.3) await client.ask('cancel', `/runs/${String(json['id'])}/cancel`, { method: 'POST' })
  else await client.ask('watch', `/runs/${String(json['id'])}/events`, { leaveAfterMs: 5_000 })
}

const HOSTILE = [
  { name: 'nested.html', bytes: '<div>'.repeat(3_000) },
  { name: 'blanks.txt', bytes: `A${' '.repeat(8_000)}b` },
  {
    name: 'broken.pdf',
    bytes: '%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 1 0 R>> endobj trailer <</Root 1 0 R>>',
  },
  { name: 'lines.jsonl', bytes: '{"title":"x"}\n{bad\n'.repeat(200) },
  { name: 'list.bib', bytes: `@article{k, title={${'\n'.repeat(2_000)}` },
  { name: 'escape.bib', bytes: '@article{a,title={X},file={:/etc/private.pdf:PDF}}' },
  { name: '../../\u202eodd\u0000\n.txt', bytes: 'A note on lupeol.' },
  { name: 'broken.docx', bytes: 'PK\u0003\u0004 and nothing' },
  { name: 'large.txt', bytes: 'x'.repeat(5 * 1024 * 1024) },
]

/** Into a corpus of its own, which is deleted where it came to be. */
async function badUpload({ client, random }: LoadGround): Promise<void> {
  const corpus = `hostile-${randomIndex(random, 6)}`
  const form = new FormData()
  const kind = random()
  if (kind < 0.7) {
    const { name, bytes } = pick(random, HOSTILE)
    form.append('file', new Blob([bytes]), name)
  } else if (kind < 0.85) form.append('title', 'no file')
  const left = random() < 0.2 ? { leaveAfterMs: 1 + randomIndex(random, 30) } : {}
  const path = `/papers?corpus=${corpus}&topic=none`
  await client.ask('bad upload', path, { method: 'POST', body: form, ...left })
  if (random() < 0.2) await client.ask('delete', `/corpora/${corpus}`, { method: 'DELETE' })
}

/** A form that breaks off: at once, or when the service's patience is over. */
async function halfBody({ origin, random }: LoadGround): Promise<void> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  socket.write(
    `POST /papers?corpus=half HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9000\r\n\r\n` +
      '--b\r\ncontent-disposition: form-data; name="file"; filename="half.txt"\r\n\r\nhalf',
  )
  socket.resume()
  if (random() < 0.7) {
    await pause(randomIndex(random, 200))
    socket.destroy()
  }
  await closed
}

async function badRequest({ client, random }: LoadGround): Promise<void> {
  const path = pick(random, [
    '/nope',
    '/papers/zz',
    '/retrieve',
    '/jobs/1',
    '/corpora/..%2f',
    `/units/${'9'.repeat(64)}`,
  ])
  const method = pick(random, ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST'])
  await client.ask('bad request', path, {
    method,
    ...(method === 'POST' ? { body: '{', headers: JSON_BODY } : {}),
  })
}

function killChild({ pid, random }: LoadGround): void {
  const children = childrenOf(pid)
  if (children.length === 0) return
  try {
    process.kill(pick(random, children), 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
