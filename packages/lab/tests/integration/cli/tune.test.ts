/** `gloss tune` on documents in an invented language, which the scripted teacher knows and the bundled table does not. */
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gloss, importPath, loadConfig, openGloss } from '../../../../../app/index.ts'
import { type EmbeddingsServer, startEmbeddingsServer } from '../../../../../tests/fakes/embeddings-server.ts'
import { answerOf, runCli, startCli } from '../../../../../tests/fixtures/run-cli.ts'
import { sharedFolder } from '../../../../../tests/fixtures/temporary-folder.ts'
import { tuneCorpus } from '../../../use-cases/tune/tune-corpus.ts'

const BUNDLED = 'static-1-256'
/** Words of a pair have the same meaning for the teacher. */
const PAIRS = [
  ['copper', 'violin'],
  ['river', 'lawyer'],
  ['garden', 'engine'],
  ['winter', 'pencil'],
  ['castle', 'enzyme'],
  ['silver', 'teacher'],
  ['bridge', 'melody'],
  ['forest', 'wallet'],
  ['planet', 'butter'],
  ['mirror', 'soldier'],
] as const
const QUESTIONS = ['violin and river', 'what is said of enzymes', 'the soldier in the garden']
const cwd = sharedFolder()
const tables = join(cwd, '.gloss', 'corpora', 'main', 'tables')
let server: EmbeddingsServer
let env: Record<string, string>

interface Tuned {
  readonly embedder: string | null
  readonly heldOut: {
    readonly before: { readonly overlap: number }
    readonly after: { readonly overlap: number }
    readonly recovered: number
  }
  readonly units: number
}

const tune = (...more: string[]) =>
  answerOf<Tuned>(['tune', '--teacher', 'openai', '--yes', ...more], { cwd, env })
const embedderOf = async () =>
  (await answerOf<{ settings: { embedder: string } }>(['corpus', 'show'], { cwd })).settings.embedder
async function ranks() {
  const found: unknown[] = []
  for (const question of QUESTIONS) {
    const args = ['retrieve', question, '--backend', 'vanilla']
    const { hits } = await answerOf<{ hits: { unit: string; score: number }[] }>(args, { cwd })
    found.push(hits.map(({ unit, score }) => ({ unit, score })))
  }
  return found
}

beforeAll(async () => {
  server = await startEmbeddingsServer({ vectorOf: meaning })
  env = { GLOSS_LLM_URL: server.url, GLOSS_EMBEDDER_MODEL: 'pairs' }
  await importDocuments('first', 0, 96)
})
afterAll(async () => {
  await server.close()
})

