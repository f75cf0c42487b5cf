/** The library that runs local models: 46 MB of code with its runtime, so only those who use a model fetch and load it. */
import { importFeature } from '../../core/index.ts'

/** Throws `FEATURE_MISSING`. */
export function importTransformers(): Promise<typeof import('@huggingface/transformers')> {
  return importFeature('models', '@huggingface/transformers')
}
