// The environment that Python as WebAssembly starts in: the language, WebAssembly and the code below, in a separate isolate of V8. Nothing
// of Node is in it. adapters/pyodide-child.ts gives it `host` (the files that Python starts from,
// ways to communicate, random numbers) and calls `begin`.

// With these two, pyodide assumes the shell of a JavaScript engine and uses nothing of a browser or of Node.
globalThis.read = (name) => {
  throw new Error(`There is no file ${name}`)
}
globalThis.load = globalThis.read
globalThis.readbuffer = (name) => globalThis.host[name.slice(name.lastIndexOf('/') + 1)]
globalThis.console = { log() {}, warn() {}, error() {} }
// Milliseconds: a finer clock is not needed, and would help to measure what is in the memory of the process.
globalThis.performance = { now: () => Date.now(), timeOrigin: 0 }

/** Decodes Latin-1 and UTF-8, which pyodide uses. Set after its start: its own decoder of UTF-8 repairs malformed text. */
class TextDecoder {
  #isLatin
  constructor(encoding = 'utf-8') {
    this.#isLatin = encoding === 'latin1'
  }
  decode(bytes = new Uint8Array()) {
    const view = ArrayBuffer.isView(bytes)
      ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      : new Uint8Array(bytes)
    let text = ''
    for (let at = 0; at < view.length; at += 8192)
      text += String.fromCharCode.apply(null, view.subarray(at, at + 8192))
    return this.#isLatin ? text : decodeURIComponent(escape(text))
  }
}

/** Limits memory of WebAssembly, which grows by one function; Python sees its refusal as MemoryError. */
function limitMemory(maxBytes) {
  const { prototype } = WebAssembly.Memory
  const { grow } = prototype
  prototype.grow = function grown(pages) {
    if (this.buffer.byteLength + pages * 65_536 > maxBytes) throw new RangeError('Over the memory limit')
    return grow.call(this, pages)
  }
}

/** Replaces the asynchronous functions, which never end in an isolate without an event loop. */
function compileAtOnce() {
  const { Module, Instance } = WebAssembly
  WebAssembly.compile = async (bytes) => new Module(bytes)
  WebAssembly.instantiate = async (source, imports) => {
    if (source instanceof Module) return new Instance(source, imports)
    const module = new Module(source)
    return { module, instance: new Instance(module, imports) }
  }
}

/** Forbids scripts from strings: nothing out here can be reached with one, and V8 is safest if it compiles no code of a stranger. */
function takeAwayScripts() {
  const made = [() => {}, function* () {}, async () => {}, async function* () {}]
  for (const one of made)
    Object.defineProperty(Object.getPrototypeOf(one), 'constructor', { value: undefined })
  WebAssembly.Memory.prototype.constructor = undefined
  Reflect.deleteProperty(Object.prototype, '__proto__')
  // Pyodide uses `Function.prototype.apply` for calls.
  globalThis.Function = { prototype: Function.prototype }
  for (const name of ['eval', 'WebAssembly']) delete globalThis[name]
}

/** Serves until the host has ended. */
async function serve(host, createPyodideModule, loadPyodide) {
  const { guest, maxBytes, send, receive, randomBase64 } = host
  // In a shell, pyodide gets its random numbers from a command of the system.
  globalThis.os = { system: (_, [, command]) => randomBase64(Number(/head -c(\d+)/.exec(command)[1])) }
  limitMemory(maxBytes)
  compileAtOnce()
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: '/',
    lockFileContents: { ...JSON.parse(host.lockFile), packages: {} },
    env: { HOME: '/tmp' },
    jsglobals: Object.assign(Object.create(null), { Object, Array, Promise }),
  })
  globalThis.TextDecoder = TextDecoder
  python.runPython(guest)
  const serveGuest = python.globals.get('serve')
  for (const name of ['host', 'begin', 'read', 'load', 'readbuffer']) delete globalThis[name]
  takeAwayScripts()
  serveGuest(send, receive)
}

/** Starts the interpreter, and tells the host what ended it, unless the host did. */
globalThis.begin = (createPyodideModule, loadPyodide) => {
  const { host } = globalThis
  serve(host, createPyodideModule, loadPyodide).catch((error) => host.fail(`${error}`))
}
