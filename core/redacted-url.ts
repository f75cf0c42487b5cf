/** Addresses as they may be shown and kept. */

/** Without user, password, query and fragment, any of which may hold a key. What is no address is returned as it is. */
export function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return address
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}
