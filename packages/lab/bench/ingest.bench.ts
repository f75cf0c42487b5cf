/**
 * What does taking things in cost? Seconds from SciFact's 5,183 abstracts to three backends that answer, by stage; and the peak
 * memory of an ingest of 16 real papers against 160 variants of them, with the pages a second of the whole ingest.
 `--quick` (or GLOSS_BENCH_ROUNDS=1) takes fewer of each and writes nothing.
 */
import { execFileSync } from 'node:child_process'
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type IngestResult, importPath, loadConfig, openGloss } from '../../../app/index.ts'
import nodeFlags from '../../../bin/node-flags.json' with { type: 'json' }
import { linesOf } from '../../../core/index.ts'
import { parseBeirCorpus } from '../../../ingest/index.ts'
import { writeVariants } from '../../../tests/fixtures/paper-variants.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'
import { circumstances } from '../lib/circumstances.ts'

const QUICK = process.argv.includes('--quick') || process.env['GLOSS_BENCH_ROUNDS'] === '1'
const QUICK_LINES = 500
const MANY_VARIANTS = QUICK ? 2 : 10
const IMPORT_ROUNDS = QUICK ? 1 : 3
const MS_PER_SECOND = 1000

if (!hasShared) {
  console.log('skipped: ../shared is not here')
  process.exit(0)
}

const scratch = mkdtempSync(join(tmpdir(), 'gloss-bench-ingest-'))
try {
  const imports = []
  for (let round = 0; round < IMPORT_ROUNDS; round++) imports.push(await importScifact(round))
  imports.sort((a, b) => a.seconds - b.seconds)
  const once = ingestVariants(1)
  const many = ingestVariants(MANY_VARIANTS)
  const result = {
    task: 'SciFact abstracts to three backends ready (static embedder); 16 real papers and variants of them, topic none',
    ...circumstances(),
    import: { ...imports[imports.length >> 1], rounds: imports.map(({ seconds }) => seconds) },
    ingest: { [once.seen]: once, [many.seen]: many },
    memoryTimes: Math.round((100 * many.peakMb) / once.peakMb) / 100,
  }
  console.log(JSON.stringify(result, null, 2))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** From nothing to the first answer of each backend. `parse` and `embed` are those steps by themselves, `store` what is left of the import. */
async function importScifact(round: number) {
  const folder = scifactFolder()
  const gloss = await openGloss(loadConfig({ workspace: join(scratch, `import-${round}`) }, {}))
  const startMs = performance.now()
  const { documents } = await importPath(
    gloss,
    { format: 'beir', path: folder },
    new AbortController().signal,
  )
  const importedMs = performance.now()
  const session = await gloss.session()
  const firstMs: Record<string, number> = {}
  for (const backend of ['words', 'vanilla', 'hybrid', 'walk', 'auto'] as const)
    firstMs[backend] = Math.round((await session.retrieve({ query: 'kinase inhibitors', backend })).tookMs)
  const readyMs = performance.now()
  const texts: string[] = []
  for await (const { title, text } of parseBeirCorpus(
    linesOf(createReadStream(join(folder, 'corpus.jsonl'))),
    () => undefined,
  ))
    texts.push(`${title}. ${text}`)
  const parsedMs = performance.now()
  for (let at = 0; at < texts.length; at++) await session.embedder.embed(texts.slice(at, at + 1))
  const embeddedMs = performance.now()
  await gloss.close()
  const [parse, embed] = [seconds(parsedMs - readyMs), seconds(embeddedMs - parsedMs)]
  const imported = seconds(importedMs - startMs)
  return {
    documents,
    seconds: seconds(readyMs - startMs),
    stages: {
      parse,
      embed,
      storeAndIndex: round2(imported - parse - embed),
      firstAnswers: seconds(readyMs - importedMs),
    },
    firstMs,
  }
}

function scifactFolder(): string {
  if (!QUICK) return sharedPath('data', 'scifact')
  const lines = readFileSync(sharedPath('data', 'scifact', 'corpus.jsonl'), 'utf8').split('\n')
  writeFileSync(join(scratch, 'corpus.jsonl'), `${lines.slice(0, QUICK_LINES).join('\n')}\n`)
  return scratch
}

/** The real command in a child process. Its own child processes, which read the papers, are not in `peakMb`. */
function ingestVariants(times: number) {
  const papers = join(scratch, `papers-${times}`)
  writeVariants(sharedPath('papers', 'real'), papers, times)
  const workspace = join(scratch, `ingest-${times}`)
  const args = ['ingest', papers, '--workspace', workspace, '--topic', 'none', '--json']
  const said = execFileSync(
    process.execPath,
    [...nodeFlags.ingest, join(import.meta.dirname, 'ingest-child.ts'), ...args],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  rmSync(papers, { recursive: true })
  const [result, memory] = said.trim().split('\n').slice(-2)
  const { seen, kept, failed, pages, seconds } = JSON.parse(result ?? '') as IngestResult
  const { peakMb } = JSON.parse(memory ?? '') as { peakMb: number }
  return { seen, kept, failed, pages, seconds, pagesPerSecond: round2(pages / seconds), peakMb }
}

function seconds(ms: number): number {
  return round2(ms / MS_PER_SECOND)
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
