/** Runs a cross-encoder from a folder: the model reads question and text together, and the sigmoid of its single logit is the score. */
import type { PreTrainedTokenizer } from '@huggingface/transformers'
import { type OnnxFolder, openOnnxFolder, type Pieces, unfit } from './onnx-folder.ts'
import type { OnnxModel } from './onnx-model.ts'

const PURPOSE = 'a cross-encoder'
/** Largest part of the window for the question. */
const QUESTION_SHARE = 0.5

export interface PairsRequest {
  readonly question: string
  readonly texts: readonly string[]
}

/** Opens a cross-encoder. Throws `MODEL_FOLDER_INVALID`, also if the model does not return one score for a pair. */
export async function openCrossEncoder(folder: string): Promise<OnnxModel<PairsRequest, Float32Array>> {
  const model = await openOnnxFolder(folder, PURPOSE)
  const probe = pairPieces(model, 'question', 'text')
  await logit(model, probe)
  return {
    id: model.id,
    dims: 1,
    async run({ question, texts }) {
      const scores = new Float32Array(texts.length)
      for (const [place, text] of texts.entries())
        scores[place] = 1 / (1 + Math.exp(-(await logit(model, pairPieces(model, question, text)))))
      return scores
    },
    close: model.close,
  }
}

async function logit(model: OnnxFolder, pieces: Pieces): Promise<number> {
  const outputs = await model.run(pieces)
  const logits = outputs.get('logits')
  if (logits === undefined) {
    const others = [...outputs.keys()].join(', ')
    throw unfit(model.path, PURPOSE, `it has no output \`logits\`, only ${others || 'none of float numbers'}`)
  }
  if (logits.data.length !== 1) {
    const shape = `[${logits.dims.join(', ')}]`
    throw unfit(model.path, PURPOSE, `its logits for one pair have the shape ${shape}, not [1, 1]`)
  }
  const score = logits.data[0]!
  if (Number.isFinite(score)) return score
  throw unfit(model.path, PURPOSE, `its logit for one pair is ${score}, which is not a finite number`)
}

/**
 * Returns the pair in the model's own template ([CLS] question [SEP] text [SEP] for BERT), with the part that each piece belongs to.
 * A question over half of the window is cut first; then the end of the text is cut to fit.
 */
function pairPieces({ tokenizer, window }: OnnxFolder, question: string, text: string): Pieces {
  const asked = shortened(tokenizer, question, Math.floor(window * QUESTION_SHARE))
  const pair = tokenizer(asked, { text_pair: text, return_tensor: false, return_token_type_ids: true })
  const parts = pair.token_type_ids ?? pair.input_ids.map(() => 0)
  return { ids: cut(pair.input_ids, window), parts: cut(parts, window) }
}

function shortened(tokenizer: PreTrainedTokenizer, text: string, mostPieces: number): string {
  const pieces = tokenizer.encode(text, { add_special_tokens: false })
  return pieces.length <= mostPieces ? text : tokenizer.decode(pieces.slice(0, mostPieces))
}

/** Cuts a row to `most` pieces, keeping the closing one. */
function cut(row: readonly number[], most: number): readonly number[] {
  return row.length <= most ? row : [...row.slice(0, most - 1), row.at(-1)!]
}
