// The world that Python as WebAssembly wakes up in: the language, WebAssembly and what is below, in an isolate of V8 of its own. Nothing
// of Node is in it. adapters/pyodide-child.ts gives it `host` (the files that Python starts from,
// the ways to talk, random numbers) and calls `begin`.

// Pyodide takes a place with these two for the shell of a JavaScript engine and asks for nothing of a browser or of Node.
globalThis.read = (name) => {
  throw new Error(`There is no file ${name}`)
}
globalThis.load = globalThis.read
globalThis.readbuffer = (name) => globalThis.host[name.slice(name.lastIndexOf('/') + 1)]
globalThis.console = { log() {}, warn() {}, error() {} }
// Milliseconds: no finer clock is needed, and a finer one would help to measure what is in the memory of the process.
globalThis.performance = { now: () => Date.now(), timeOrigin: 0 }

/** Latin-1 and UTF-8, which is what pyodide reads of strings. Set after it has started: its own decoder of UTF-8 mends what is broken. */
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

/** Memory of WebAssembly grows by one function; Python sees its refusal as MemoryError. */
function limitMemory(maxBytes) {
  const { prototype } = WebAssembly.Memory
  const { grow } = prototype
  prototype.grow = function grown(pages) {
    if (this.buffer.byteLength + pages * 65_536 > maxBytes) throw new RangeError('Over the memory limit')
    return grow.call(this, pages)
  }
}

/** The asynchronous ones never end in an isolate without an event loop. */
function compileAtOnce() {
  const { Module, Instance } = WebAssembly
  WebAssembly.compile = async (bytes) => new Module(bytes)
  WebAssembly.instantiate = async (source, imports) => {
    if (source instanceof Module) return new Instance(source, imports)
    const module = new Module(source)
    return { module, instance: new Instance(module, imports) }
  }
}

/** No script can be made of a string: there is nothing out here to reach with one, and V8 is safest where it compiles nothing of a stranger's. */
function takeAwayScripts() {
  const made = [() => {}, function* () {}, async () => {}, async function* () {}]
  for (const one of made)
    Object.defineProperty(Object.getPrototypeOf(one), 'constructor', { value: undefined })
  WebAssembly.Memory.prototype.constructor = undefined
  Reflect.deleteProperty(Object.prototype, '__proto__')
  // Pyodide calls by `Function.prototype.apply`.
  globalThis.Function = { prototype: Function.prototype }
  for (const name of ['eval', 'WebAssembly']) delete globalThis[name]
}

/** Serves until the host is gone. */
async function serve(host, createPyodideModule, loadPyodide) {
  const { guest, maxBytes, send, receive, randomBase64 } = host
  // In a shell, pyodide reads its random numbers through a command of the system.
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

/** Tells the host what ended the interpreter, if not the host. */
globalThis.begin = (createPyodideModule, loadPyodide) => {
  const { host } = globalThis
  serve(host, createPyodideModule, loadPyodide).catch((error) => host.fail(`${error}`))
}
