/**
 * The child of pyodide-runner.ts: Python as WebAssembly in a separate isolate of V8, since pyodide lets Python reach every object of the
 * JavaScript around it. The isolate has none of Node's globals: the only ways out are the three functions given here, and each takes and
 * returns a string or a number. Around it, Node's permission model allows the process only these files, and no processes or threads.
 * Arguments: pyodide's folder, isolated-vm's folder, the realm's source, the guest's source, memory in MB.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync, readSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type IsolatedVm from 'isolated-vm'

const CHANNEL = 3
const CHUNK_BYTES = 65_536
const NEWLINE = 10
const MB = 1024 * 1024
// Memory of JavaScript's own heap; code runs in the memory of WebAssembly. Chosen, not measured.
const HEAP_MB = 256
const MAX_RANDOM_BYTES = 65_536
const START = `import createPyodideModule from 'engine'
import { loadPyodide } from 'pyodide'
begin(createPyodideModule, loadPyodide)`

const [, , pyodideFolder = '', isolateFolder = '', realmPath = '', guestPath = '', maxMemoryMb = ''] =
  process.argv
const ivm = createRequire(join(isolateFolder, 'package.json'))('./isolated-vm.js') as typeof IsolatedVm
const textOf = (name: string) => readFileSync(join(pyodideFolder, name), 'utf8')

const isolate = new ivm.Isolate({ memoryLimit: HEAP_MB, onCatastrophicError: () => process.abort() })
const context = isolate.createContextSync()
giveHost()
context.evalSync(readFileSync(realmPath, 'utf8'))
const modules: Readonly<Record<string, IsolatedVm.Module>> = {
  engine: isolate.compileModuleSync(textOf('pyodide.asm.mjs'), { filename: 'file:///engine.mjs' }),
  pyodide: isolate.compileModuleSync(textOf('pyodide.mjs'), { filename: 'file:///pyodide.mjs' }),
}
const start = isolate.compileModuleSync(START)
start.instantiateSync(context, (name) => modules[name] as IsolatedVm.Module)
await start.evaluate()

/** Passes functions as functions of the isolate, and values as copies: no object of this realm is reachable from there. */
function giveHost(): void {
  const host: Readonly<Record<string, unknown>> = {
    lockFile: textOf('pyodide-lock.json'),
    guest: readFileSync(guestPath, 'utf8'),
    maxBytes: Number(maxMemoryMb) * MB,
    send: new ivm.Callback((line: unknown) => send(String(line))),
    receive: new ivm.Callback(createReceiver()),
    fail: new ivm.Callback((reason: unknown) => fail(String(reason))),
    randomBase64: new ivm.Callback((count: unknown) =>
      randomBytes(Math.min(Number(count) || 0, MAX_RANDOM_BYTES)).toString('base64'),
    ),
    'pyodide.asm.wasm': bytesOf('pyodide.asm.wasm'),
    'python_stdlib.zip': bytesOf('python_stdlib.zip'),
  }
  const inside = context.evalSync('globalThis.host = Object.create(null)', { reference: true })
  for (const [name, value] of Object.entries(host)) inside.setSync(name, value, { copy: true })
}

function bytesOf(name: string): ArrayBuffer {
  return new Uint8Array(readFileSync(join(pyodideFolder, name))).buffer
}

function fail(reason: string): never {
  writeSync(2, reason)
  // An orderly exit would wait for the isolate, which waits for this process.
  process.kill(process.pid, 'SIGKILL')
  throw new Error(reason)
}

function send(line: string): void {
  const bytes = Buffer.from(line)
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(CHANNEL, bytes, sent)
}

/** Returns a function that blocks until there is a line; '' if the host has ended. */
function createReceiver(): () => string {
  const chunk = Buffer.alloc(CHUNK_BYTES)
  let held = Buffer.alloc(0)
  return () => {
    let end = held.indexOf(NEWLINE)
    while (end < 0) {
      const count = readSync(CHANNEL, chunk)
      if (count === 0) return ''
      held = Buffer.concat([held, chunk.subarray(0, count)])
      end = held.indexOf(NEWLINE)
    }
    const line = held.toString('utf8', 0, end)
    held = held.subarray(end + 1)
    return line
  }
}
