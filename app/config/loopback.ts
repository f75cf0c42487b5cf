/** Can other machines reach a service that listens on this address? */

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/i

/** True for an address of this machine alone, without its port. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host)
}
