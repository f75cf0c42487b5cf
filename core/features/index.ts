/** Optional parts of Gloss: which there are, where they are installed, how they are fetched and used. */
export {
  describeFeature,
  FEATURES,
  type FeatureName,
  FetchFailure,
  featuresHome,
  fetchFeature,
  folderOf as featureFolder,
  placeOf as featurePlace,
} from './features.mjs'
export { featureFile, importFeature, missingFeature, requireFeature } from './import-feature.ts'
