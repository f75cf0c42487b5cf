/** The part of the WebAssembly API that the kernel uses; TypeScript declares it only in the DOM library. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    readonly exports: Readonly<Record<string, unknown>>
    constructor(module: Module)
  }
}
