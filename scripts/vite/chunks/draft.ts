import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'

/** Smallest unit that is loaded separately: all modules that are reachable from the same entries. */
export interface Piece {
  modules: string[]
  /** Size of the source in bytes, comments included. */
  size: number
  hasStyles: boolean
  imports: Piece[]
}

export interface Draft {
  pieces: Piece[]
  /** Entry module of the page. */
  entry: string
  /** Dynamically imported modules, each with its importers. */
  importersOf: Map<string, Set<string>>
}

/**
 * Builds the app once, split into its smallest pieces, without writing files. Only the bundler can determine the pieces. The imports of a
 * module overstate its dependencies, because tree shaking removes many of them.
 */
export async function draftOf(config: InlineConfig): Promise<Draft> {
  const importersOf = new Map<string, Set<string>>()
  const codeSizes = new Map<string, number>()
  const inPieces = { includeDependenciesRecursively: false, groups: [{ name: 'piece', entriesAware: true }] }
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [config.plugins, recordModules(importersOf, codeSizes)],
    build: {
      ...config.build,
      write: false,
      minify: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { ...config.build?.rolldownOptions, output: { codeSplitting: inPieces } }
    }
  })) as Rolldown.RolldownOutput

  const chunks = output.filter(file => file.type === 'chunk')
  const pieceOf = new Map(chunks.map(chunk => [chunk.fileName, asPiece(chunk, codeSizes)]))
  for (const { fileName, imports } of chunks) pieceOf.get(fileName)!.imports = imports.map(file => pieceOf.get(file)!)
  const entry = chunks.find(chunk => chunk.isEntry)?.facadeModuleId
  if (!entry) throw new Error('The draft of the app has no entry')
  return { pieces: [...pieceOf.values()], entry, importersOf }
}

function recordModules(importersOf: Draft['importersOf'], codeSizes: Map<string, number>): Plugin {
  return {
    name: 'isobath:record-modules',
    generateBundle(_options, bundle) {
      for (const importer of Object.values(bundle).flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))) {
        const info = this.getModuleInfo(importer)
        codeSizes.set(importer, info?.code?.length ?? 0)
        for (const imported of info?.dynamicallyImportedIds ?? [])
          importersOf.set(imported, (importersOf.get(imported) ?? new Set()).add(importer))
      }
    }
  }
}

function asPiece({ moduleIds, modules }: Rolldown.OutputChunk, codeSizes: Map<string, number>): Piece {
  const styles = moduleIds.filter(id => id.endsWith('.css'))
  const scriptSize = moduleIds.reduce((total, id) => total + (modules[id]?.renderedLength ?? 0), 0)
  const styleSize = styles.reduce((total, id) => total + (codeSizes.get(id) ?? 0), 0)
  return { modules: moduleIds, size: scriptSize + styleSize, hasStyles: styles.length > 0, imports: [] }
}
