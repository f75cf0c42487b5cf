/** Store of the files that papers were read from, by the ids of their contents, reachable from every machine. Adapters: ./adapters. */

/** Every call throws `STORE_UNREACHABLE` if the store does not answer or denies access, `STORE_UNWRITABLE` if it is full. */
export interface FileStore {
  /** Location of the store as shown to people, without its key. */
  readonly shown: string
  /** Stores a file durably before it returns. The same content twice is one file. */
  put(id: string, bytes: Uint8Array): Promise<void>
  /** Returns null if there is no such file. */
  get(id: string): Promise<Uint8Array | null>
  /** Deletes a file; does nothing if it is not there. */
  delete(id: string): Promise<void>
}
