/** Tests a disk that is really full: written data stays, the next write is refused with a code, and the service continues. */
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { verifyCorpus } from '../../../app/index.ts'
import { formOf, type Served, serve } from '../../fixtures/served-samples.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const DISK_BYTES = 3_000_000
const isMountable = process.platform === 'linux' && process.getuid?.() === 0
const TEXT = (name: string) =>
  `${name}\n\n${`The kinase ${name} is bound by lupeol in cells of the bark. `.repeat(60)}`

function smallDisk(): string {
  const folder = temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder])
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]))
  return folder
}

/** Writes until no room is left for another byte. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (let size = 65_536; size >= 1; size = isWritten(file, size) ? size : size >> 1);
  } finally {
    closeSync(file)
  }
}

function isWritten(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}

async function ingested({ server }: Served, name: string) {
  const form = formOf([{ name: `${name}.txt`, bytes: TEXT(name) }])
  const accepted = await server.inject({ method: 'POST', url: '/papers?topic=none', ...form })
  if (accepted.statusCode !== 202) return accepted.json().code
  const { id } = accepted.json()
  await server.inject(`/jobs/${id}/events`)
  const { state, problem } = (await server.inject(`/jobs/${id}`)).json()
  return state === 'failed' ? problem.code : state
}

it.skipIf(!isMountable)(
  'a disk that cannot be written is no fault of Gloss (needs root on Linux)',
  async () => {
    const workspace = smallDisk()
    execFileSync('mount', ['-o', 'remount,ro', workspace])
    for (const folder of [workspace, join(workspace, 'a', 'b')]) {
      const one = await serve({ workspace: folder })
      onTestFinished(() => one.close())
      expect(await ingested(one, 'AKT1')).toBe('STORE_UNWRITABLE')
      expect((await one.server.inject('/health')).statusCode).toBe(200)
    }
  },
)

it.skipIf(!isMountable)('a full disk loses nothing and stops nothing (needs root on Linux)', async () => {
  const workspace = smallDisk()
  const one = await serve({ workspace })
  onTestFinished(() => one.close())
  expect(await ingested(one, 'AKT1')).toBe('done')
  const answer = async () =>
    (await one.server.inject('/retrieve?q=which+kinase+does+lupeol+bind')).json().hits
  const before = await answer()
  fill(join(workspace, 'filler'))
  expect(await ingested(one, 'AKT2')).toBe('STORE_UNWRITABLE')
  expect((await one.server.inject('/health')).statusCode).toBe(200)
  expect(await answer()).toEqual(before)
  expect(await verifyCorpus(one.gloss, 'main')).toEqual([])
  rmSync(join(workspace, 'filler'))
  expect(await ingested(one, 'AKT2')).toBe('done')
  const { papers } = (await one.server.inject('/corpora/main')).json()
  expect([papers, await verifyCorpus(one.gloss, 'main')]).toEqual([2, []])
})