describe('gloss tune', () => {
  let before: unknown

  it('sends nothing to a server unless it is agreed to, and says what it would send', async () => {
    before = await ranks()
    const { code, stderr } = await runCli(['tune', '--teacher', 'openai'], { cwd, env })
    expect(code).toBe(1)
    expect(stderr).toMatch(/Tuning sends \d+ texts of the corpus to pairs, about \d+ prompt/)
    expect(stderr).toContain('CONSENT_NEEDED')
    expect(server.requests).toEqual([])
  })

  it('learns and measures, but keeps nothing in a dry run', async () => {
    const { heldOut, units } = await tune('--dry-run')
    expect(heldOut.after.overlap).toBeGreaterThan(heldOut.before.overlap)
    expect(units).toBe(0)
    expect(await embedderOf()).toBe(BUNDLED)
    expect(await ranks()).toEqual(before)
  })

  it('gives the corpus its own table where that is better on papers kept apart', async () => {
    const { embedder, heldOut } = await tune()
    expect(heldOut.recovered).toBeGreaterThan(0)
    expect(embedder).toMatch(/^static-1-256\+tuned-[0-9a-f]{12}$/)
    expect(await embedderOf()).toBe(embedder)
    expect(await ranks()).not.toEqual(before)
  })

  it('leaves documents that come again as they are', async () => {
    await importDocuments('first', 0, 96)
    const overview = await answerOf<object>(['corpus', 'show'], { cwd })
    expect(overview).toMatchObject({
      papers: 96,
      passages: 96,
      settings: { embedder: expect.stringContaining('tuned') },
    })
    expect(await answerOf(['corpus', 'verify'], { cwd })).toEqual({ ok: true, problems: [] })
  })

  it('is undone by one command: the same units with the same scores as before', async () => {
    await answerOf(['tune', '--undo'], { cwd })
    expect(await embedderOf()).toBe(BUNDLED)
    expect(await ranks()).toEqual(before)
    expect(readdirSync(tables)).toEqual([])
    const { code, stderr } = await runCli(['tune', '--undo'], { cwd })
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('is not tuned') })
  })

  it('leaves the old table in use where it is killed while it learns', async () => {
    const killed = startCli(['tune', '--teacher', 'openai', '--yes'], { cwd, env })
    await new Promise<void>((resolve) => {
      killed.child.stderr.on('data', (chunk) => String(chunk).includes('epoch') && resolve())
    })
    killed.child.kill('SIGKILL')
    await once(killed.child, 'exit')
    expect(await embedderOf()).toBe(BUNDLED)
    expect(await ranks()).toEqual(before)
  })

  it('leaves the old table in use where it is stopped between its vectors and the change', async () => {
    const gloss = await openGloss(loadConfig({ workspace: join(cwd, '.gloss') }, env))
    const stop = new AbortController()
    const tuning = tuneCorpus(
      gloss,
      {
        teacher: 'openai',
        consent: async () => true,
        onProgress: (step) => step.endsWith('units embedded') && stop.abort(),
      },
      stop.signal,
    )
    await expect(tuning).rejects.toThrow()
    await gloss.close()
    expect(await ranks()).toEqual(before)
  })

  it('keeps the table where the teacher has nothing to teach', async () => {
    const useless = await startEmbeddingsServer({ vectorOf: () => [1, 2, 3] })
    const options = { cwd, env: { ...env, GLOSS_LLM_URL: useless.url } }
    const { code, stderr } = await runCli(['tune', '--teacher', 'openai', '--yes'], options)
    await useless.close()
    expect(code).toBe(1)
    expect(stderr).toContain('MODEL_ANSWER_INVALID')
    expect(await embedderOf()).toBe(BUNDLED)
  })

  it('keeps the table where the tuned one is no better', async () => {
    const useless = await startEmbeddingsServer({ vectorOf: noise })
    const options = { cwd, env: { ...env, GLOSS_LLM_URL: useless.url } }
    const { code, stderr } = await runCli(['tune', '--teacher', 'openai', '--yes'], options)
    await useless.close()
    expect(code).toBe(1)
    expect(stderr).toContain('TUNING_FUTILE')
    expect(await ranks()).toEqual(before)
  })
})

