/** Schemas of server addresses in the settings. */
import { isIP } from 'node:net'
import { z } from 'zod'

const SCHEME = /^\s*[a-z][a-z\d+.-]+:/i

/**
 * Addresses are shown in the log, in runs, in errors that clients see and by `gloss doctor`, so they must contain no secret: one with a
 * user name, a password, a query or a fragment is refused, in a sentence that does not repeat it.
 */
export function serverAddress() {
  return z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
    .refine(isPlain, {
      error:
        'must not contain a user name, password, query or fragment, because addresses are shown and logged; there is a separate setting for the key',
      abort: true,
    })
}

/** Returns the schema of a folder or a server's address; `C:\\models` is a folder. */
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

/** Returns a schema that splits addresses and networks at commas or spaces, and checks each. */
export function proxyAddresses() {
  return z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter((one) => one !== ''))
    .refine((list) => list.length > 0 && list.every(isNetwork), {
      error: 'must be IP addresses or networks such as 127.0.0.1 or 10.0.0.0/8, separated by commas',
    })
}

const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 }

/** Returns true for a network, except that of all addresses, which would trust any client. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = BITS[isIP(address)]
  if (most === undefined || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
}

function isPlain(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { username, password } = new URL(address)
  return username === '' && password === '' && !/[?#]/.test(address)
}
