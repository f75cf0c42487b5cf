/**
 * `npm run readme`: runs the first steps of README.md as a newcomer would, in a fresh folder, and compares the output. `npm start` itself
 * is run by `start:smoke`; the corpus that it would create is created here first.
 */
import { spawn } from 'node:child_process'
import { cp, mkdtempDisposable } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { differenceOf, ROOT, readmeSteps } from './readme-steps.ts'

const SERVES = /\bserve$/
const PORT = '8932'

interface Typed {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

async function type(command: string, cwd: string): Promise<Typed> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GLOSS_')))
  const child = spawn('sh', ['-c', command], {
    cwd,
    env: { ...env, GLOSS_PORT: PORT, npm_config_offline: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, as in a terminal, where Ctrl-C reaches all processes that the line started.
    detached: true,
  })
  const interrupt = () => process.kill(-(child.pid as number), 'SIGINT')
  if (SERVES.test(command))
    child.stdout.on('data', (chunk) => /Press Ctrl-C/.test(String(chunk)) && interrupt())
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}

// Within the repository, so that `npx` finds its commands; workspace and papers are separate.
await using temporary = await mkdtempDisposable(join(ROOT, '.readme-'))
const folder = temporary.path
await cp(join(ROOT, 'samples', 'papers'), join(folder, 'papers'), { recursive: true })
let wrong = 0
await type('npx gloss ingest papers --corpus sample', folder)
for (const { command, shown } of await readmeSteps()) {
  const { code, stdout, stderr } = await type(command, folder)
  const difference = differenceOf(shown, stdout)
  // The shell around a service that is ended by Ctrl-C has no exit code.
  const isRight = difference === null && (code === 0 || SERVES.test(command))
  if (!isRight) wrong++
  process.stdout.write(`${isRight ? 'as shown' : `WRONG (exit ${code})`}: ${command}\n`)
  if (!isRight) process.stdout.write(`${difference ?? stderr}\n\n`)
}
process.exitCode = wrong === 0 ? 0 : 1
