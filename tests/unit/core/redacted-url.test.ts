import { expect, it } from 'vitest'
import { withoutCredentials } from '../../../core/redacted-url.ts'

it.each([
  { address: 'https://user:key@host.org:8080/v1/chat?key=1#key', shown: 'https://host.org:8080/v1/chat' },
  { address: 'http://host.org/', shown: 'http://host.org' },
  { address: 'http://host.org', shown: 'http://host.org' },
  { address: 'http://[::1]:11434/v1/', shown: 'http://[::1]:11434/v1/' },
  { address: 'not an address', shown: 'not an address' },
])('$address is shown as $shown', ({ address, shown }) => {
  expect(withoutCredentials(address)).toBe(shown)
})
