/** Makes things with a `close` method disposable, for `using` and `await using`. */

export function closing<Opened extends { close(): unknown }>(opened: Opened): Opened & Disposable {
  return Object.assign(opened, { [Symbol.dispose]: () => void opened.close() })
}

export function closingAsync<Opened extends { close(): Promise<void> }>(
  opened: Opened,
): Opened & AsyncDisposable {
  return Object.assign(opened, { [Symbol.asyncDispose]: () => opened.close() })
}
