/** Tests papers queued for workers, which read them in their own folders. */
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { cwd } from 'node:process'
import { expect, it } from 'vitest'
import { type Gloss, loadConfig, openGloss } from '../../../app/index.ts'
import { queuePapers } from '../../../app/work/index.ts'
import type { PaperJobs } from '../../../corpus/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

it('are queued by a topic file where it is from any folder, and not at all by a topic that there is not', async () => {
  const folder = temporaryFolder()
  const [paper, topic] = [join(folder, 'bark.txt'), join(folder, 'bark.yaml')]
  writeFileSync(paper, 'Lupeol is in bark.')
  const topics: (string | null)[] = []
  const add: PaperJobs['add'] = async (_, asked) => topics.push(asked)
  const gloss = await openGloss(loadConfig({ workspace: folder, fetch: 'never' }, {}))
  const served = { ...gloss, workspace: { ...gloss.workspace, paperJobs: { add } } } as unknown as Gloss
  const queue = (asked: string) =>
    queuePapers(served, { paths: [paper], topic: asked }, new AbortController().signal)
  await expect(queue('barks')).rejects.toMatchObject({ code: 'TOPIC_UNKNOWN' })
  expect(topics).toEqual([])
  writeFileSync(topic, 'name: bark\npositive: [bark, lupeol, birch]\n')
  for (const asked of ['none', relative(cwd(), topic)]) await queue(asked)
  expect(topics).toEqual(['none', topic])
  await gloss.close()
})
