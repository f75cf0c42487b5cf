/** What is to be closed, for `using` and `await using`: at the end of the block, however that is left. */

export function closing<Opened extends { close(): unknown }>(opened: Opened): Opened & Disposable {
  return Object.assign(opened, { [Symbol.dispose]: () => void opened.close() })
}

export function closingAsync<Opened extends { close(): Promise<void> }>(
  opened: Opened,
): Opened & AsyncDisposable {
  return Object.assign(opened, { [Symbol.asyncDispose]: () => opened.close() })
}
