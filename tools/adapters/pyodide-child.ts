/**
 * The child of pyodide-runner.ts: Python as WebAssembly, without a way out. Node's permission model leaves it no files but
 * pyodide's, no processes, threads or addons; what it could reach the network with is taken away here; JavaScript cannot be made
 * from strings (`--disallow-code-generation-from-strings`). Arguments: pyodide's folder, the guest's source, memory in MB.
 */
import { Buffer } from 'node:buffer'
import dgram from 'node:dgram'
import dns from 'node:dns'
import { constants, readFileSync, readSync, writeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { pathToFileURL } from 'node:url'

type Serve = (send: (line: string) => void, receive: () => string) => void

const CHANNEL = 3
const CHUNK_BYTES = 65_536
const NEWLINE = 10
const MB = 1024 * 1024
const WASM_PAGE_BYTES = 65_536

const [, , pyodideFolder = '', guestPath = '', maxMemoryMb = ''] = process.argv

limitMemory(Number(maxMemoryMb))
// Python shows its program's name; the path is nobody's business in there.
process.argv = ['python', 'python']
takeAwayNetwork()
// Asked by pyodide for the flags of files alone; Node's own is denied here.
Object.assign(process, { binding: () => ({ fs: constants }) })
const { loadPyodide } = (await import(
  pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href
)) as typeof import('pyodide')
const python = await loadPyodide({
  indexURL: `${pyodideFolder}/`,
  jsglobals: bareGlobals(),
  env: { HOME: '/tmp' },
})
python.runPython(readFileSync(guestPath, 'utf8'))
const serve = (python.globals as unknown as Map<string, Serve>).get('serve')
const receive = createReceiver()
takeAwayGlobals()
Error.stackTraceLimit = 0
serve?.(send, receive)

/** The part of WebAssembly.Memory that is changed here; Node's types leave it out. */
interface GrowingMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** Memory of WebAssembly grows by one function; Python sees its refusal as MemoryError. */
function limitMemory(maxMb: number): void {
  const { prototype } = (WebAssembly as unknown as { Memory: { prototype: GrowingMemory } }).Memory
  const { grow } = prototype
  prototype.grow = function grown(pages) {
    if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > maxMb * MB)
      throw new RangeError('Over the memory limit')
    return grow.call(this, pages)
  }
}

function takeAwayNetwork(): void {
  const refuse = () => {
    throw new Error('The sandbox has no network')
  }
  net.Socket.prototype.connect = refuse
  net.Server.prototype.listen = refuse
  dgram.createSocket = refuse
  for (const names of [dns, dns.promises] as object[])
    for (const [name, value] of Object.entries(names))
      if (typeof value === 'function') Object.assign(names, { [name]: refuse })
  syncBuiltinESMExports()
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])
    Reflect.deleteProperty(globalThis, name)
}

/** After pyodide has what it needs of them. */
function takeAwayGlobals(): void {
  for (const name of [
    'process',
    'require',
    'module',
    'Buffer',
    'WebAssembly',
    'queueMicrotask',
    'structuredClone',
  ])
    Reflect.deleteProperty(globalThis, name)
}

/** What `import js` shows. Timers are what pyodide's own event loop asks for. */
function bareGlobals(): object {
  return Object.assign(Object.create(null), {
    Object,
    Array,
    Promise,
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
  })
}

function send(line: string): void {
  const bytes = Buffer.from(line)
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(CHANNEL, bytes, sent)
}

/** Blocks until there is a line; '' where the host is gone. */
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
