// The arrows between folders, from layers.json. `npm run layers`; tests/repo/layers.test.ts proves that the tree was read.
import { readFileSync } from 'node:fs'

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const layers = read('layers.json')
/** `app` and the like; `app/config` is a folder within one, with an order of its own. */
const rooms = Object.keys(layers).filter((folder) => !folder.includes('/'))
const anyRoom = `^(${rooms.join('|')})/`
/** Of the project, whether layers.json has it or not. What is allowed is named, so that a new folder is not free to import. */
const anyFolder = { path: '/', dependencyTypes: ['local'] }
/** zod describes data at every level; stemmers and lists of stop words are pure functions of a word and data. */
const ALLOWED_ANYWHERE = '^node_modules/(zod|stemmer|@orama/(stemmers|stopwords))/'

const arrows = rooms.map((room) => ({
  name: `layer-${room}`,
  severity: 'error',
  comment: `${room}/ may import only: ${layers[room].join(', ') || 'nothing of ours'}`,
  from: { path: `^${room}/` },
  to: { ...anyFolder, pathNot: `^(${[room, ...layers[room]].join('|')})/` },
}))

/** The folders of the laboratory, a package of its own: among themselves as its layers.json says, and of the product what has a face. */
const labLayers = read('packages/lab/layers.json')
const labFolders = Object.keys(labLayers)
const inLab = (folders) => `^packages/lab/(${folders.join('|')})/`
const labArrows = labFolders.map((folder) => ({
  name: `layer-lab-${folder}`,
  severity: 'error',
  comment: `packages/lab/${folder}/ may import of the laboratory only: ${labLayers[folder].join(', ') || 'nothing'}`,
  from: { path: inLab([folder]) },
  to: { path: '^packages/', pathNot: inLab([folder, ...labLayers[folder]]) },
}))

const innerFolders = Object.keys(layers).filter((folder) => folder.includes('/'))
const innerArrows = innerFolders.map((folder) => {
  const [room] = folder.split('/')
  return {
    name: `layer-${folder.replace('/', '-')}`,
    severity: 'error',
    comment: `${folder}/ may import of its own room only: ${layers[folder].join(', ') || 'nothing'}`,
    from: { path: `^${folder}/` },
    to: { path: `^${room}/`, pathNot: `^(${[folder, ...layers[folder]].join('|')})/` },
  }
})

export default {
  forbidden: [
    ...arrows,
    ...innerArrows,
    ...labArrows,
    {
      name: 'lab-front-door',
      severity: 'error',
      comment:
        'The laboratory enters the product as its package lets it: by an index.ts, the parts of the wiring, or an adapter',
      from: { path: inLab(labFolders) },
      to: {
        path: anyRoom,
        pathNot: [
          '^[^/]+/index\\.ts$',
          '^(app|core|graph|ingest|retrieval)/[^/]+/index\\.ts$',
          '^app/wiring/parts\\.ts$',
          '^[^/]+/adapters/',
        ],
      },
    },
    {
      name: 'small-faces',
      severity: 'error',
      comment: 'A face loads the use cases that it runs, not all of them',
      from: { path: '^(api|cli|mcp|library|packages/lab)/', pathNot: '/tests/' },
      to: { path: '^app/index\\.ts$' },
    },
    {
      name: 'front-door',
      severity: 'error',
      comment:
        'Another folder is entered by its index.ts; app by that of a use case, and itself by adapters/, which it wires',
      from: { path: anyRoom },
      to: {
        path: anyRoom,
        pathNot: [
          '^$1/',
          '^[^/]+/index\\.ts$',
          '^(app|core|graph|ingest|retrieval)/[^/]+/index\\.ts$',
          '^[^/]+/adapters/',
        ],
      },
    },
    {
      name: 'adapters-only-from-app',
      severity: 'error',
      comment: 'Adapters are chosen in app/ (and in tests, benches and scripts); the rest knows ports',
      from: { path: anyRoom, pathNot: ['^app/', '^[^/]+/adapters/'] },
      to: { path: '^[^/]+/adapters/' },
    },
    {
      name: 'adapters-of-one-folder',
      severity: 'error',
      comment: "An adapter does not reach for another folder's adapters",
      from: { path: '^([^/]+)/adapters/' },
      to: { path: '^[^/]+/adapters/', pathNot: '^$1/adapters/' },
    },
    {
      name: 'packages-only-in-adapters',
      severity: 'error',
      comment: 'npm packages stay behind a port',
      from: { path: anyRoom, pathNot: ['^[^/]+/adapters/', '^(app|mcp|api|cli|web)/'] },
      to: { path: 'node_modules/', pathNot: ALLOWED_ANYWHERE },
    },
    {
      name: 'declared-packages',
      severity: 'error',
      comment:
        'What the rooms import is a dependency of the package, not of its tests; of optional parts only types (core/features)',
      from: { path: anyRoom },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'npm-optional'],
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'web/api-types.d.ts is made by `npm run types`, and is not there before',
      from: {},
      to: { couldNotResolve: true, pathNot: 'api-types\\.d\\.ts$' },
    },
    { name: 'no-cycle', severity: 'error', comment: 'Type imports count', from: {}, to: { circular: true } },
    {
      name: 'no-test-import',
      severity: 'error',
      comment: 'What ships does not know its tests',
      from: { path: anyRoom },
      to: { path: '^(tests|bench|scripts|research)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
}
