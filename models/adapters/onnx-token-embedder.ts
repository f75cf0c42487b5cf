/** Embeds the pieces of a text with a model from a folder: rows of its last layer, scaled to unit length, without empty special pieces. */
import type { TextForm, TokenVectors } from '../ranking-ports.ts'
import { type LateSettings, readLateSettings } from './late-settings.ts'
import { type NumberTensor, type OnnxFolder, openOnnxFolder, unfit } from './onnx-folder.ts'
import type { OnnxModel } from './onnx-model.ts'

const PURPOSE = 'a model of token vectors'
// Names of the output in exports of sentence models and of ColBERT with its projection.
const OUTPUTS = ['token_embeddings', 'contextual', 'last_hidden_state', 'output'] as const

export interface TokensRequest {
  readonly texts: readonly string[]
  readonly form: TextForm
}

/** Opens the model. Throws `MODEL_FOLDER_INVALID`, also if the model does not return a row for each piece. */
export async function openOnnxTokenEmbedder(
  folder: string,
): Promise<OnnxModel<TokensRequest, TokenVectors[]>> {
  const model = await openOnnxFolder(folder, PURPOSE)
  const settings = await readLateSettings(model.path)
  const leftOut = new Set(model.tokenizer.convert_tokens_to_ids([...settings.leftOut]))
  const dims = (await rowsOf(model, model.tokenizer.encode('width'))).dims[2]!

  async function tokensOf(text: string, form: TextForm): Promise<TokenVectors> {
    if (text.trim() === '') return { rows: 0, values: new Float32Array(0) }
    const ids = piecesOf(model, settings, text, form)
    const { data } = await rowsOf(model, ids)
    const kept = [...ids.keys()].filter((place) => form === 'question' || !leftOut.has(ids[place]!))
    const values = new Float32Array(kept.length * dims)
    for (const [row, place] of kept.entries())
      values.set(unitRow(data.subarray(place * dims, (place + 1) * dims)), row * dims)
    return { rows: kept.length, values }
  }

  return {
    id: model.id,
    dims,
    async run({ texts, form }) {
      const found: TokenVectors[] = []
      for (const text of texts) found.push(await tokensOf(text, form))
      return found
    },
    close: model.close,
  }
}

async function rowsOf(model: OnnxFolder, ids: readonly number[]): Promise<NumberTensor> {
  const outputs = await model.run({ ids })
  const name = OUTPUTS.find((one) => outputs.has(one))
  const found = name === undefined ? undefined : outputs.get(name)
  if (found === undefined) {
    const others = [...outputs.keys()].join(', ') || 'none of float numbers'
    throw unfit(model.path, PURPOSE, `it has none of the outputs ${OUTPUTS.join(', ')}, only ${others}`)
  }
  if (found.dims.length !== 3 || found.dims[1] !== ids.length)
    throw unfit(
      model.path,
      PURPOSE,
      `its output for ${ids.length} pieces has the shape [${found.dims.join(', ')}], not [1, ${ids.length}, width]`,
    )
  return found
}

/** Returns the pieces of a text; the closing piece stays if the text is cut. */
function piecesOf(
  { tokenizer, window }: OnnxFolder,
  settings: LateSettings,
  text: string,
  form: TextForm,
): readonly number[] {
  const isQuestion = form === 'question'
  const prefix = isQuestion ? settings.questionPrefix : settings.documentPrefix
  const most = Math.min(window, (isQuestion ? settings.questionPieces : settings.documentPieces) ?? window)
  const pieces = tokenizer.encode(prefix + text)
  if (pieces.length > most) return [...pieces.slice(0, most - 1), pieces.at(-1)!]
  if (!isQuestion || !settings.fillsQuestions || settings.questionPieces === null) return pieces
  return [...pieces, ...new Array<number>(most - pieces.length).fill(tokenizer.mask_token_id)]
}

function unitRow(row: Float32Array): Float32Array {
  const length = Math.hypot(...row)
  return length > 0 ? row.map((value) => value / length) : row
}
