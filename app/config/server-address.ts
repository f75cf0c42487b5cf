/** Addresses of servers among the settings. */
import { z } from 'zod'

const SCHEME = /^\s*[a-z][a-z\d+.-]+:/i

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

/** A folder, or the address of a server; `C:\\models` is a folder. */
export function folderOrAddress() {
  const address = serverAddress()
  return z
    .string()
    .min(1)
    .superRefine((place, context) => {
      const issues = SCHEME.test(place) ? address.safeParse(place).error?.issues : undefined
      for (const { message } of issues ?? []) context.addIssue({ code: 'custom', message })
    })
}

function isPlain(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { username, password } = new URL(address)
  return username === '' && password === '' && !/[?#]/.test(address)
}
