/** Fetches MiniLM from its hub, once and with consent. Nothing else in Gloss downloads anything. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type DownloadProgress, downloadModel, PINNED_MINILM } from '../../models/adapters/minilm-download.ts'
import { hasMiniLmFiles, openMiniLmEmbedder } from '../../models/adapters/minilm-embedder.ts'
import type { Config } from '../config/config.ts'

/** Size of the weights, tokenizer and configuration of all-MiniLM-L6-v2 in its q8 form. */
export const MINILM_MEGABYTES = 24

/** Returns the folder for models: GLOSS_MODELS, else the user's cache. */
export function modelsFolder({ models }: Config): string {
  return models ?? join(homedir(), '.cache', 'gloss', 'models')
}

export function hasMiniLm(config: Config): boolean {
  return hasMiniLmFiles(modelsFolder(config))
}

/** Does nothing if the model is there. Throws `EMBEDDER_UNAVAILABLE` if the hub is unreachable or sends other files than it had. */
export async function fetchMiniLm(
  config: Config,
  onProgress: (progress: DownloadProgress) => void,
): Promise<{ readonly embedder: string; readonly folder: string }> {
  const folder = modelsFolder(config)
  if (!hasMiniLmFiles(folder)) await downloadModel(PINNED_MINILM, folder, onProgress)
  const embedder = await openMiniLmEmbedder({ folder })
  await embedder.close()
  return { embedder: embedder.id, folder }
}
