/** Checks that docs/published.md lists every setting of the preset with its value in the code. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { INGEST_PRESETS } from '../../app/config/presets.ts'
import { WATCH_PRESETS } from '../../app/think/watch-presets.ts'
import { PUBLISHED } from '../../solver/index.ts'

const PAGE = readFileSync(new URL('../../docs/published.md', import.meta.url), 'utf8')
const ROW = /^\| `(\w+)` \| `([^`]+)` \| (.+) \|$/gm

it('every setting of the preset has a row with its value and its source', () => {
  const { monitor, backend } = WATCH_PRESETS.published
  const ingest = INGEST_PRESETS.published
  const fixed = { monitor, backend, ...PUBLISHED.settings, ...ingest }
  const part = PAGE.slice(PAGE.indexOf('<!-- preset:start -->'), PAGE.indexOf('<!-- preset:end -->'))
  const listed = [...part.matchAll(ROW)].map(([, name = '', value = '']) => [name, JSON.parse(value)])
  expect(Object.fromEntries(listed)).toEqual(fixed)
  expect(listed).toHaveLength(Object.keys(fixed).length)
  for (const [, name, , source] of part.matchAll(ROW)) expect(source, name).toMatch(/\[[PC]|neither/)
})
