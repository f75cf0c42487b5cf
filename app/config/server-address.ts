/** Addresses of servers among the settings. */
import { z } from 'zod'

/**
 * An address is shown: in the log, in runs, in errors that clients see, by `gloss doctor`. So it holds no secret: one with a user name, a
 * password, a query or a fragment is refused, in a sentence that does not repeat it.
 */
export function serverAddress() {
  return z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
    .refine(isPlain, {
      error:
        'must hold no user name, password, query or fragment, because addresses are shown and logged; a key has a setting of its own',
      abort: true,
    })
}

function isPlain(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { username, password } = new URL(address)
  return username === '' && password === '' && !/[?#]/.test(address)
}