describe('a tuned table', () => {
  const kept = join(cwd, 'kept')
  let embedder: string | null
  let before: unknown

  let early: Gloss

  beforeAll(async () => {
    before = await ranks()
    early = await openGloss(loadConfig({ workspace: join(cwd, '.gloss') }, {}))
    await early.session('main')
    embedder = (await tune()).embedder
    cpSync(tables, kept, { recursive: true })
  })

  it('is not mixed with the vectors of a process that opened the corpus before', async () => {
    const request = { format: 'beir', path: join(cwd, 'first'), corpus: 'main' } as const
    const ingest = importPath(early, request, new AbortController().signal)
    await expect(ingest).rejects.toMatchObject({ code: 'EMBEDDER_MISMATCH' })
    await early.close()
  })

  it.each([
    { name: 'damaged', harm: (file: string) => writeFileSync(file, flipped(readFileSync(file))) },
    { name: 'cut short', harm: (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 999)) },
    { name: 'missing', harm: () => rmSync(tables, { recursive: true }) },
  ])('that is $name is refused by everything that asks the corpus', async ({ harm }) => {
    harm(join(tables, readdirSync(tables)[0]!, 'table.i8'))
    for (const args of [
      ['retrieve', 'copper'],
      ['ingest', 'first'],
      ['corpus', 'show'],
    ]) {
      const { code, stderr } = await runCli(args, { cwd })
      expect(code).toBe(1)
      expect(stderr).toContain(`The tuned table ${embedder} cannot be used`)
      expect(stderr).toContain('gloss tune --undo')
    }
    const verified = await runCli(['corpus', 'verify'], { cwd })
    expect(verified).toMatchObject({ code: 1, stdout: expect.stringContaining('cannot be used') })
    expect((await runCli(['doctor'], { cwd })).stdout).toContain('cannot be used')
    rmSync(tables, { recursive: true, force: true })
    cpSync(kept, tables, { recursive: true })
  })

  it('of a corpus that has mostly changed since is in use, with a word on stderr', async () => {
    expect((await runCli(['retrieve', 'copper'], { cwd })).stderr).not.toContain('gloss tune')
    await importDocuments('more', 96, 240)
    const { code, stderr } = await runCli(['retrieve', 'copper'], { cwd })
    expect(code).toBe(0)
    expect(stderr).toMatch(/was tuned on 96 units .* now 144 of 240 units are new.* gloss tune --corpus main/)
    expect((await runCli(['doctor'], { cwd })).stdout).toContain('gloss tune --corpus main')
  })

  it('that is lost can still be undone', async () => {
    rmSync(tables, { recursive: true })
    await answerOf(['tune', '--undo'], { cwd })
    await answerOf(['corpus', 'remove', ...(await idsFrom(96))], { cwd })
    expect(await ranks()).toEqual(before)
  })
})

async function importDocuments(folder: string, from: number, to: number): Promise<void> {
  mkdirSync(join(cwd, folder), { recursive: true })
  const lines = Array.from({ length: to - from }, (_, i) => JSON.stringify(documentOf(from + i)))
  writeFileSync(join(cwd, folder, 'corpus.jsonl'), `${lines.join('\n')}\n`)
  await answerOf(['import', folder, '--format', 'beir', '--corpus', 'main'], { cwd })
}

function documentOf(number: number) {
  const word = (pair: number, side: number) => PAIRS[pair % PAIRS.length]![side % 2]!
  const [one, other] = [number, number * 7 + Math.floor(number / 10) + 3]
  return {
    _id: `document-${number}`,
    title: `Report ${number} on the ${word(one, number)}`,
    text: `It was the ${word(one, number + 1)} that we saw. Later the ${word(other, number >> 1)} came, too.`,
  }
}

async function idsFrom(number: number): Promise<string[]> {
  const { papers } = await answerOf<{ papers: { id: string; title: string }[] }>(
    ['papers', '--limit', '500'],
    { cwd },
  )
  return papers.filter(({ title }) => Number(/\d+/.exec(title)?.[0]) >= number).map(({ id }) => id)
}

/** Returns the sum of a direction for each pair whose words occur in the text. */
function meaning(text: string): number[] {
  const vector = Array.from({ length: 24 }, (_, axis) => (axis === 0 ? 0.1 : 0))
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const pair = PAIRS.findIndex((pair) => pair.some((one) => one === word))
    if (pair >= 0)
      vector.forEach((_, axis) => {
        vector[axis]! += Math.sin((pair + 1) * (axis + 1) * 7.77)
      })
  }
  return vector
}

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy[1000]! ^= 1
  return copy
}

let calls = 0
/** Returns a different vector for the same text, so that nothing can be learned. */
function noise(): number[] {
  calls++
  return Array.from({ length: 16 }, (_, i) => Math.sin(calls * (i + 1) * 12.9898))
}
