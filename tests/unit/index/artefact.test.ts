/** Tests an index on disk: the newest intact artefact is read back as written, and no other file is touched. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Artefact, readArtefact, staleArtefact, writeArtefact } from '../../../index/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const SETTINGS = { embedder: 'static', dims: 4 }
const HOUR_MS = 3_600_000

function write(root: string, seq: number, text = `of ${seq}`, settings = SETTINGS): Promise<void> {
  const files = new Map([['text', Buffer.from(text)]])
  return writeArtefact(root, settings, { seq, counts: { rows: 1 }, files })
}

/** Returns `seq` and text of the artefact that is read, and why others were refused. */
async function read(root: string, load = async (artefact: Artefact) => artefact, settings = SETTINGS) {
  const refused: string[] = []
  const found = await readArtefact(root, settings, load, ({ message }) => refused.push(message))
  const text = found?.files.get('text')
  return { found: found && [found.seq, Buffer.from(text!).toString()], refused }
}

const folderOf = (root: string, seq: number) =>
  join(root, readdirSync(root).find((name) => name.endsWith(`-${seq}`))!)

/** Writes two artefacts, as left by a writer that was killed before it removed the older one. */
async function writtenBoth(root: string, older: number, newer: number): Promise<void> {
  await write(root, older)
  const [name] = readdirSync(root)
  const aside = join(temporaryFolder(), 'aside')
  cpSync(join(root, name!), aside, { recursive: true })
  await write(root, newer)
  cpSync(aside, join(root, name!), { recursive: true })
}

describe('an artefact', () => {
  it('says in its manifest what it is of, and only its user can open it', async () => {
    const root = temporaryFolder()
    await write(root, 3)
    const folder = folderOf(root, 3)
    expect(basename(folder)).toMatch(/^[0-9a-f]{16}-3$/)
    expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toEqual({
      format: 2,
      settings: SETTINGS,
      seq: 3,
      counts: { rows: 1 },
      files: { text: { bytes: 4, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    })
    const modes = [folder, join(folder, 'text'), join(folder, 'manifest.json')].map(
      (path) => statSync(path).mode,
    )
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o600, 0o600])
  })

  it('has the files that a library writes itself, for its user alone', async () => {
    const root = temporaryFolder()
    const files = new Map([['text', (path: string) => writeFileSync(path, 'by itself', { mode: 0o644 })]])
    await writeArtefact(root, SETTINGS, { seq: 1, counts: {}, files })
    expect((await read(root)).found).toEqual([1, 'by itself'])
    expect(statSync(join(folderOf(root, 1), 'text')).mode & 0o777).toBe(0o600)
  })

  it.each([
    [9, 10],
    [10, 11],
    [99, 100],
    [101, 200],
  ])('that is the newest is read, by number: of %i and %i', async (older, newer) => {
    const root = temporaryFolder()
    await writtenBoth(root, older, newer)
    expect(readdirSync(root)).toHaveLength(2)
    expect(await read(root)).toEqual({ found: [newer, `of ${newer}`], refused: [] })
  })
})

describe('an artefact that cannot be used', () => {
  it('since it was just replaced is not reported', async () => {
    const root = temporaryFolder()
    await write(root, 1)
    const load = async ({ folder }: Artefact) => {
      rmSync(folder, { recursive: true })
      throw staleArtefact(folder, 'gone')
    }
    expect(await read(root, load)).toEqual({ found: null, refused: [] })
  })
})

describe('writing an artefact', () => {
  it('that fails leaves the one before and nothing half made', async () => {
    const root = temporaryFolder()
    await write(root, 1)
    const files = new Map<string, Uint8Array | (() => void)>([
      ['text', Buffer.from('of 2')],
      [
        'graph',
        () => {
          throw new Error('disk gone')
        },
      ],
    ])
    await expect(writeArtefact(root, SETTINGS, { seq: 2, counts: {}, files })).rejects.toThrow('disk gone')
    expect(readdirSync(root)).toHaveLength(1)
    expect((await read(root)).found).toEqual([1, 'of 1'])
  })

  it('clears away what was left unfinished more than an hour ago, and nothing that others may be writing', async () => {
    const root = temporaryFolder()
    for (const [name, ageMs] of [
      ['writing-old', HOUR_MS + 60_000],
      ['writing-new', HOUR_MS - 60_000],
      ['mine', 9 * HOUR_MS],
    ] as const) {
      mkdirSync(join(root, name))
      const then = new Date(Date.now() - ageMs)
      utimesSync(join(root, name), then, then)
    }
    await write(root, 1)
    expect(['writing-old', 'writing-new', 'mine'].map((name) => existsSync(join(root, name)))).toEqual([
      false,
      true,
      true,
    ])
    expect(readdirSync(root)).toHaveLength(3)
  })
})
