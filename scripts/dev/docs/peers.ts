/** The table in docs/comparison.md: what `npm run measure peers -- --write` measured last. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { leftOut, type MeasuredSubjects, peersTable } from '../../../bench/peers/print-peers.ts'

const RESULT = join(import.meta.dirname, '..', '..', '..', 'bench', 'results', 'peers.json')

export async function peersPart(): Promise<string> {
  const measured = JSON.parse(await readFile(RESULT, 'utf8')) as MeasuredSubjects
  const comparisons = Object.values(measured).flatMap((subject) => subject.comparisons)
  const when = Object.entries(measured).map(
    ([subject, { commit, date, machine, node, rounds, loadAverage }]) =>
      `${subject}: commit ${commit}, ${date}, ${rounds} rounds, ${machine}, Node ${node}, load ${loadAverage}`,
  )
  return [
    '',
    peersTable(comparisons),
    '',
    ...[...when, ...leftOut(comparisons)].map((line) => `- ${line}`),
    '',
  ].join('\n')
}
