/** `npm start`: ingests the sample papers into their own corpus, then serves the page and /retrieve. A second start only serves. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const CORPUS = 'sample'
const MAIN = join(ROOT, 'cli', 'main.ts')
const HINTS = `
Your own papers: npx ingest ./papers, then npx gloss retrieve "a question". To check the set-up: npx gloss doctor
`

/** Runs a command and returns its exit code. A terminal's Ctrl-C reaches the child by itself; other signals are passed on. */
function gloss(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [MAIN, ...args, '--corpus', CORPUS], { cwd: ROOT, stdio: 'inherit' })
  const terminate = () => void child.kill('SIGTERM')
  const interrupt = () => void (process.stdin.isTTY || child.kill('SIGINT'))
  process.on('SIGTERM', terminate).on('SIGINT', interrupt)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      process.off('SIGTERM', terminate).off('SIGINT', interrupt)
      resolve(code ?? 1)
    })
  })
}

process.exitCode = await gloss(['ingest', 'samples/papers'])
if (process.exitCode === 0) {
  process.stdout.write(`${HINTS}\n`)
  process.exitCode = await gloss(['serve'])
}
