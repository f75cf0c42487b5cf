/** The files that papers were read from, where every machine reaches them, by the ids of their contents. Adapters live in ./adapters. */

/** Every call throws `STORE_UNREACHABLE` where the store does not answer or lets nobody in, `STORE_UNWRITABLE` where it is full. */
export interface FileStore {
  /** Where it is, for people, without a key. */
  readonly shown: string
  /** Stored once this returns. The same content twice is one file. */
  put(id: string, bytes: Uint8Array): Promise<void>
  /** Null where there is no such file. */
  get(id: string): Promise<Uint8Array | null>
  /** What is not there is gone already. */
  delete(id: string): Promise<void>
}
