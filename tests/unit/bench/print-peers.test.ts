import { expect, it } from 'vitest'
import type { Comparison } from '../../../bench/peers/compare.ts'
import { leftOut, peersTable } from '../../../bench/peers/print-peers.ts'

const ours = {
  name: 'words',
  wallMs: 0.0789,
  cpuMs: 0.09034,
  worth: 0.6942,
  built: { wallSeconds: 2, cpuSeconds: 1.254, bytes: 3_461_000 },
}
const ratio = { least: 0.457, median: 0.49, most: 12.4 }
const peer = {
  name: 'bm25s',
  version: '0.3.16',
  wallMs: 0.1334,
  cpuMs: 0.1834,
  worth: 0.696,
  built: { wallSeconds: 2, cpuSeconds: 0.9444, bytes: 14_650_000 },
  against: [{ ours: 'words', cpuRatio: ratio, wallRatio: ratio }],
}
const comparison: Comparison = {
  task: 'words: 3 texts',
  per: 'question',
  quality: 'nDCG@10',
  ours: [ours],
  peers: [peer],
  missing: [],
  failed: [],
}
const rowsOf = (one: Comparison) => peersTable([one]).split('\n').slice(2)

it('shows ours and the peer in three digits, and the ratio with its least and its most', () => {
  expect(rowsOf(comparison)).toEqual([
    '| words: 3 texts; a question | words | bm25s 0.3.16 | 0.0903 / 0.183 | **0.49** (0.46–12) | 0.0789 / 0.133 | 0.694 / 0.696 nDCG@10 | 3.46 / 14.7 | 1.25 / 0.944 |',
  ])
})

it('shows each of ours beside the peers that it is compared with, and alone where there is none', () => {
  const other = { ...ours, name: 'other' }
  const rows = rowsOf({ ...comparison, ours: [ours, other], peers: [peer, { ...peer, name: 'tantivy' }] })
  expect(rows.map((row) => row.split(' | ').slice(1, 3))).toEqual([
    ['words', 'bm25s 0.3.16'],
    ['words', 'tantivy 0.3.16'],
    ['other', '–'],
  ])
})

it('shows a dash for what is not measured, and the setting of a peer that has some', () => {
  const bare = { ...ours, cpuMs: null, worth: null, built: null }
  const theirs = {
    ...peer,
    cpuMs: null,
    worth: null,
    built: null,
    setting: 64,
    against: [{ ours: 'words', cpuRatio: null, wallRatio: { least: 1, median: 2, most: 3 } }],
  }
  expect(rowsOf({ ...comparison, quality: null, ours: [bare], peers: [theirs] })).toEqual([
    '| words: 3 texts; a question | words | bm25s 0.3.16, ef 64 | – | **2** (1–3) | 0.0789 / 0.133 | – | – | – |',
  ])
})

it.each([
  { name: 'nothing where all peers were measured', one: comparison, said: [] },
  {
    name: 'peers that are not installed, once, and how to install them',
    one: { ...comparison, missing: ['tantivy', 'tantivy'] },
    said: ['Not installed, left out: tantivy.', expect.stringContaining('setup.sh')],
  },
  {
    name: 'that there are our figures alone',
    one: { ...comparison, peers: [], missing: ['bm25s'] },
    said: ['No peer is installed, so that these are our own figures alone: bm25s.', expect.anything()],
  },
  {
    name: 'why a peer failed',
    one: { ...comparison, failed: [{ name: 'tantivy', reason: 'it ended (SIGKILL)' }] },
    said: ['tantivy failed at "words: 3 texts": it ended (SIGKILL)'],
  },
])('says $name', ({ one, said }) => {
  expect(leftOut([one])).toEqual(said)
})
