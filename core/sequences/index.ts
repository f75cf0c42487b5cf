export type { FeaturesOfToken, SequenceLabeller, SequenceWeights } from './sequence-labeller.ts'
export {
  createSequenceLabeller,
  createSequenceLabellers,
  featureHash,
  hashOfFeature,
  readSequenceWeights,
  writeSequenceWeights,
} from './sequence-labeller.ts'
