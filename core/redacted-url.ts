/** Removes secrets from addresses that are shown or stored. */

/** Returns the address without user, password, query and fragment, any of which may contain a key. Other text is returned unchanged. */
export function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return address
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}
