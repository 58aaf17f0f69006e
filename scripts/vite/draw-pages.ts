import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Manifest, type Plugin, type Rolldown } from 'vite'
import type { Screen } from '../../web/app/draw.tsx'

/** Screen as the gateway serves it. The HTML of a page lists its files, so that they load in parallel. */
export interface BuiltScreen extends Omit<Screen, 'modules'> {
  /** Prerendered markup of the root element; null for a page that is rendered only in the browser. */
  drawn: string | null
  scripts: string[]
  styles: string[]
  fonts: string[]
}

interface Drawing {
  screens(): Screen[]
  draw(path: string): Promise<string>
}

const web = fileURLToPath(new URL('../../web/', import.meta.url))
/** Whether a module is prerendered. Its screen is then the same for every signed-out visitor, and needs no call to the server. */
const isPrerendered = (module: string) => /^(layouts\/(public\/public|auth)-layout|routes\/public\/|routes\/auth\/login\.)/.test(module)
/** Whether the screen of a module uses the typeface for long texts. */
const isForReading = (module: string) => module.startsWith('routes/public/')

/**
 * Lists the screens of the app with their files in `.vite/screens.json` for the gateway. Screens that need no server are prerendered.
 * `app-files.json` lists all scripts and styles for `web/app/fetch-ahead.ts`.
 * @param readingFont part of the file name of the font that public pages load together with their styles
 */
export function drawPages(config: InlineConfig, readingFont: string): Plugin {
  return {
    name: 'isobath:draw-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const manifest = JSON.parse(String((bundle['.vite/manifest.json'] as Rolldown.OutputAsset).source)) as Manifest
        const { screens, draw } = await drawing(config)
        const fonts = Object.keys(bundle)
          .filter(file => file.includes(readingFont))
          .map(file => `/${file}`)
        const built: BuiltScreen[] = []
        for (const { modules, ...screen } of screens()) {
          const drawn = modules.every(isPrerendered) ? await draw(screen.path) : null
          if (drawn && /<script|\sstyle=/.test(drawn))
            throw new Error(`${screen.path} contains a script or style that its content security policy blocks`)
          built.push({ ...screen, ...filesOf(manifest, modules), drawn, fonts: drawn && modules.some(isForReading) ? fonts : [] })
        }
        this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source: JSON.stringify(built) })
        const files = Object.keys(bundle).filter(file => /^assets\/.*\.(js|css)$/.test(file))
        this.emitFile({ type: 'asset', fileName: 'app-files.json', source: JSON.stringify(files.map(file => `/${file}`)) })
      }
    }
  }
}

/** Lists the scripts and styles that the modules import statically, except those of the entry, which every page has. */
function filesOf(manifest: Manifest, modules: string[]) {
  const entry = closure(manifest, ['index.html'])
  const chunks = [...closure(manifest, modules)].filter(key => !entry.has(key)).map(key => manifest[key]!)
  const unique = (files: string[]) => [...new Set(files)].map(file => `/${file}`)
  return {
    scripts: unique(chunks.map(({ file }) => file)),
    styles: unique(chunks.flatMap(({ css = [] }) => css))
  }
}

function closure(manifest: Manifest, keys: string[]): Set<string> {
  const seen = new Set(keys)
  for (const key of seen) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build contains no ${key}`)
    for (const imported of chunk.imports ?? []) seen.add(imported)
  }
  return seen
}

/** Bundles the code that prerenders the pages into one module in memory, and loads it. */
async function drawing(config: InlineConfig): Promise<Drawing> {
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [namedScreens(), config.plugins],
    define: { 'process.env.NODE_ENV': '"production"', 'globalThis.localStorage': 'undefined' },
    ssr: { noExternal: true },
    build: {
      ...config.build,
      write: false,
      minify: false,
      ssr: `${web}app/draw.tsx`,
      rolldownOptions: {
        ...config.build?.rolldownOptions,
        output: { codeSplitting: false, assetFileNames: 'assets/[name]-[hash:7][extname]' }
      }
    }
  })) as Rolldown.RolldownOutput
  const { code } = output.find(file => file.type === 'chunk')!
  return (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as Drawing
}

const lazyScreen = /lazy: \(\) => import\('([^']+)'\)/g

/**
 * Gives each lazy route the name of its module. Routes that are not prerendered lose their import, so that the whole app is not built
 * again.
 */
function namedScreens(): Plugin {
  return {
    name: 'isobath:named-screens',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/(app|routes)\/.*\.tsx?$/, code: 'lazy: ' },
      handler: (code, id) =>
        code.replace(lazyScreen, (_, path: string) => {
          const module = relative(web, resolve(dirname(id), path))
          const load = isPrerendered(module) ? `() => import('${path}')` : '() => Promise.resolve({})'
          return `lazy: Object.assign(${load}, { module: '${module}' })`
        })
    }
  }
}
