/**
 * The atlas: fields of knowledge and of life that a paper can be about instead of the topic. Grouped in families, so
 * that a topic that covers most of a family is not contrasted with the rest of it.
 * Phrases are concrete ("quarks, mesons and particle colliders", not "physics"): general ones resemble too much.
 */
export interface AtlasField {
  readonly family: string
  readonly field: string
}

const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  'life and health': [
    'living organisms and their biology',
    'genes, genomes and heredity',
    'cells and molecules of life',
    'the brain and nervous system',
    'microbes, viruses and infections',
    'the immune system and inflammation',
    'cancer and tumours',
    'diseases of patients and their treatment',
    'clinical trials of drugs',
    'risk factors and epidemiology of disease',
    'human physiology and metabolism',
  ],
  'plants and animals': [
    'ecosystems, habitats and conservation',
    'wild animals, birds and insects',
    'farming, crops and livestock',
    'pets, dogs and horses',
  ],
  chemistry: ['chemical reactions and compounds', 'polymers, catalysts and nanomaterials'],
  'health services': ['hospital management and quality of care', 'health insurance, policy and costs'],
  physics: [
    'quarks, mesons and particle colliders',
    'stars, galaxies and space',
    'motion, forces and fluid flow',
    'lasers, lenses and optical instruments',
    'superconductors and solid state physics',
  ],
  earth: [
    'rocks, earthquakes and volcanoes',
    'storms, weather and climate',
    'river flow, rainfall and groundwater',
    'oceans and seas',
  ],
  mathematics: ['mathematical theorems and proofs', 'statistics and data analysis'],
  computing: [
    'algorithms and theory of computation',
    'machine learning and neural networks',
    'images and computer vision',
    'text and language processing by computer',
    'search engines and libraries',
    'software engineering and programming',
    'computer networks and security',
    'robots and automatic control',
  ],
  engineering: [
    'electrical circuits and power grids',
    'machines, engines and vehicles',
    'buildings, bridges and concrete',
    'aircraft, wings and aviation',
    'ships and navigation',
    'nuclear and wind power plants',
    'factories and manufacturing',
    'telephones and telecommunications',
  ],
  'mind and society': [
    'psychology of human behaviour',
    'schools, teachers and learning',
    'social groups, migration and inequality',
    'gender, family and marriage',
  ],
  money: [
    'economic growth, markets and finance',
    'business companies and management',
    'brands, shops and consumer products',
  ],
  state: [
    'laws, courts and crime',
    'politicians and elections',
    'governments and public offices',
    'embassies and relations of countries',
    'wars, armies and weapons',
    'kings, empires and revolutions',
    'police, prisons and murder',
  ],
  'past and belief': [
    'archaeology and ancient civilisations',
    'churches, bishops and religion',
    'philosophers and ethics',
    'myths, demons and legends',
  ],
  words: ['languages and grammar', 'novels, poems and authors', 'newspapers, magazines and journals'],
  'screen and stage': [
    'films and film directors',
    'television series and episodes',
    'actors and actresses',
    'theatre, opera and dance',
    'radio stations and broadcasting',
    'comics, cartoons and fictional characters',
  ],
  music: ['songs and albums', 'singers and rock bands', 'classical composers and orchestras'],
  arts: ['painters, sculptures and museums', 'historic houses and architecture', 'fashion and design'],
  'sport and games': [
    'football players and clubs',
    'basketball, baseball and hockey seasons',
    'olympic athletes and records',
    'motor racing and horse racing',
    'board games and video games',
  ],
  places: [
    'cities, towns and their population',
    'villages and unincorporated communities',
    'rivers, lakes and mountains',
    'countries and their regions',
    'roads, railways and airports',
    'parks, hotels and tourism',
  ],
  people: ['lives of famous people', 'families, names and genealogy', 'universities and their professors'],
  everyday: ['food, drinks and restaurants', 'festivals, holidays and ceremonies'],
}

export const atlas: readonly AtlasField[] = Object.entries(FAMILIES).flatMap(([family, fields]) =>
  fields.map((field) => ({ family, field })),
)

/** How a keyword or field is put to the embedder: a sentence is nearer to abstracts than bare words are (DESIGN 6). */
export function asSentence(phrase: string): string {
  return `This paper studies ${phrase}.`
}
