/** Finds the files of an ONNX sentence model in the given folder or in the hub's cache on this machine. */
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export type OnnxPrecision = 'fp32' | 'q8' | 'int8'

// File names of the precisions in the hub's ONNX exports.
const ONNX_FILE: Readonly<Record<OnnxPrecision, string>> = {
  fp32: 'model.onnx',
  q8: 'model_quantized.onnx',
  int8: 'model_int8.onnx',
}

interface ModelPlace {
  readonly model: string
  readonly dtype: OnnxPrecision
  readonly folder?: string | undefined
}

/** Returns the absolute path of the folder with tokenizer and weights, or undefined if none is complete. */
export function findModelFolder({ model, dtype, folder }: ModelPlace): string | undefined {
  const candidates = [...(folder === undefined ? [] : [join(folder, model)]), ...hubSnapshots(model)]
  return candidates.find((candidate) => isComplete(candidate, dtype))
}

function isComplete(folder: string, dtype: OnnxPrecision): boolean {
  const needed = ['config.json', 'tokenizer.json', 'tokenizer_config.json', join('onnx', ONNX_FILE[dtype])]
  return needed.every((file) => existsSync(join(folder, file)))
}

/** Returns the revisions in the cache of the hub's clients: `~/.cache/huggingface/hub/models--OWNER--NAME/snapshots/REVISION`. */
function hubSnapshots(model: string): string[] {
  const snapshots = join(
    homedir(),
    '.cache',
    'huggingface',
    'hub',
    `models--${model.replaceAll('/', '--')}`,
    'snapshots',
  )
  if (!existsSync(snapshots)) return []
  return readdirSync(snapshots).map((revision) => join(snapshots, revision))
}
