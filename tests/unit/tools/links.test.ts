import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkedLink, isWebName, WEB_PORTS } from '../../../tools/web/links.ts'
import { isPublicAddress } from '../../../tools/web/public-addresses.ts'

const RULES = { ports: WEB_PORTS, isAllowedAddress: isPublicAddress, isAllowedName: isWebName }

const REFUSED = [
  { name: 'loopback', link: 'http://127.0.0.1/' },
  { name: 'another loopback', link: 'http://127.255.255.254/' },
  { name: 'loopback in short', link: 'http://127.1/' },
  { name: 'loopback in decimal', link: 'http://2130706433/' },
  { name: 'loopback in octal', link: 'http://0177.0.0.1/' },
  { name: 'loopback in hex', link: 'http://0x7f.0x0.0x0.0x1/' },
  { name: 'loopback in one hex number', link: 'http://0x7f000001/' },
  { name: 'loopback in mixed spelling', link: 'http://0x7f.1/' },
  { name: 'loopback in full-width digits', link: 'http://１２７.０.０.１/' },
  { name: 'loopback in circled digits', link: 'http://①②⑦.⓪.⓪.①/' },
  { name: 'loopback with ideographic stops', link: 'http://127。0。0。1/' },
  { name: 'loopback in percent signs', link: 'http://%31%32%37.0.0.1/' },
  { name: 'no address', link: 'http://0.0.0.0/' },
  { name: 'no address in short', link: 'http://0/' },
  { name: 'IPv6 loopback', link: 'http://[::1]/' },
  { name: 'IPv6 loopback in full', link: 'http://[0:0:0:0:0:0:0:1]/' },
  { name: 'IPv6 unspecified', link: 'http://[::]/' },
  { name: 'a mapped address', link: 'http://[::ffff:127.0.0.1]/' },
  { name: 'a mapped address in hex', link: 'http://[::ffff:7f00:1]/' },
  { name: 'a mapped public address', link: 'http://[::ffff:8.8.8.8]/' },
  { name: 'a compatible address', link: 'http://[::127.0.0.1]/' },
  { name: 'NAT64', link: 'http://[64:ff9b::7f00:1]/' },
  { name: 'local NAT64', link: 'http://[64:ff9b:1::a00:1]/' },
  { name: '6to4', link: 'http://[2002:7f00:1::]/' },
  { name: 'Teredo', link: 'http://[2001:0:7f00:1::]/' },
  { name: 'unique local', link: 'http://[fd00::1]/' },
  { name: 'link-local IPv6', link: 'http://[fe80::1]/' },
  { name: 'multicast IPv6', link: 'http://[ff02::1]/' },
  { name: 'IPv6 for examples', link: 'http://[2001:db8::1]/' },
  { name: 'ten', link: 'http://10.0.0.1/' },
  { name: 'one seven two', link: 'http://172.31.255.255/' },
  { name: 'one nine two', link: 'http://192.168.0.1/' },
  { name: 'shared addresses of providers', link: 'http://100.64.0.1/' },
  { name: 'link-local', link: 'http://169.254.1.1/' },
  { name: 'metadata of clouds', link: 'http://169.254.169.254/latest/meta-data/' },
  { name: 'metadata in decimal', link: 'http://2852039166/' },
  { name: 'metadata over IPv6', link: 'http://[fd00:ec2::254]/' },
  { name: 'metadata of Oracle', link: 'http://192.0.0.192/' },
  { name: 'metadata of Alibaba', link: 'http://100.100.100.200/' },
  { name: 'metadata of Azure', link: 'http://168.63.129.16/' },
  { name: 'metadata by name', link: 'http://metadata.google.internal/' },
  { name: 'multicast', link: 'http://224.0.0.1/' },
  { name: 'broadcast', link: 'http://255.255.255.255/' },
  { name: 'reserved', link: 'http://240.0.0.1/' },
  { name: 'benchmarks', link: 'http://198.18.0.1/' },
  { name: 'localhost', link: 'http://localhost/' },
  { name: 'localhost with a stop', link: 'http://localhost./' },
  { name: 'localhost in capitals', link: 'http://LOCALHOST/' },
  { name: 'a name under localhost', link: 'http://a.localhost/' },
  { name: 'localhost of some systems', link: 'http://localhost.localdomain/' },
  { name: 'localhost in other letters', link: 'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/' },
  { name: 'a name without a stop', link: 'http://intranet/' },
  { name: 'a printer', link: 'http://printer.local/' },
  { name: 'a router', link: 'http://router.home.arpa/' },
  { name: 'a name and password', link: 'http://user:secret@example.org/' },
  { name: 'a name that looks like the host', link: 'http://example.org@127.0.0.1/' },
  { name: 'the port of mail', link: 'http://example.org:25/' },
  { name: 'the port of a database', link: 'http://example.org:6379/' },
  { name: 'a file', link: 'file:///etc/passwd' },
  { name: 'gopher', link: 'gopher://example.org/' },
  { name: 'ftp', link: 'ftp://example.org/' },
  { name: 'data', link: 'data:text/html,hello' },
  { name: 'javascript', link: 'javascript:alert(1)' },
  { name: 'blob', link: 'blob:http://example.org/1' },
  { name: 'no link', link: 'example.org' },
  { name: 'nothing', link: '' },
  { name: 'a broken host', link: 'http://[::1/' },
  { name: 'too many parts', link: 'http://1.2.3.4.5/' },
  { name: 'a book of a link', link: `http://example.org/${'x'.repeat(5_000)}` },
]

