/** Returns a value that the first call opens and keeps; a failed opening is tried again. */
export function once<Opened extends { close(): Promise<void> }>(make: () => Promise<Opened>) {
  let opening: Promise<Opened> | null = null
  return {
    open(): Promise<Opened> {
      opening ??= make()
      opening.catch(() => {
        opening = null
      })
      return opening
    },
    async close(): Promise<void> {
      const opened = await opening?.catch(() => null)
      opening = null
      await opened?.close()
    },
  }
}
