/** Provides the Dockerfile's base image, or a stand-in for it if no registry of images can be reached. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ask, type Engine } from './engine.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const STAND_IN = 'localhost/gloss-node:24'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const PULL_MS = 60_000

export interface NodeBase {
  readonly image: string
  readonly isStandIn: boolean
}

const run = promisify(execFile)

export async function nodeBase(engine: Engine): Promise<NodeBase> {
  const official = /^ARG NODE_IMAGE=(\S+)$/m.exec(await readFile(join(ROOT, 'Dockerfile'), 'utf8'))?.[1]
  if (official === undefined) throw new Error('The Dockerfile names no NODE_IMAGE')
  if (await isReachable(engine, official)) return { image: official, isStandIn: false }
  if ((await ask(engine, 'images', '--quiet', STAND_IN)) === '') await makeStandIn(engine)
  return { image: STAND_IN, isStandIn: true }
}

async function isReachable(engine: Engine, image: string): Promise<boolean> {
  try {
    await run(engine.name, [...engine.before, 'pull', '--quiet', image], { timeout: PULL_MS })
    return true
  } catch (error) {
    console.log(`${image} cannot be pulled: ${(error as Error).message.trim().split('\n').at(-1)}`)
    return false
  }
}

/**
 * Builds the stand-in from what the official image consists of: Debian 12 from its package archive, Node from the npm package that Gloss
 * depends on, npm from the registry, a user `node` with id 1000. Certificates are the host's, so that a registry behind a proxy is trusted.
 */
async function makeStandIn(engine: Engine): Promise<void> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'gloss-base-'))
  const folder = temporary.path
  const local = join(folder, 'usr', 'local')
  await mkdir(join(local, 'bin'), { recursive: true })
  await mkdir(join(local, 'lib', 'node_modules', 'npm'), { recursive: true })
  await cp(process.execPath, join(local, 'bin', 'node'))
  const { stdout } = await run('npm', ['pack', 'npm@11', '--silent', '--pack-destination', folder])
  const npm = join(local, 'lib', 'node_modules', 'npm')
  await run('tar', ['-xzf', join(folder, stdout.trim()), '-C', npm, '--strip-components=1'])
  const root = join(folder, 'root.tar')
  await run(
    'mmdebstrap',
    [
      '--variant=minbase',
      '--include=ca-certificates',
      `--customize-hook=copy-in ${join(folder, 'usr')} /`,
      `--customize-hook=upload ${CERTIFICATES} ${CERTIFICATES}`,
      '--customize-hook=ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"',
      '--customize-hook=chmod +x "$1/usr/local/bin/node" "$1/usr/local/lib/node_modules/npm/bin/npm-cli.js"',
      '--customize-hook=chroot "$1" useradd --uid 1000 --create-home node',
      'bookworm',
      root,
    ],
    { maxBuffer: 1e8 },
  )
  await ask(engine, 'import', '--change', `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, root, STAND_IN)
}
