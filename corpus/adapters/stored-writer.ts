/** A writer of a corpus, which makes one change after another over its connection and holds the lock until it is disposed. */
import type { CorpusReader, CorpusWriter } from '../ports.ts'
import { type ChangeStatements, type CorpusChange, raiseSeq } from './corpus-change.ts'
import { assertRecord, paperNotFound } from './paper-record.ts'
import { putExtractions, putMentions, putPhraseVectors, putSynonyms } from './stored-graph-changes.ts'
import {
  forgetPath,
  keepValue,
  movePath,
  pathOwner,
  putRecords,
  removePaper,
  setDocument,
  setGate,
} from './stored-paper-changes.ts'
import { addVectors } from './stored-unit-changes.ts'

export interface WriterConnection {
  /** Runs each statement outside a transaction. */
  readonly statements: ChangeStatements
  /** Runs `work` in one transaction, rolled back if it throws. `isInOrder` means that its rows are written one after another. */
  transaction<Result>(
    work: (statements: ChangeStatements) => Promise<Result>,
    isInOrder?: boolean,
  ): Promise<Result>
  /** Runs a change and converts its failures to named errors. */
  readonly call: <Result>(action: () => Promise<Result>) => Promise<Result>
  /** Closes the connection and releases the lock. */
  release(): void
}

export function createStoredWriter(
  reader: CorpusReader,
  { statements, transaction, call, release }: WriterConnection,
): CorpusWriter & AsyncDisposable {
  const { query } = statements
  let last: Promise<unknown> = Promise.resolve()
  /** Starts each change when the one before has ended, because a change may span several turns of the event loop. */
  const inTurn = <Result>(action: () => Promise<Result>): Promise<Result> => {
    const next = last.then(() => call(action))
    // The caller of the failed change gets the error.
    last = next.catch(() => undefined)
    return next
  }
  const changed = <Result>(
    action: (change: CorpusChange) => Promise<Result>,
    isInOrder = false,
  ): Promise<Result> =>
    transaction(async (to) => await action({ ...to, seq: await raiseSeq(to.query) }), isInOrder)
  const change: typeof changed = (action, isInOrder) => inTurn(() => changed(action, isInOrder))
  return {
    ...reader,
    async put(records) {
      for (const record of records) assertRecord(record)
      await change((to) => putRecords(to, records), true)
    },
    remove: (papers) =>
      change(async (to) => {
        let count = 0
        for (const paper of papers) count += await removePaper(to, paper)
        return count
      }),
    addPath: (paper, ...paths) =>
      inTurn(async () => {
        if ((await query('SELECT 1 FROM corpus.paper WHERE id = $1', [paper])).length === 0)
          throw paperNotFound(paper)
        const owners = await Promise.all(paths.map((path) => pathOwner(query, path)))
        const fresh = paths.filter((_, at) => owners[at] !== paper)
        if (fresh.length === 0) return
        await changed(async (to) => {
          for (const path of fresh) await movePath(to, path, paper)
        })
      }),
    removePath: (path) => change((to) => forgetPath(to, path)),
    setGate: (paper, gate, recipe) => change((to) => setGate(to, paper, gate, recipe)),
    setDocument: (paper, document) => change((to) => setDocument(to, paper, document)),
    putVectors: (embedder, vectors) => change((to) => addVectors(to, embedder, vectors)),
    setSetting: (name, value) =>
      change((to) => keepValue(to.query, ['setting', 'name', 'value'], name, value)),
    rememberCall: (hash, answer) => inTurn(() => keepValue(query, ['call', 'hash', 'answer'], hash, answer)),
    putMentions: (recipe, units) => change((to) => putMentions(to, recipe, units)),
    putExtractions: (extractions) => change((to) => putExtractions(to, extractions)),
    putSynonyms: (embedder, synonyms) => change((to) => putSynonyms(to, embedder, synonyms)),
    putPhraseVectors: (embedder, vectors) =>
      inTurn(() => transaction((to) => putPhraseVectors(to, embedder, vectors))),
    async [Symbol.asyncDispose]() {
      await last
      release()
    },
  }
}
