/** What judged sets are asked, by one embedder, for the models of answerability and of topicality. */
import { type Gloss, loadConfig, openGloss } from '../../../app/index.ts'
import { sharedPath } from '../../lib/shared.ts'

/** In place of an embedder: the model for those that were not measured, where vectors do not count. */
export const WORDS = 'words'

/** `id` is the name of the model: of the embedder, or `words`. */
export async function collectRows<Row>(
  named: string,
  ask: (gloss: Gloss) => Promise<Row>,
  workspace: string,
): Promise<{ readonly id: string; readonly rows: Row }> {
  const embedder = named === WORDS ? 'static' : named
  const gloss = await openGloss(loadConfig({ workspace, embedder, models: sharedPath('models') }))
  try {
    const { id } = await gloss.embedder(embedder as 'static' | 'minilm')
    return { id: named === WORDS ? WORDS : id, rows: await ask(gloss) }
  } finally {
    await gloss.close()
  }
}