describe('a link that is not followed', () => {
  it.each(REFUSED)('$name', ({ link }) => {
    expect(() => checkedLink(link, RULES)).toThrow(expect.objectContaining({ code: 'LINK_REFUSED' }))
  })
})

describe('a link that is followed', () => {
  it.each([
    { name: 'a page', link: 'https://example.org/a?b=c#d', as: 'https://example.org/a?b=c' },
    { name: 'a public address', link: 'http://93.184.216.34/', as: 'http://93.184.216.34/' },
    {
      name: 'a public IPv6 address',
      link: 'http://[2606:2800:220:1::1]/',
      as: 'http://[2606:2800:220:1::1]/',
    },
    { name: 'another usual port', link: 'http://example.org:8080/', as: 'http://example.org:8080/' },
    { name: 'beside the private ones', link: 'http://172.32.0.1/', as: 'http://172.32.0.1/' },
    { name: 'beside the shared ones', link: 'http://100.128.0.1/', as: 'http://100.128.0.1/' },
  ])('$name', ({ link, as }) => {
    expect(checkedLink(link, RULES).href).toBe(as)
  })
})

describe('an address', () => {
  it.each(['', 'example.org', '127.0.0.1x', 'fe80::1%eth0', '1.2.3'])(
    'that is none is not public: %j',
    (address) => {
      expect(isPublicAddress(address)).toBe(false)
    },
  )
})

describe('an IPv4 address', () => {
  const isFollowed = (link: string) => {
    try {
      return checkedLink(link, RULES).hostname !== ''
    } catch {
      return false
    }
  }

  it('is judged alike however it is spelled', () => {
    const part = fc.tuple(fc.nat(255), fc.constantFrom(10, 8, 16))
    const spelled = (value: number, base: number) =>
      `${{ 8: '0', 10: '', 16: '0x' }[base] ?? ''}${value.toString(base)}`
    fc.assert(
      fc.property(fc.array(part, { minLength: 4, maxLength: 4 }), (parts) => {
        const plain = parts.map(([value]) => value)
        const whole = plain.reduce((sum, value) => sum * 256 + value, 0)
        const expected = isPublicAddress(plain.join('.'))
        const spellings = [
          plain.join('.'),
          parts.map(([value, base]) => spelled(value, base)).join('.'),
          String(whole),
          spelled(whole, 16),
          `${plain[0]}.${whole % 2 ** 24}`,
        ]
        expect(spellings.map((host) => isFollowed(`http://${host}/`))).toEqual(spellings.map(() => expected))
        expect(isFollowed(`http://[::ffff:${plain.join('.')}]/`)).toBe(false)
      }),
    )
  })
})
